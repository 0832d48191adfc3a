import { describe, expect, test } from 'vitest'
import { CommandNode, walkCommands } from '../../packages/help/src/command-tree.ts'
import {
  type CompletionScript,
  readCompletionScript,
} from '../../packages/help/src/completions/completion-script.ts'
import { joinCompletions } from '../../packages/help/src/completions/join-completions.ts'
import { cpuTime } from '../support/cpu-time.ts'

const fish = (text: string): CompletionScript => ({ shell: 'fish', text })
const zsh = (text: string): CompletionScript => ({ shell: 'zsh', text })

/** `tool add: --all -a <value> (x y)`, a line for each option. */
function shown(node: CommandNode | undefined): string[] {
  return node === undefined
    ? []
    : [...walkCommands(node)].flatMap(({ node: { options }, path }) =>
        options.map(({ long, short, value, choices }) =>
          [
            `${['tool', ...path].join(' ')}:`,
            ...long,
            ...short,
            ...(value === null ? [] : [`<${value.name}>`]),
            ...(choices.length > 0 ? [`(${choices.join(' ')})`] : []),
          ].join(' '),
        ),
      )
}

const read = (script: CompletionScript): string[] => shown(readCompletionScript(script, 'tool'))

describe('a script for fish', () => {
  test.each([
    ['options of the program', "complete -c tool -s a -l all -d 'Every one'", ['tool: --all -a']],
    [
      'a value and its words',
      "complete -c tool -l color -x -a 'auto never'",
      ['tool: --color <value> (auto never)'],
    ],
    ['letters in one word', 'complete -c tool -fxs o -l out', ['tool: --out -o <value>']],
    [
      'words with a text',
      'complete -c tool -l mode -ra \'fast\\t"Quick"\nslow\\t"Careful"\'',
      ['tool: --mode <value> (fast slow)'],
    ],
    ['a command', "complete -c tool -n '__fish_seen_subcommand_from add' -l dry", ['tool add: --dry']],
    [
      'a command below one',
      "complete -c tool -n '__fish_tool_using_subcommand remote; and __fish_seen_subcommand_from add' -l dry",
      ['tool remote add: --dry'],
    ],
    [
      'several commands',
      'complete -c tool -n "__fish_seen_subcommand_from add drop" -l dry',
      ['tool add: --dry', 'tool drop: --dry'],
    ],
    ['the name in a variable', "set PROG 'tool'\ncomplete -c $PROG -l all", ['tool: --all']],
    ['an option with one dash', 'complete -c tool -o env', ['tool: -env']],
  ])('names %s', (_what, text, expected) => {
    expect(read(fish(text))).toEqual(expected)
  })

  test.each([
    ['of another program', 'complete -c other -l all'],
    ['under a condition of its own', "complete -c tool -n 'test -d .git' -l all"],
    ['that runs something', 'complete -c tool -l (tool --list)'],
    ['that is removed', 'complete -e -c tool -l all'],
    ['in a comment', '# complete -c tool -l all'],
  ])('names no option %s', (_what, text) => {
    expect(read(fish(text))).toEqual([])
  })

  test('takes no output of a command for choices', () => {
    expect(read(fish("complete -c tool -l on -xa '(tool list)'"))).toEqual(['tool: --on <value>'])
  })

  test('names commands where none was typed yet', () => {
    const { commands } = readCompletionScript(
      fish("complete -c tool -n __fish_use_subcommand -a add -d 'Add one'\ncomplete -c tool -a file"),
      'tool',
    ) ?? { commands: [] }
    expect(commands.map(({ name, summary }) => [name, summary])).toEqual([['add', 'Add one']])
  })
})

describe('a script for zsh', () => {
  test.each([
    [
      'names with a text',
      "_tool() {\n  _arguments -s \\\n    '(-a --all)'{-a,--all}'[Every one]' \\\n    '*-v[More]'\n}",
      ['tool: --all -a', 'tool: -v'],
    ],
    [
      'values and their words',
      "_arguments '--color=[When]:when:(auto never)' '-o+[Where]:file:_files'",
      ['tool: --color <when> (auto never)', 'tool: -o <file>'],
    ],
    [
      'words with a text',
      '_arguments "--sort=[Order]:order:((new\\:Newest old\\:Oldest))"',
      ['tool: --sort <order> (new old)'],
    ],
    ['an array of them', "args=(\n  '--all[Every one]'\n)\n_arguments $args", ['tool: --all']],
    ['a function of a command', "_tool_add () {\n  _arguments '--dry[Try it]'\n}", ['tool add: --dry']],
    [
      'the case of a command',
      "_tool() {\n  case $words[1] in\n  (tool)\n    case $line[1] in\n      (add|drop)\n        _arguments '--dry[Try it]'\n      ;;\n    esac\n  ;;\n  esac\n}",
      ['tool add: --dry', 'tool drop: --dry'],
    ],
    [
      'the output of a command among them',
      "_arguments $(__tool_stacking) '--all[Every one]'",
      ['tool: --all'],
    ],
  ])('names %s', (_what, text, expected) => {
    expect(read(zsh(text))).toEqual(expected)
  })

  test.each([
    ['a function of something else', "_other() {\n  _arguments '--all[Every one]'\n}"],
    [
      'any other case',
      "_tool() {\n  case $words[1] in\n  (*)\n    _arguments '--all[Every one]'\n  ;;\n  esac\n}",
    ],
  ])('names no option of %s', (_what, text) => {
    expect(read(zsh(text))).toEqual([])
  })
})

const option = (name: string, fields: object = {}): object => ({
  long: [`--${name}`],
  description: `Does ${name}`,
  ...fields,
})
const line = (name: string, more = ''): string => `complete -c tool -l ${name} -d 'From the script' ${more}\n`
const four = ['all', 'deep', 'fast', 'slow']
const fourLines = four.map((name) => line(name)).join('')

function joined(fields: object, ...scripts: CompletionScript[]): CommandNode {
  const tree = CommandNode.parse({
    name: 'tool',
    usage: ['tool'],
    options: four.map((name) => option(name)),
    ...fields,
  })
  joinCompletions(tree, scripts)
  return tree
}

describe('the help and a script', () => {
  test('complete each other in what both name', () => {
    const options = [
      ...four.map((name) => option(name)),
      option('mode', { description: 'One of a, b', value: { name: 'M' } }),
    ]
    const tree = joined({ options }, fish(`${fourLines}${line('mode', "-s m -xa 'a b'")}`))
    expect(shown(tree).at(-1)).toBe('tool: --mode <M> (a b)')
    expect(tree.options.map(({ description }) => description)).not.toContain('From the script')
  })

  test('make no choices of values that are only suggested', () => {
    const options = [...four.map((name) => option(name)), option('jobs', { value: { name: 'N' } })]
    expect(shown(joined({ options }, fish(`${fourLines}${line('jobs', "-xa '1 2 4'")}`))).at(-1)).toBe(
      'tool: --jobs <N>',
    )
  })

  test('add no option where the help lists some', () => {
    expect(
      shown(joined({}, fish(fourLines + line('more')), zsh("_arguments '--more[Does more]'"))),
    ).toHaveLength(4)
  })

  test('add what a command takes that has no help of its own', () => {
    const commands = [
      { name: 'add', warnings: ['It has no help of its own: `tool add --help` printed no help.'] },
      { name: 'drop', usage: ['tool drop'] },
    ]
    const script = ['add', 'drop']
      .map((name) => `complete -c tool -n '__fish_seen_subcommand_from ${name}' -l dry -d 'Try it'\n`)
      .join('')
    expect(shown(joined({ commands }, fish(fourLines + script))).slice(4)).toEqual(['tool add: --dry'])
  })

  test('have nothing in common where the script is of another version', () => {
    const script = fish(`${line('all', '-s a')}${line('gone')}${line('old')}`)
    const options = [{ long: ['--all'] }, ...['deep', 'fast'].map((name) => option(name))]
    expect(joined({ options }, script).options[0]?.description).toBe('')
  })

  test('add commands where the help lists none', () => {
    const script = fish(
      `${fourLines}${['add', 'drop', 'list'].map((name) => `complete -c tool -n __fish_use_subcommand -a ${name} -d 'Does ${name}'\n`).join('')}`,
    )
    const named = (commands: object[]): string[] =>
      joined({ commands }, script).commands.map(({ name }) => name)
    expect(named([])).toEqual(['add', 'drop', 'list'])
    expect(named([{ name: 'add' }, { name: 'drop' }])).toEqual(['add', 'drop'])
  })
})

test.each([
  ['fish', fish("complete -c tool -l a -a '{,{,{,'\n".repeat(9_000))],
  [
    'fish, different options',
    fish(Array.from({ length: 12_000 }, (_, at) => `complete -c tool -l o${at} -d d${at}\n`).join('')),
  ],
  ['zsh', zsh(`_arguments ${"'(-a)*-a[".repeat(40_000)}`)],
  ['zsh cases', zsh('case x in in in\n(add)\n_arguments $(((((\n'.repeat(9_000))],
  ['zsh arrays', zsh('a=(\n$(((-'.repeat(40_000))],
])('400,000 characters of a hostile script for %s are read in under 2 seconds', (_what, script) => {
  expect(cpuTime(() => readCompletionScript(script, 'tool'))).toBeLessThan(2_000)
})
