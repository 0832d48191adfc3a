import {
  type CommandDefinition,
  type Program,
  readCommandLine,
  standardOptions,
} from '@cli-apps/core/command-line'
import { describe, expect, it, vi } from 'vitest'

const run = { options: { timeout: text('S') }, passesArguments: true } satisfies CommandDefinition
const add = {
  options: {
    user: { ...text('NAME'), required: true },
    scope: { ...text('SCOPE'), multiple: true },
    yes: { type: 'boolean', short: 'y', description: '' },
  },
  positionals: { app: 'The app' },
} satisfies CommandDefinition
const list = { usage: '[name …]', options: {} } satisfies CommandDefinition

function text(value: string) {
  return { type: 'string', value, description: '' } as const
}

const program: Program<CommandDefinition> = {
  name: 'prog',
  commands: {
    run: async () => run,
    list: async () => list,
    trust: async () => list,
    'trust add': async () => add,
    'key list': async () => list,
    'key rotate': async () => list,
  },
  aliases: { ls: 'list' },
  options: { ...standardOptions, lang: text('LANGUAGE') },
}

const read = (line: string) => readCommandLine(line === '' ? [] : line.split(' '), program)

async function errorOf(line: string) {
  const read_ = await read(line)
  if (read_.kind !== 'invalid') throw new Error(`${line}: ${read_.kind}`)
  const { code, message, hint } = read_.error()
  return { values: read_.values, code, message, hint }
}

describe('a call', () => {
  it.each([
    ['list a b', 'list', ['a', 'b'], {}],
    ['ls', 'list', [], {}],
    ['trust', 'trust', [], {}],
    ['trust x', 'trust', ['x'], {}],
    ['trust -- add', 'trust', ['add'], {}],
    ['trust add jq --user ann -y', 'trust add', ['jq'], { user: 'ann', yes: true }],
    ['trust add --user=-a -- -jq', 'trust add', ['-jq'], { user: '-a' }],
    [
      'trust add jq --user a --user - --scope x --scope y',
      'trust add',
      ['jq'],
      { user: '-', scope: ['x', 'y'] },
    ],
    ['--json --lang zh list', 'list', [], { json: true, lang: 'zh' }],
    ['--lang zh list --lang en', 'list', [], { lang: 'en' }],
  ])('%s', async (line, name, args, values) => {
    expect(await read(line)).toMatchObject({ kind: 'call', name, args, values })
  })

  it.each([
    ['run jq --json -- --help -x', ['jq', '--json', '--', '--help', '-x'], {}],
    ['run --timeout 5 --json jq --timeout 6', ['jq', '--timeout', '6'], { timeout: '5', json: true }],
    ['run -- -jq --json', ['-jq', '--json'], {}],
    ['--lang en run jq --lang zh', ['jq', '--lang', 'zh'], { lang: 'en' }],
  ])('passes on what follows the first argument: %s', async (line, args, values) => {
    const found = await read(line)
    expect(found).toMatchObject({ kind: 'call', name: 'run', args })
    expect(found.values).toEqual(values)
  })

  it('loads no other command', async () => {
    const load = vi.fn(async () => list)
    const commands = { ...program.commands, other: load }
    await readCommandLine(['list'], { ...program, commands })
    await readCommandLine(['help', 'other'], { ...program, commands })
    expect(load).not.toHaveBeenCalled()
  })
})

describe('help and version', () => {
  it.each([
    ['--help', ''],
    ['-h', ''],
    ['help', ''],
    ['help ls', 'list'],
    ['help trust add', 'trust add'],
    ['--help run', 'run'],
    ['run --help', 'run'],
    ['trust add --help', 'trust add'],
    ['key --help', 'key'],
    ['help key', 'key'],
  ])('%s', async (line, topic) => {
    expect(await read(line)).toMatchObject({ kind: 'help', topic })
  })

  it.each(['--version', '-v', '--lang zh --version --json'])('%s', async (line) => {
    expect(await read(line)).toMatchObject({ kind: 'version' })
  })
})

describe('an error', () => {
  it.each([
    ['', 'Missing command.', 'Run "prog --help" to list the commands.'],
    ['lits', 'Unknown command: "lits".', 'Did you mean "prog list"?'],
    ['constructor', 'Unknown command: "constructor".', 'Run "prog --help" to list the commands.'],
    ['frobnicate --help', 'Unknown command: "frobnicate".', 'Run "prog --help" to list the commands.'],
    ['kye', 'Unknown command: "kye".', 'Did you mean "prog key"?'],
    ['key', 'Missing subcommand: key <list|rotate>.', 'Run "prog key --help" to list the commands.'],
    ['key rotat', 'Unknown command: "key rotat".', 'Did you mean "prog key rotate"?'],
    ['--frob list', 'Unknown option: --frob.', 'Run "prog --help" to list its options.'],
    ['list --frob', 'Unknown option: --frob.', 'Run "prog list --help" to list its options.'],
    ['list -x', 'Unknown option: -x.', 'Run "prog list --help" to list its options.'],
    ['list --version', 'Unknown option: --version.', 'Run "prog list --help" to list its options.'],
    ['list --json=1', '--json takes no value.', 'Run "prog list --help" to list its options.'],
    ['list --lang', '--lang requires a value.', 'Run "prog list --help" to list its options.'],
    ['list --lang --json', '--lang requires a value.', 'Run "prog list --help" to list its options.'],
    ['trust add', 'Missing argument: APP.', 'Usage: prog trust add APP --user NAME [options]'],
    ['trust add a b', 'Unexpected argument: "b".', 'Usage: prog trust add APP --user NAME [options]'],
    ['trust add a', 'Missing option: --user.', 'Run "prog trust add --help" to list its options.'],
  ])('%s', async (line, message, hint) => {
    expect(await errorOf(line)).toMatchObject({ message, hint, code: expect.stringMatching(/^cli\./) })
  })

  it.each([
    'list --frob --lang zh --json',
    'lits --lang zh --json',
    '--frob list --lang zh --json',
    'trust add --lang zh --json',
    'list --lang en --frob --lang=zh --json',
  ])('is reported in the language and format that the command line requests: %s', async (line) => {
    expect((await errorOf(line)).values).toEqual({ lang: 'zh', json: true })
  })

  it('ignores the arguments of another program', async () => {
    expect((await errorOf('run --frob jq --lang zh --json')).values).toEqual({})
  })
})
