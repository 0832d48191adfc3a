import { describe, expect, it } from 'vitest'
import { AppName } from '../../../packages/core/src/manifest/app-name.ts'
import { Playbook, stepCall } from '../../../packages/core/src/playbook/playbook.ts'
import { playbookApps } from '../../../packages/core/src/playbook/playbook-apps.ts'
import { PlaybookRecord } from '../../../packages/core/src/playbook/playbook-record.ts'
import { fittingPlaybooks, indexedPlaybook } from '../../../packages/core/src/search/fitting-playbooks.ts'
import { openRanking } from '../../../packages/core/src/search/rank-apps.ts'

const step = (app: string, args: string[], rest: object = {}) => ({
  app,
  task: `Use ${app}`,
  call: { args, ...rest },
})
const playbook = (changes: object = {}) => ({
  playbook: 1,
  name: 'table-to-chart',
  task: 'Turn a table into a chart',
  i18n: { zh: { task: '把表格画成图' } },
  placeholders: { input: { type: 'file', example: 'in.csv' } },
  files: { 'in.csv': 'a,b\n' },
  steps: [
    step('miller', ['--icsv', '{input}'], { stdout_file: 'out.txt' }),
    step('gnuplot', ['-e', "plot '{input}'"]),
  ],
  ...changes,
})

describe('a playbook', () => {
  it('has calls as run_cli_app takes them, with the examples of the shared placeholders', () => {
    const read = Playbook.parse(playbook())
    expect(read.steps.map((one) => stepCall(read, one))).toEqual([
      { name: 'miller', args: ['--icsv', 'in.csv'], stdout_file: 'out.txt' },
      { name: 'gnuplot', args: ['-e', "plot 'in.csv'"] },
    ])
  })

  it('uses the apps of its steps and of their pipes, each once', () => {
    const steps = [step('jq', ['{input}'], { pipe: [{ name: 'miller', args: ['cat'] }] }), step('jq', ['.'])]
    expect(playbookApps(Playbook.parse(playbook({ steps })))).toEqual(['jq', 'miller'])
  })

  it.each([
    ['of one app', { steps: [step('jq', ['{input}']), step('jq', ['.'])] }, 'steps'],
    ['of one step', { steps: [step('jq', ['{input}'], { pipe: [{ name: 'miller', args: [] }] })] }, 'steps'],
    [
      'with a placeholder that no step uses',
      { placeholders: { other: { type: 'text', example: 'x' }, input: { type: 'file', example: 'in.csv' } } },
      'placeholders.other',
    ],
    [
      'with a name that also belongs to a program',
      { steps: [step('jq', ['{input}', '${input}']), step('miller', ['cat'])] },
      'placeholders.input',
    ],
    [
      'with an example that is an option',
      { placeholders: { input: { type: 'text', example: '-x' } } },
      'placeholders.input.example',
    ],
    ['with a file in another folder', { files: { '../in.csv': 'a' } }, 'files'],
    ['with a key that nobody reads', { shell: 'rm -rf /' }, ''],
    ['with a name that is a path', { name: '../x' }, 'name'],
  ])('%s is refused', (_, changes, place) => {
    const { error } = Playbook.safeParse(playbook(changes))
    expect(error?.issues.map(({ path }) => path.join('.')).some((one) => one.startsWith(place))).toBe(true)
  })
})

describe('the record of a playbook', () => {
  const digest = `sha256:${'0'.repeat(64)}`
  it.each([
    ['its own skill', 'skills/cli-playbook-a/SKILL.md', true],
    ['the skill of another', 'skills/cli-playbook-b/SKILL.md', false],
    ['a file above', 'skills/cli-playbook-a/../../SKILL.md', false],
    ['a file of the user', 'notes.txt', false],
  ])('lists %s: %s', (_, file, isFine) =>
    expect(PlaybookRecord.safeParse({ record: 1, name: 'a', files: { [file]: digest } }).success).toBe(
      isFine,
    ),
  )
})

describe('a search', () => {
  const app = (name: string, summary: string) => ({
    name: AppName.parse(name),
    display_name: name,
    summary,
    category: 'data',
    tags: [],
    aliases: [],
  })
  const apps = [app('miller', 'Query tables'), app('gnuplot', 'Draw charts'), app('ffmpeg', 'Convert video')]
  const indexed = [indexedPlaybook(Playbook.parse(playbook()))]
  const found = (words: string): string[] => {
    const { query, rarity } = openRanking(words, apps)
    return fittingPlaybooks(query, rarity, indexed).map(({ name }) => name)
  }

  it.each(['table to chart', 'draw a table as a chart', '表格画成图'])('finds the playbook of %s', (words) =>
    expect(found(words)).toEqual(['table-to-chart']),
  )

  it.each(['chart', 'video', 'convert a video of a chart into a picture', 'miller'])(
    'finds none for %s',
    (words) => expect(found(words)).toEqual([]),
  )
})
