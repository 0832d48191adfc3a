import { describe, expect, test } from 'vitest'
import type { CommandNode } from '../../../packages/core/src/command-tree.ts'
import type { HelpRun, RunHelp } from '../../../packages/core/src/help/ask-for-help.ts'
import { crawlHelp } from '../../../packages/core/src/help/crawl-help.ts'

const none: HelpRun = { stdout: '', stderr: '', exitCode: 1, timedOut: false }

/** A program that prints these texts for these arguments, and an error for all others; `asked` is what it was asked. */
function program(texts: Record<string, string | Partial<HelpRun>>): { runHelp: RunHelp; asked: string[] } {
  const asked: string[] = []
  const runHelp: RunHelp = async (args) => {
    const line = args.join(' ')
    asked.push(line)
    const found = texts[line]
    if (found === undefined) return { ...none, stderr: `error: unknown command ${line}` }
    return typeof found === 'string' ? { ...none, stdout: found, exitCode: 0 } : { ...none, ...found }
  }
  return { runHelp, asked }
}

const names = (node: CommandNode | undefined): string[] => node?.commands.map(({ name }) => name) ?? []

const root = 'Usage: tool <command>\n\nCommands:\n  add     Add one\n  remote  Manage remotes\n'

describe('the right way to ask', () => {
  test('--help first, and the commands in the way that the root answered', async () => {
    const { runHelp, asked } = program({
      '-h': root,
      'add -h': 'Usage: tool add [options]\n\nOptions:\n  --all  Everything\n',
      'remote -h': 'Usage: tool remote <command>\n\nCommands:\n  list  List them\n',
    })
    const tree = await crawlHelp(runHelp, { name: 'tool' })
    expect(asked.sort()).toEqual(['--help', '-h', 'add -h', 'remote -h'])
    expect(tree.commands[0]?.options[0]?.long).toEqual(['--all'])
    expect(names(tree.commands[1])).toEqual(['list'])
  })

  test('content decides: not the exit status, not the stream', async () => {
    const { runHelp } = program({ '--help': { stderr: root, stdout: 'a notice', exitCode: 2 } })
    expect(names(await crawlHelp(runHelp, { name: 'tool', depth: 0 }))).toEqual(['add', 'remote'])
  })

  test('of two screens the longer one is the help', async () => {
    const { runHelp } = program({ '--help': { stdout: root, stderr: 'usage: old way' } })
    expect(names(await crawlHelp(runHelp, { name: 'tool', depth: 0 }))).toEqual(['add', 'remote'])
  })

  test('`help X` only where the program lists a help command', async () => {
    const listed = program({
      '--help': `${root}  help    Help on a command\n`,
      'help add': 'Usage: tool add\n\nOptions:\n  -x  It\n',
    })
    const tree = await crawlHelp(listed.runHelp, { name: 'tool' })
    expect(tree.commands[0]?.options).toHaveLength(1)
    const unlisted = program({ '--help': root })
    await crawlHelp(unlisted.runHelp, { name: 'tool' })
    expect(unlisted.asked.filter((line) => line.split(' ').includes('help'))).toEqual([])
  })

  test('`help` alone only where the program itself says so', async () => {
    const { runHelp, asked } = program({
      '--help': { stderr: 'Unknown options. To see help text, run:\n tool help' },
      help: root,
    })
    expect(names(await crawlHelp(runHelp, { name: 'tool', depth: 0 }))).toEqual(['add', 'remote'])
    expect(asked).toEqual(['--help', '-h', 'help'])
  })

  test('`-help` only where the program itself says so, as others would read a cluster of flags', async () => {
    const says = program({ '--help': { stderr: 'tool: use -help for help' }, '-help': root })
    expect(names(await crawlHelp(says.runHelp, { name: 'tool', depth: 0 }))).toEqual(['add', 'remote'])
    const silent = program({})
    await crawlHelp(silent.runHelp, { name: 'tool' })
    expect(silent.asked).toEqual(['--help', '-h'])
  })

  test('nothing is ever run without a word that asks for help', async () => {
    const { runHelp, asked } = program({ '--help': `${root}  help  Help\n` })
    await crawlHelp(runHelp, { name: 'tool', depth: 3 })
    for (const line of asked) expect(line).toMatch(/(^|\s)(--help|-h|-help)$|^help( |$)/)
  })

  test('the manifest may say how to ask', async () => {
    const { runHelp, asked } = program({ 'show all': root })
    await crawlHelp(runHelp, { name: 'tool', help: ['show', 'all'], depth: 0 })
    expect(asked).toEqual(['show all'])
  })

  test('a name with its parent and a colon stands for both', async () => {
    const { runHelp, asked } = program({
      '--help': 'USAGE\n  $ tool COMMAND\n\nTOPICS\n  apps  Manage apps\n',
      'apps --help': 'USAGE\n  $ tool apps:COMMAND\n\nCOMMANDS\n  apps:create  Create one\n',
      'apps:create --help': 'FLAGS\n  -n, --name=<value>  The name\n',
    })
    const tree = await crawlHelp(runHelp, { name: 'tool', depth: 2 })
    expect(asked).toContain('apps:create --help')
    expect(tree.commands[0]?.commands[0]?.options).toHaveLength(1)
  })
})

describe('where the walk stops', () => {
  test('a command that prints the help of a command above it is a leaf without own options', async () => {
    const { runHelp } = program({ '--help': root, 'add --help': root, 'remote --help': `\n${root}` })
    const tree = await crawlHelp(runHelp, { name: 'tool', depth: 5 })
    expect(names(tree)).toEqual(['add', 'remote'])
    expect(tree.commands.map(({ commands, options }) => commands.length + options.length)).toEqual([0, 0])
    expect(tree.commands[0]?.warnings.join()).toContain('help of a command above it')
  })

  test('a program that lists itself for ever ends with the depth', async () => {
    let count = 0
    const runHelp: RunHelp = async (args) => ({
      ...none,
      stdout: `Usage: ${args.join(' ')} ${count++}\n\nCommands:\n  again  Once more\n`,
    })
    const tree = await crawlHelp(runHelp, { name: 'tool', depth: 4 })
    expect(count).toBe(5)
    expect(tree.warnings).toEqual(['1 commands below depth 4 are listed without their own help.'])
  })

  test('the number of commands is bounded and the rest is counted', async () => {
    const many = Array.from({ length: 50 }, (_, at) => `  c${at}  Text`).join('\n')
    const { runHelp, asked } = program({ '--help': `Commands:\n${many}\n` })
    const tree = await crawlHelp(runHelp, { name: 'tool', maxCommands: 11 })
    expect(new Set(asked.map((line) => line.split(' ')[0])).size).toBe(11)
    expect(tree.commands).toHaveLength(50)
    expect(tree.warnings).toEqual(['40 commands at depth 1 were not asked: the limit is 11.'])
  })

  test('when time is up, what is known is returned', async () => {
    let calls = 0
    const { runHelp } = program({ '--help': root })
    const tree = await crawlHelp(runHelp, { name: 'tool', deadline: () => ++calls > 0 })
    expect(names(tree)).toEqual(['add', 'remote'])
    expect(tree.warnings).toEqual(['Time was up before every command was asked for its help.'])
    const aborted = await crawlHelp(runHelp, { name: 'tool', signal: AbortSignal.abort() })
    expect(names(aborted)).toEqual(['add', 'remote'])
  })

  test('no more than `concurrency` runs at a time', async () => {
    const many = Array.from({ length: 20 }, (_, at) => `  c${at}  Text`).join('\n')
    let running = 0
    let most = 0
    const runHelp: RunHelp = async (args) => {
      most = Math.max(most, ++running)
      await new Promise((resolve) => setImmediate(resolve))
      running--
      return args.length > 1 ? none : { ...none, stdout: `Commands:\n${many}\n` }
    }
    await crawlHelp(runHelp, { name: 'tool', concurrency: 3 })
    expect(most).toBe(3)
  })

  test('a program without help, one that hangs and one that cannot run leave an empty node that says why', async () => {
    const silent = await crawlHelp(program({}).runHelp, { name: 'tool' })
    expect(silent).toMatchObject({ name: 'tool', commands: [], options: [] })
    expect(silent.warnings[0]).toContain('`tool --help`, `tool -h`')
    const hangs = await crawlHelp(async () => ({ ...none, timedOut: true }), { name: 'tool' })
    expect(hangs.warnings).toEqual(['`tool --help` did not finish in time.'])
    const broken = await crawlHelp(() => Promise.reject(new Error('ENOENT')), { name: 'tool' })
    expect(broken.warnings).toEqual(['`tool --help` could not be run: ENOENT'])
  })
})

describe('inherited options', () => {
  test('an option that a command above describes in the same words is marked, not lost', async () => {
    const { runHelp } = program({
      '--help': `${root}\nOptions:\n  --verbose  Say more\n`,
      'add --help': 'Usage: tool add\n\nOptions:\n  --verbose  Say more\n  --all  Everything\n',
    })
    const tree = await crawlHelp(runHelp, { name: 'tool' })
    expect(tree.commands[0]?.options.map(({ long, inherited }) => [long[0], inherited])).toEqual([
      ['--verbose', true],
      ['--all', false],
    ])
  })
})
