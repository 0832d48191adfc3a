import { CommandNode } from '@cli-apps/core'
import { recipeDigest } from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'
import { callFaults } from '../../../scripts/catalog/check/call-faults.ts'
import { compareCalls } from '../../../scripts/catalog/check/compare-calls.ts'
import { entryWith } from './entries.ts'

const value = { name: 'value' }
const tree = CommandNode.parse({
  name: 'tool',
  options: [
    { long: ['--verbose'], short: ['-v'] },
    { long: ['--config'], short: ['-c'], value },
    { short: ['-x'] },
  ],
  commands: [
    {
      name: 'build',
      aliases: ['b'],
      options: [
        { long: ['--color'], negatable: true },
        { long: ['--format'], short: ['-F'], value, choices: ['png', 'svg'] },
        { long: ['--level'], short: ['-O'], value: { name: 'n', glued: true } },
        { long: ['--style'], value, choices: ['<name>', 'auto'] },
      ],
    },
    { name: 'cut', warnings: ['Its commands are left out here; ask the program for help.'] },
    { name: 'env', commands: [{ name: 'env:pull', options: [{ long: ['--path'], value }] }] },
  ],
})

describe('a call', () => {
  it.each([
    ['build --verbose -v src'],
    ['-c build b --format png src build'],
    ['--config=x build --no-color --format=svg'],
    ['build -vxc file -O2 -Fpng'],
    ['build -- --unknown'],
    ['build - --style mine'],
    ['env:pull --path x'],
    ['cut whatever --else'],
    ['cut:whatever --else'],
    [''],
  ])('%j has nothing that the tree lacks', (call) => {
    expect(callFaults(tree, call.split(' ').filter(Boolean))).toEqual([])
  })

  it.each([
    ['deploy', ['command deploy']],
    ['--colour build', ['option --colour']],
    ['build --no-verbose', ['option --no-verbose']],
    ['build --format gif', ['choice gif']],
    ['build --format=gif -Fjpg', ['choice gif', 'choice jpg']],
    ['build -vz', ['option -vz']],
    ['--color build', ['option --color']],
  ])('%j has', (call, faults) => {
    expect(callFaults(tree, call.split(' ')).map(({ what, word }) => `${what} ${word}`)).toEqual(faults)
  })
})

it('each recipe is compared with the tree of its program, as it runs with its examples', () => {
  const example = { type: 'choice', example: 'png', choices: ['png', 'gif'] }
  const recipes = [
    {
      id: 'good',
      task: 'Build',
      call: { args: ['build', '--format={format}'] },
      placeholders: { format: example },
    },
    { id: 'bad', call: { args: ['build', '--colour'] }, expect: {} },
    { id: 'other', task: 'Wave', call: { program: 'wave', args: ['--colour'] } },
    { id: 'unread', task: 'Nod', call: { program: 'nod', args: ['--colour'] } },
  ]
  const programs = [
    { name: 'wave', summary: 'x' },
    { name: 'nod', summary: 'x' },
  ]
  const entry = { ...entryWith({ recipes, programs }), tree, programs: { wave: { name: 'wave' } } }
  const { compared, faulty } = compareCalls([entry, entryWith({ name: 'bare' })])
  expect(compared.map(({ recipe }) => recipe.id)).toEqual(['good', 'bad', 'other'])
  expect(faulty.map(({ entry: { name }, recipe, faults }) => [name, recipe.id, faults])).toEqual([
    ['greet', 'bad', 'option --colour'],
    ['greet', 'other', 'option --colour'],
  ])
})

it('each program of a pipe is compared with its own tree, and known exceptions do not count', () => {
  const piped = (word: string) => ({
    id: word.replace('--', 'with-'),
    task: 'Build and sort',
    call: { args: ['build'], pipe: [{ name: 'sort', args: [word] }] },
  })
  const entry = { ...entryWith({ recipes: [piped('--up'), piped('--down'), piped('--odd')] }), tree }
  const sort = {
    ...entryWith({ name: 'sort', recipes: [] }),
    tree: CommandNode.parse({ name: 'sort', options: [{ long: ['--up'] }] }),
  }
  const { faulty } = compareCalls([entry, sort], { 'greet with-odd --odd': 'its manual has it' })
  expect(faulty.map(({ faults }) => faults)).toEqual(['option --down'])
  expect(compareCalls([entry]).compared).toEqual([])
})

it('an option with which another recipe of the program passed is no fault, unless the program has commands', () => {
  const ran = { id: 'ran', task: 'Draw', call: { args: ['--size=1'] } }
  const other = { id: 'other', task: 'Draw', call: { args: ['--size=2', '--odd'] }, needs: ['network'] }
  const bare = entryWith({ recipes: [ran, other] })
  const results = {
    ...{
      results: 1 as const,
      name: bare.manifest.name,
      version: bare.manifest.version,
      program_version: null,
    },
    ...{ method: 'npm' as const, platform: 'linux-x64' as const, date: '2026-01-02' },
    recipes: Object.fromEntries(
      (bare.manifest.recipes ?? []).map((recipe) => [
        recipe.id,
        {
          recipe: recipeDigest(recipe),
          outcome: recipe.id === 'ran' ? ('passed' as const) : ('not-run' as const),
        },
      ]),
    ),
  }
  const faultsOf = (node: CommandNode) =>
    compareCalls([{ ...bare, results, tree: node }]).faulty.map(({ recipe, faults }) => [recipe.id, faults])
  expect(faultsOf(CommandNode.parse({ name: 'greet' }))).toEqual([
    ['ran', 'option --size=1'],
    ['other', 'option --odd'],
  ])
  const withCommands = CommandNode.parse({
    name: 'greet',
    arguments: [{ name: 'x' }],
    commands: [{ name: 'a' }],
  })
  expect(faultsOf(withCommands)).toContainEqual(['other', 'option --size=2, option --odd'])
})
