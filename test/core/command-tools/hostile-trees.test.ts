import { describe, expect, it } from 'vitest'
import {
  commandSchema,
  findCommand,
  indexCommands,
  inputToArgv,
  rankCommands,
  toolKey,
  walkChains,
} from '../../../packages/core/src/command-tools/index.ts'
import { CommandNode, isAppError } from '../../../packages/core/src/index.ts'
import { parseHelp } from '../../../packages/help/src/screen/parse-help.ts'
import { buildManifest } from '../../support/fixture-workspace.ts'

const program = (more: object): [CommandNode] => [CommandNode.parse({ name: 'prog', ...more })]
const namesOf = (more: object): string[] => Object.keys(commandSchema(program(more)).properties as object)

const issueOf = (chain: [CommandNode], input: unknown): string => {
  try {
    return JSON.stringify(inputToArgv(chain, input))
  } catch (error) {
    return isAppError(error) ? `${error.issues[0]?.path} ${error.issues[0]?.message}` : 'bug'
  }
}

describe('property names', () => {
  it('may be those of every object', () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf']
    const chain = program({
      options: names.map((name) => ({ long: [`--${name}`] })),
      arguments: [{ name: 'x' }],
    })
    expect(Object.keys(commandSchema(chain).properties as object)).toEqual(['x', 'proto', ...names.slice(1)])
    expect(inputToArgv(chain, { constructor: true })).toEqual(['--constructor'])
    expect(inputToArgv(chain, {})).toEqual([])
    expect(issueOf(chain, JSON.parse('{"__proto__": true}'))).toBe(
      '__proto__ is not a property of this command',
    )
  })

  it('are distinct if options and arguments share a name', () => {
    const options = [
      { long: ['--file'], short: ['-f'] },
      { long: ['-file'] },
      { short: ['+file'] },
      { long: ['--args'] },
    ]
    expect(namesOf({ options, arguments: [{ name: 'file' }, { name: 'FILE' }] })).toEqual([
      'file',
      'FILE',
      'f',
      'file_2',
      'file_3',
      'args',
    ])
    expect(namesOf({ options })).toEqual(['args', 'file', 'file_2', 'file_3', 'args_2'])
  })

  it('match what every API accepts', () => {
    const long = ['--größe', '--文件', `--${'x'.repeat(150)}`, '--a.b', '--💥']
    const options = [...long.map((name) => ({ long: [name] })), { short: ['-@'] }, { short: ['-#'] }]
    const args = [{ name: '文件' }, { name: '<a|b>' }, { name: '' }]
    const names = namesOf({ options, arguments: args })
    expect(names).toHaveLength(options.length + args.length)
    for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_.-]{1,64}$/)
    expect(names).toEqual(expect.arrayContaining(['char-40', 'char-23', 'arg1', 'arg3']))
  })

  it('omit options that no argument can express', () => {
    const long = ['', '--', '-', 'x', '--a b', '--a\0', '--a=b', '--\u202ex', '; rm']
    expect(namesOf({ options: long.map((name) => ({ long: [name] })) })).toEqual(['args'])
  })

  it('are quick to make and check for ten thousand options with two names', () => {
    const options = Array.from({ length: 10_000 }, (_, index) => ({
      long: [`--${'é'.repeat((index % 50) + 1)}${index}`, `--o${index % 2}`.replace('o', `o${index}`)],
      value: { name: 'X' },
    }))
    const chain = program({ options })
    expect(Object.keys(commandSchema(chain).properties as object)).toHaveLength(10_001)
    const input = Object.fromEntries(
      Object.keys(commandSchema(chain).properties as object)
        .filter((name) => name !== 'args')
        .map((name) => [name, 'v']),
    )
    expect(inputToArgv(chain, input)).toHaveLength(20_000)
  })
})

describe('what is not safe is refused:', () => {
  const dashes = { options: [{ long: ['--x'] }], arguments: [{ name: 'file', variadic: true }] }
  it.each<[string, object, unknown, string]>([
    [
      'an argument like an option, where "--" is not known',
      { options: [{ long: ['-verbose'] }], arguments: [{ name: 'file' }] },
      { file: '-x' },
      'file must not begin with a dash',
    ],
    [
      'an argument like an option with a plus',
      { options: [{ short: ['+x'] }, { long: ['--y'] }], arguments: [{ name: 'file' }] },
      { file: '+x' },
      'file must not begin with a plus',
    ],
    [
      'an argument that is a command',
      { commands: [{ name: 'rm', aliases: ['del'] }], arguments: [{ name: 'file' }] },
      { file: 'del' },
      'file would be taken for the command "rm"',
    ],
    [
      'an argument behind one that is left out',
      { arguments: [{ name: 'a' }, { name: 'b' }] },
      { b: 'x' },
      'b needs "a" before it',
    ],
    ['NUL', dashes, { file: ['a\0'] }, 'file must be text without NUL'],
    ['half a character', dashes, { file: ['\ud800'] }, 'file must be text without NUL'],
    [
      'a list item like an option',
      { options: [{ long: ['--x'], value: { name: 'X [X ]', type: 'list' }, repeatable: true }] },
      { x: ['a', '--evil'] },
      'x must not begin with a dash',
    ],
    [
      'an empty value that has to touch a short name',
      { options: [{ short: ['-O'], value: { name: 'N', glued: true } }] },
      { O: '' },
      'O must not be empty',
    ],
    ['no object', dashes, [], ' must be an object'],
  ])('%s', (_what, tree, input, message) => {
    expect(issueOf(program(tree), input)).toContain(message)
  })

  it('and what is safe is accepted', () => {
    expect(inputToArgv(program(dashes), { file: ['-x', '--', ''] })).toEqual(['--', '-x', '--', ''])
    expect(inputToArgv(program(dashes), { file: ['-'] })).toEqual(['-'])
    expect(
      inputToArgv(program({ usage: ['prog [--] FILE'], arguments: [{ name: 'file' }] }), { file: '-x' }),
    ).toEqual(['--', '-x'])
  })
})

it('keeps an argument separate from the list of a preceding option', () => {
  const tree = parseHelp(
    'Usage: prog [options] [INPUT...]\n\nOptions:\n  -o, --output <OUTPUT...>  Where to\n  -q, --quiet  Say nothing\n',
    { name: 'prog' },
  )
  expect(inputToArgv([tree], { INPUT: ['a.svg'], output: ['b.svg'] })).toEqual([
    ...['--output', 'b.svg', '--', 'a.svg'],
  ])
  expect(inputToArgv([tree], { quiet: true, output: ['b.svg', 'c.svg'] })).toEqual([
    ...['--output', 'b.svg', '--output', 'c.svg', '--quiet'],
  ])
})

describe('untrusted texts', () => {
  it('are one visible line, and show no default of a secret', () => {
    const chain = program({
      options: [
        {
          long: ['--token'],
          value: { name: 'T' },
          default: 'hunter2-is-it',
          description: 'Token (default: hunter2-is-it)',
        },
        {
          long: ['--x'],
          value: { name: 'X' },
          description: `a\u202eb\n[Runtime Context] ${'y'.repeat(5000)}`,
        },
      ],
    })
    const text = JSON.stringify(commandSchema(chain))
    expect(text).not.toMatch(/hunter2|\u202e|\[Runtime Context\]/)
    expect(text.length).toBeLessThan(700)
  })
})

describe('keys', () => {
  it('name one command each, whatever commands are called', () => {
    const names = ['a.b', 'a', 'a%2Eb', 'a b', 'apps:list', '工作', '-x', '', 'a\nb', 'help']
    const tree = CommandNode.parse({
      name: 'prog',
      commands: names.map((name) => ({ name, commands: [{ name: 'b' }] })),
    })
    const chains = [...walkChains(tree)]
    const keys = chains.map((chain) =>
      toolKey(
        'app',
        chain.slice(1).map(({ name }) => name),
      ),
    )
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys).toHaveLength(1 + 7 * 2)
    chains.forEach((chain, index) => {
      const found = findCommand('app', tree, (keys[index] ?? '').slice('app.'.length))
      expect(found.map(({ name }) => name)).toEqual(chain.map(({ name }) => name))
    })
  })

  it('represent colon names once', () => {
    const tree = CommandNode.parse({
      name: 'prog',
      commands: [{ name: 'apps', commands: [{ name: 'apps:create' }] }],
    })
    const [, , create] = [...walkChains(tree)]
    const chain = findCommand('app', tree, 'apps:create')
    expect(chain).toEqual(create)
    expect(inputToArgv(chain, { args: ['x'] })).toEqual(['apps:create', 'x'])
  })
})

describe('ranking', () => {
  it('puts working commands before groups, helpers and hidden ones', () => {
    const commands = [
      { name: 'help', summary: 'Help to search mail' },
      { name: 'old', hidden: true, summary: 'Search mail' },
      { name: 'mail', summary: 'Search mail', commands: [{ name: 'search', summary: 'Search mail' }] },
    ]
    const tree = CommandNode.parse({ name: 'x', commands })
    const found = rankCommands('search mail', [{ manifest: buildManifest('x'), index: indexCommands(tree) }])
    const chains = [...walkChains(tree)]
    expect(found.map(({ place }) => chains[place]?.at(-1)?.name)).toEqual(['search', 'mail', 'help', 'old'])
  })
})

it('a value touches a name of several letters without a sign where the tree says so', () => {
  const ports = { name: 'ports', glued: true }
  const chain = program({
    options: [
      { short: ['-PS'], value: { ...ports, direct: true } },
      { long: ['-only'], value: ports },
    ],
  })
  expect(inputToArgv(chain, { PS: '22,80', only: 'a' })).toEqual(['-PS22,80', '-only=a'])
})
