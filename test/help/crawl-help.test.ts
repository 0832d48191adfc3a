import { describe, expect, test } from 'vitest'
import type { CommandNode } from '../../packages/help/src/command-tree.ts'
import type { HelpRun, RunHelp } from '../../packages/help/src/crawl/ask-for-help.ts'
import { crawlHelp } from '../../packages/help/src/crawl/crawl-help.ts'

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

describe('the way to ask for help', () => {
  test('is --help first, and for commands what the root accepted', async () => {
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

  test('takes the manual page of the whole program for no help of a command', async () => {
    const page =
      'TOOL(1)                   Manual                   TOOL(1)\n\nNAME\n       tool - tends\n\nOPTIONS\n       --deep Dig.\n'
    const { runHelp } = program({
      '--help': `${root}  help    Show help\n`,
      'help add': page,
      'help remote': page.replaceAll('TOOL', 'TOOL-REMOTE'),
    })
    const tree = await crawlHelp(runHelp, { name: 'tool' })
    expect(tree.commands.map(({ options }) => options.length)).toEqual([0, 1, 0])
    expect(tree.commands[0]?.warnings[0]).toContain('printed the help of a command above it')
  })

  test('follows a usage line next to an error that names the help command', async () => {
    const thin =
      'error: parameter --help is unknown\n\nusage:\n  add: tool add <file>\n  help: tool help <command>\n'
    const about = (words: readonly string[]): string =>
      [
        'Add, drop or move files',
        '',
        'More information:',
        ...words.map((word) => `   tool help ${word}`),
      ].join('\n')
    const texts = {
      '--help': { stderr: thin },
      '-h': { stderr: thin },
      help: `${about(['add', 'drop', 'move'])}\n\noptions:\n  --plain  No colours\n`,
      'help add': 'Add a file\n\noptions:\n  --all  Everything\n',
    }
    const tree = await crawlHelp(program(texts).runHelp, { name: 'tool' })
    expect(names(tree)).toEqual(['add', 'drop', 'move'])
    expect(tree.commands[0]?.options[0]?.long).toEqual(['--all'])
    const two = { ...texts, help: `${about(['add', 'drop'])}\n\noptions:\n  --plain  No colours\n` }
    expect(names(await crawlHelp(program(two).runHelp, { name: 'tool' }))).toEqual([])
  })

  test('is recognized by content: not by exit status or stream', async () => {
    const { runHelp } = program({ '--help': { stderr: root, stdout: 'a notice', exitCode: 2 } })
    expect(names(await crawlHelp(runHelp, { name: 'tool', depth: 0 }))).toEqual(['add', 'remote'])
  })

  test('prefers the longer of two screens', async () => {
    const { runHelp } = program({ '--help': { stdout: root, stderr: 'usage: old way' } })
    expect(names(await crawlHelp(runHelp, { name: 'tool', depth: 0 }))).toEqual(['add', 'remote'])
  })

  test('includes `help X` only if the program lists a help command', async () => {
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

  test('includes `help` alone only if the program itself mentions it', async () => {
    const { runHelp, asked } = program({
      '--help': { stderr: 'Unknown options. To see help text, run:\n tool help' },
      help: root,
    })
    expect(names(await crawlHelp(runHelp, { name: 'tool', depth: 0 }))).toEqual(['add', 'remote'])
    expect(asked).toEqual(['--help', '-h', 'help'])
  })

  test('includes `-help` only if the program itself mentions it, because others parse it as a cluster of flags', async () => {
    const says = program({ '--help': { stderr: 'tool: use -help for help' }, '-help': root })
    expect(names(await crawlHelp(says.runHelp, { name: 'tool', depth: 0 }))).toEqual(['add', 'remote'])
    const silent = program({})
    await crawlHelp(silent.runHelp, { name: 'tool' })
    expect(silent.asked).toEqual(['--help', '-h'])
  })

  test('never runs anything without a word that asks for help', async () => {
    const { runHelp, asked } = program({ '--help': `${root}  help  Help\n` })
    await crawlHelp(runHelp, { name: 'tool', depth: 3 })
    for (const line of asked) expect(line).toMatch(/(^|\s)(--help|-h|-help)$|^help( |$)/)
  })

  test('may be set in the manifest', async () => {
    const { runHelp, asked } = program({ 'show all': root })
    await crawlHelp(runHelp, { name: 'tool', help: ['show', 'all'], depth: 0 })
    expect(asked).toEqual(['show all'])
  })

  test('tries `help X` first if the root accepts `help`, and never `X help`', async () => {
    const { runHelp, asked } = program({
      'help --all': root,
      'help add': 'Usage: tool add <name>\n\nOptions:\n  -x  It\n',
    })
    const tree = await crawlHelp(runHelp, { name: 'tool', help: ['help', '--all'] })
    expect(asked.sort()).toEqual(['help --all', 'help add', 'help remote', 'remote --help', 'remote -h'])
    expect(tree.commands[0]?.options).toHaveLength(1)
  })

  test('treats a name with its parent and a colon as both', async () => {
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

describe('a program that prints the help of the command that lists its commands', () => {
  const ofList =
    'Description:\n  List commands\n\nUsage:\n  list [options] [<namespace>]\n\nOptions:\n      --raw  Raw\n\nHelp:\n' +
    '  The list command lists all commands:\n\n    php bin/tool list\n'
  const listing =
    'Tool 1.0\n\nUsage:\n  command [options] [arguments]\n\nOptions:\n  -q, --quiet  Be quiet\n\nAvailable commands:\n' +
    '  install  [i|in] Installs all\n  list     List commands\n  remove   [beta] Removes one\n'

  test('is asked for that list, as its screen says', async () => {
    const { runHelp } = program({
      '--help': ofList,
      list: listing,
      'list --help': ofList,
      'install --help':
        'Description:\n  Installs all\n\nUsage:\n  install [options]\n\nOptions:\n  --dev  It\n',
      'remove --help': 'Description:\n  Removes one or more\n\nUsage:\n  remove [options]\n',
    })
    const tree = await crawlHelp(runHelp, { name: 'tool' })
    expect(tree.options.map(({ long }) => long)).toEqual([['--quiet']])
    expect(tree.commands.map(({ name, aliases, summary }) => [name, aliases, summary])).toEqual([
      ['install', ['i', 'in'], 'Installs all'],
      ['list', [], 'List commands'],
      ['remove', [], '[beta] Removes one'],
    ])
    expect(tree.commands[1]?.options.map(({ long }) => long)).toEqual([['--raw']])
  })

  test.each([
    ['it is called with more', ofList.replace('tool list', 'tool list test')],
    ['another program is called', ofList.replace('bin/tool list', 'bin/other list')],
    ['the sentence says something else', ofList.replace('lists all commands', 'lists all records')],
    ['the usage is its own', ofList.replace('list [options]', 'tool [options]')],
  ])('is not where %s', async (_, screen) => {
    const { runHelp, asked } = program({ '--help': screen, list: listing })
    await crawlHelp(runHelp, { name: 'tool' })
    expect(asked).not.toContain('list')
  })
})

describe('the end of the walk', () => {
  test('treats a command that prints the help of its parent as a leaf without its own options', async () => {
    const { runHelp } = program({ '--help': root, 'add --help': root, 'remote --help': `\n${root}` })
    const tree = await crawlHelp(runHelp, { name: 'tool', depth: 5 })
    expect(names(tree)).toEqual(['add', 'remote'])
    expect(tree.commands.map(({ commands, options }) => commands.length + options.length)).toEqual([0, 0])
    expect(tree.commands[0]?.warnings.join()).toContain('help of a command above it')
  })

  test('limits the depth of a program that lists itself', async () => {
    let count = 0
    const runHelp: RunHelp = async (args) => ({
      ...none,
      stdout: `Usage: ${args.join(' ')} ${count++}\n\nCommands:\n  again  Once more\n`,
    })
    const tree = await crawlHelp(runHelp, { name: 'tool', depth: 4 })
    expect(count).toBe(5)
    expect(tree.warnings).toEqual(['1 commands below depth 4 are listed without their own help.'])
  })

  test('limits the number of commands and counts the rest', async () => {
    const many = Array.from({ length: 50 }, (_, at) => `  c${at}  Text`).join('\n')
    const { runHelp, asked } = program({ '--help': `Commands:\n${many}\n` })
    const tree = await crawlHelp(runHelp, { name: 'tool', maxCommands: 11 })
    expect(new Set(asked.map((line) => line.split(' ')[0])).size).toBe(11)
    expect(tree.commands).toHaveLength(50)
    expect(tree.warnings).toEqual(['40 commands at depth 1 were not asked: the limit is 11.'])
  })

  test('returns what is known at the time limit', async () => {
    let calls = 0
    const { runHelp } = program({ '--help': root })
    const tree = await crawlHelp(runHelp, { name: 'tool', deadline: () => ++calls > 0 })
    expect(names(tree)).toEqual(['add', 'remote'])
    expect(tree.warnings).toEqual([
      'Time was up before every command was asked for its help: 2 at depth 1 were not.',
    ])
    const aborted = await crawlHelp(runHelp, { name: 'tool', signal: AbortSignal.abort() })
    expect(names(aborted)).toEqual(['add', 'remote'])
    expect(aborted.warnings.join()).toMatch(/^The reading was interrupted .*: 2 at depth 1 were not/)
  })

  test('ignores a run that the time limit interrupted', async () => {
    const stop = new AbortController()
    const { runHelp } = program({ '--help': root, 'add --help': 'Usage: tool add\n\nOptions:\n  --x  It\n' })
    const cut: RunHelp = async (args) => {
      if (args[0] !== 'remote') return runHelp(args)
      stop.abort()
      return none
    }
    const tree = await crawlHelp(cut, { name: 'tool', signal: stop.signal, concurrency: 1 })
    expect(tree.commands.map(({ options, warnings }) => [options.length, warnings])).toEqual([
      [1, []],
      [0, ['It was not asked for its help.']],
    ])
    expect(tree.warnings.join()).toContain('1 at depth 1 were not')
    const silent = await crawlHelp(async () => none, { name: 'tool', signal: AbortSignal.abort() })
    expect(silent.warnings).toEqual(['The reading was interrupted before it told its help.'])
  })

  test('visits the upper commands of a slow program first, and counts what is missing', async () => {
    const list = (prefix: string): string =>
      `Commands:\n${[1, 2, 3].map((at) => `  ${prefix}${at}  Text`).join('\n')}\n`
    let left = 6
    const asked: string[] = []
    const runHelp: RunHelp = async (args) => {
      left--
      asked.push(args.slice(0, -1).join(' '))
      return { ...none, stdout: args.length === 1 ? list('a') : list(`${args.at(-2)}-`) }
    }
    const tree = await crawlHelp(runHelp, {
      name: 'tool',
      depth: 3,
      concurrency: 1,
      deadline: () => left <= 0,
    })
    expect(asked).toEqual(['', 'a1', 'a2', 'a3', 'a1 a1-1', 'a2 a2-1'])
    expect(tree.warnings.join()).toContain('7 at depth 2 were not')
  })

  test('runs at most `concurrency` processes', async () => {
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

  test('gives an empty node with a reason for a program that has no help, hangs or cannot run', async () => {
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
  test('are marked, not removed, if a parent command describes them in the same words', async () => {
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

describe('fuller help', () => {
  test("does not treat a screen about the whole program as a command's own help", async () => {
    const flags = 'Flags:\n  --help  Show help (also try --help-long)\n'
    const { runHelp } = program({
      '--help': `Usage: tool <command>\n\n${flags}\nCommands:\n  add     Add one\n  remote  Manage remotes\n`,
      'add --help': `Usage: tool add <name>\n\n${flags}`,
      'add --help-long':
        'Usage: tool <command> [<args>]\n\nCommands:\n  add     Add one\n  drop    Drop it\n',
      'remote --help': `Usage: tool remote <command>\n\n${flags}`,
      'remote --help-long':
        'Usage: tool remote <command>\n\nCommands:\n  prune  Prune them\n  show   Show one\n',
    })
    const tree = await crawlHelp(runHelp, { name: 'tool' })
    expect(names(tree.commands[0])).toEqual([])
    expect(names(tree.commands[1])).toEqual(['prune', 'show'])
  })

  const options = 'Usage: tool [options]\n\nOptions:\n  --one  The first\n'

  test('runs what the screen itself names, and adds the result', async () => {
    const { runHelp, asked } = program({
      '--help': `${options}\nUse "tool --help all" to see all options.\n`,
      '--help all': `${options}  --two  The second\n`,
    })
    const tree = await crawlHelp(runHelp, { name: 'tool', depth: 0 })
    expect(asked).toEqual(['--help', '--help all'])
    expect(tree.options.map(({ long }) => long[0])).toEqual(['--one', '--two'])
  })

  test('takes commands from a fuller screen only where the program takes one', async () => {
    const manuals = `${options}\nScripting Commands:\n  while     Begin a loop\n  endwhile  End a loop\n`
    const commandsOf = async (usage: string, flag: string): Promise<string[]> => {
      const first = `${usage}\n\nOptions:\n  ${flag}  Print the full help of all manuals\n`
      const { runHelp } = program({ '--help': first, [flag]: manuals })
      return names(await crawlHelp(runHelp, { name: 'tool', depth: 0 }))
    }
    expect(await commandsOf('Usage: tool [options] <source>', '--everything')).toEqual([])
    expect(await commandsOf('Usage: tool [options] <command>', '--everything')).toEqual(['while', 'endwhile'])
    expect(await commandsOf('Usage: tool [options] <source>', '--list-commands')).toEqual([
      'while',
      'endwhile',
    ])
  })

  test('does not run a word that does not ask for help, whatever the screen says', async () => {
    const { runHelp, asked } = program({
      '--help': `${options}\nUse "tool delete all" to remove all options. Try "tool --help <topic>".\n`,
    })
    await crawlHelp(runHelp, { name: 'tool', depth: 0 })
    expect(asked).toEqual(['--help'])
  })

  test('ignores a fuller help of the whole program', async () => {
    const flags = 'Flags:\n  --help-long  Show the full help of all commands\n'
    const all = `${root}  show    Show one\n\n${flags}`
    for (const screen of [all, all.replace('  add ', '  add one ')]) {
      const { runHelp } = program({
        '--help': all,
        'add --help': `usage: tool add [<flags>]\n\n${flags}`,
        'add --help-long': `${screen}  --other  It\n`,
      })
      const tree = await crawlHelp(runHelp, { name: 'tool', depth: 2 })
      expect(names(tree.commands[0])).toEqual([])
      expect(tree.commands[0]?.options.map(({ long }) => long[0])).toEqual(['--help-long'])
    }
  })

  test('reads the options of a program that lists none from its manual page', async () => {
    const { runHelp } = program({ '--help': { stderr: 'usage: tool [-v] [file]' } })
    const readManual = async (page: string): Promise<string> => `OPTIONS\n  --of-${page}  From its page\n`
    const tree = await crawlHelp(runHelp, { name: 'tool', depth: 0, readManual })
    expect(tree.options.flatMap(({ long }) => long)).toContain('--of-tool')
  })
})

test('runs again once what timed out', async () => {
  let calls = 0
  const runHelp: RunHelp = async (args) => {
    if (args.length === 1) return { ...none, stdout: root }
    if (args[0] === 'add' && ++calls === 1) return { ...none, timedOut: true }
    return { ...none, stdout: `Usage: tool ${args[0]}\n\nOptions:\n  --all  Everything\n` }
  }
  const tree = await crawlHelp(runHelp, { name: 'tool' })
  expect(tree.commands.map(({ options }) => options.length)).toEqual([1, 1])
  expect(tree.commands[0]?.warnings).toEqual([])
})

test('treats commands with the same screen as one command and its aliases', async () => {
  const screen = 'Usage: tool add [options]\n\nOptions:\n  --all  Everything\n'
  const { runHelp } = program({
    '--help': root.replace('remote', 'insert'),
    'add --help': screen,
    'insert --help': screen,
  })
  const tree = await crawlHelp(runHelp, { name: 'tool' })
  expect(names(tree)).toEqual(['add'])
  expect(tree.commands[0]?.aliases).toEqual(['insert'])
})
