import { describe, expect, test } from 'vitest'
import type { CommandNode } from '../../packages/help/src/command-tree.ts'
import { parseHelp } from '../../packages/help/src/screen/parse-help.ts'

const read = (text: string, name = 'tool', parents: string[] = []): CommandNode =>
  parseHelp(text, { name, parents })

/** `config(get set) install|i` */
const shown = (commands: readonly CommandNode[]): string =>
  commands
    .map(
      ({ name, aliases, commands: below }) =>
        [name, ...aliases].join('|') + (below.length > 0 ? `(${shown(below)})` : ''),
    )
    .join(' ')

const namesIn = (text: string, name?: string, parents?: string[]): string =>
  shown(read(text, name, parents).commands)

describe('lists of commands, style by style', () => {
  test.each([
    [
      'commander',
      'Usage: tool [options] [command]\n\nCommands:\n  make|m [options] <dir>  Makes it\n  sell <what>             Sells it\n  help [command]          display help\n',
      'make|m sell help',
    ],
    [
      'yargs, groups in capitals',
      'tool\n\nCOMMANDS\n  tool lend [what]   📚 Lends it\n\nMONEY & TIME\n  tool pay           🔐 Pays\n  tool wait <hours>  Waits  [aliases: w, nap]\n\nGLOBAL FLAGS\n  -h, --help  Show help  [boolean]\n',
      'lend pay wait|w|nap',
    ],
    [
      'a logo of blocks beside the text',
      'tool keeps things in order,             ▄▄  ▄▄▄  ▄▄\nand finds them again.                  ▟  ▙▟   ▙▟  ▙\n                                       ▜▄▄▄▄▄▄▄▄▄▄▄▛\nUsage: tool [FLAGS] [SUBCOMMAND]        ▌ ▀   ▔ ▐\n\nCommands:\n  lend  Lends it\n  pay   Pays [aliases: p,\n        spend]\n',
      'lend pay|p|spend',
    ],
    [
      'an arrow from each name to its summary below',
      'tool <command>\n\nCommands:\ntool lend [what]\n└──────>    Lends it to\n            others\ntool pay\n└──────>    Pays [aliases: spend,\n            buy]\n\nOptions:\n--deep\n└────>  Deep [boolean]\n',
      'lend pay|spend|buy',
    ],
    [
      'flush left, an address below each',
      'tool 4.0\n\nAvailable commands:\n\ntool sow <field>?\nSow it.\nhttps://tool.example/docs/sow\n\ntool reap\nReap it.\nhttps://tool.example/docs/reap\n',
      'sow reap',
    ],
    [
      'oclif topics',
      'USAGE\n  $ tool [COMMAND]\n\nTOPICS\n  farm  manage farms\n\nCOMMANDS\n  farm:sow  sow one\n  help      display help\n',
      'farm farm:sow help',
    ],
    [
      'mutool, names and dashes right below the usage',
      'usage: tool <command> [options]\n\tsow\t-- sow a field\n\treap-all\t-- reap every field\n',
      'sow reap-all',
    ],
    [
      'agent-browser, headings that call the program between the rows',
      'Usage: tool <command>\n\nCommands:\n  sow <field>      Sow it\n  reap             Reap it\n\nGet Info:  tool get <what>\n  depth, width [unit]\n\nStore:\n  keep             Keep it\n',
      'sow reap get keep',
    ],
    [
      'clipanion',
      'Tool - 1.0.0\n\n  $ tool <command>\n\nWhere <command> is one of:\n\n  tool shed clean [--all]\n    empty it\n\n  tool shed open\n    open it\n\n  tool up\n    raise it\n\nYou can also print more:\n  the flag\n',
      'shed(clean open) up',
    ],
    [
      'adb, every subject with its own heading, summaries beside or below the rows',
      'global options:\n -a         listen on all network interfaces\n -s SERIAL  use device with given serial\n\ngeneral commands:\n devices [-l]             list connected devices\n help                     show this help message\n\nnetworking:\n connect HOST[:PORT]      connect to a device via TCP/IP\n disconnect [[HOST]:PORT] disconnect from given TCP/IP device, or all\n forward --list           list all forward socket connections\n forward [--no-rebind] LOCAL REMOTE\n     forward socket connection using:\n       tcp:<port> (<local> may be "tcp:0" to pick any open port)\n       dev:<character device name>\n forward --remove-all     remove all forward socket connections\n\nfile transfer:\n push [--sync] LOCAL... REMOTE\n     copy local files/directories to device\n\napp installation (see also `adb shell cmd package help`):\n install [-lrtsdg] [--instant] PACKAGE\n     push a single package to the device and install it\n     -r: replace existing application\n\nscripting:\n wait-for[-TRANSPORT]-STATE\n     wait for device to be in the given state\n get-state                print offline | bootloader | device\n get-serialno             print <serial-number>\n remount [-R]\n      remount partitions read-write\n root                     restart adbd with root permissions\n usb                      restart adbd listening on USB\n\nenvironment variables:\n $ADB_TRACE\n     comma-separated list of debug info to log\n',
      'devices help connect disconnect forward push install get-state get-serialno remount root usb',
    ],
    [
      'clipanion, whole calls below headings of their subjects, one of them on commands',
      'Datadog CI - 5.25.0\n\n  $ tool <command>\n\nGeneral commands\n\n  tool version\n    Get the current version.\n\nCI Visibility\n\n  tool junit upload [--verbose] [--dry-run] [--env #0] <basePaths> ...\n    Upload reports.\n\n  tool tag [--level #0]\n    Add tags.\n\nServerless\n\n  tool lambda flare [-d,--dry,--dry-run] [-f,--function #0]\n    Gather files.\n',
      'version junit(upload) tag lambda(flare)',
    ],
    [
      'az, groups and the state of a command before its colon',
      '\nGroup\n    tool\n\nSubgroups:\n    account                     : Manage subscriptions.\n    afd               [Preview] : Manage front doors.\n    deploymentmanager [Preview] : Create and manage rollouts.\n\nCommands:\n    login                       : Log in to Azure.\n    upgrade           [Preview] : Upgrade it.\n',
      'account afd deploymentmanager login upgrade',
    ],
    [
      'groups marked with a star',
      'Commands:\n\n  docs [options]    Opens the docs\n  login [options]   Logs in\n\nCommands groups:\n\n  app *             4 commands\n  spo *             383 commands\n',
      'docs login app spo',
    ],
    [
      'optparse, aliases in brackets',
      'Commands:\n  gather (collect, get)  Gathers\n  drop                   Drops\n',
      'gather|collect|get drop',
    ],
    [
      'cobra groups',
      'Core Commands:\n  dig   Digs\n\nManagement Commands:\n  hole*     Manage holes\n  spade     Manage spades\n\nHelp Topics:\n  depth     How deep\n',
      'dig hole spade',
    ],
    [
      'urfave, categories below the heading',
      'NAME:\n   tool - tends a garden\n\nUSAGE:\n   tool [global options] command\n\nCOMMANDS:\n   raw  does it raw\n\n   plants:\n     water, w  waters them\n\nGLOBAL OPTIONS:\n   --dry  no water\n',
      'raw water|w',
    ],
    [
      'Go-like prose heading',
      'Tool tends.\n\nUsage:\n\n\ttool <command> [arguments]\n\nThe commands are:\n\n\tbuild       compile it\n\tclean       remove it\n\nUse "tool help <command>" for more.\n\nAdditional help topics:\n\n\tlayout      how it lies\n',
      'build clean',
    ],
    [
      'prose headings that go on with the first',
      'list of commands:\n\nMaking:\n\n seed      sow one\n plant     set one\n\nTaking:\n\n reap      cut all\n\nadditional help topics:\n\n soil      what it is\n',
      'seed plant reap',
    ],
    [
      'sibling headings of the same column',
      'Usage: tool COMMAND ...\n\nCommands:\n  help     Shows help\n\nUndoing changes:\n  revert   Takes it back\n\nUser guides:\n  intro    Where to begin\n',
      'help revert',
    ],
    [
      'argparse with a metavar of its own',
      'usage: tool [-h] KIND ...\n\npositional arguments:\n  KIND\n    crop      Manage crops\n    herd      Manage herds\n\noptions:\n  -h, --help  show this\n',
      'crop herd',
    ],
    [
      'typer panels',
      ' Usage: tool [OPTIONS] COMMAND [ARGS]...\n\n╭─ Options ──────────────────╮\n│ *  --size  INTEGER  How big │\n╰────────────────────────────╯\n╭─ Commands ─────────────────╮\n│ mow      Mows the lawn.     │\n│ rake     Rakes it.          │\n╰────────────────────────────╯\n',
      'mow rake',
    ],
    [
      'symfony namespaces',
      'Available commands:\n  about        About it\n bed\n  bed:dig      Digs\n  bed:fill     Fills\n',
      'about bed:dig bed:fill',
    ],
    [
      'a grid, and a last line that is none',
      'Often used commands:\nadd      close    diff  \nmerge    open     push  \npull     stash    tag   \nThis is tool version 2.1\n',
      'add close diff merge open push pull stash tag',
    ],
    [
      'names in commas, unreadable ones left out',
      `Currently defined functions:\n\t[, [[, ${Array.from({ length: 60 }, (_, at) => `fun${at}`).join(', ')}\n`,
      Array.from({ length: 60 }, (_, at) => `fun${at}`).join(' '),
    ],
    [
      'names that may be cut short',
      'Usage: tool [OPTIONS] OBJECT { COMMAND | help }\n\nOBJECT\n  g[ate]     the gates\n  f[ence]    the fences\n',
      'gate|g fence|f',
    ],
    [
      'a definition of what the usage calls OBJECT',
      'Usage: tool [ OPTIONS ] OBJECT { COMMAND | help }\nwhere  OBJECT := { gate | fence |\n                   path }\n',
      'gate fence path',
    ],
    [
      'glib rows below the usage',
      'Usage:\n  tool [OPTION…]\n\n  open [DOOR]       Opens doors\n  block DOOR        Blocks one\n  check [DOOR|ALL]  Looks at it\n  close DOOR        Closes one\n\nHelp Options:\n  -h, --help  Show help\n',
      'open block check close',
    ],
    [
      'calls with text below them',
      'usage: tool <group> <command>\n\nOptions:\n  --help   print help\n\n    tool disk scan [options] <path>\n        Scans it\n    tool disk add <disk>\n    tool disk grow <disk>\n        Makes space\n    tool check <disk>\n        Checks it\n',
      'disk(scan add grow) check',
    ],
    [
      'ruled headings and calls that end with a colon',
      'git tool <command>\n\nCommands\n--------\n\nThese are them.\n\n=== High ones\n\ngit tool pull:\n  Fetches\ngit tool push:\n  Sends\n',
      'pull push',
    ],
  ])('%s', (style, text, commands) => {
    expect(namesIn(text, style.startsWith('ruled') ? 'git-tool' : 'tool')).toBe(commands)
  })

  test('ways to call the program that begin with different words are commands', () => {
    const usage =
      'usage: tool box [-v]\n   or: tool box add [-f] <name>\n   or: tool box rename <old> <new>\n   or: tool box remove <name>\n'
    const { commands } = read(usage, 'box', ['tool'])
    expect(shown(commands)).toBe('add rename remove')
    expect(commands[1]?.arguments.map(({ name }) => name)).toEqual(['old', 'new'])
  })

  test('an argument that a row repeats, and aliases in every spelling, are kept', () => {
    const { commands } = read(
      'Commands:\n  set <key> [value...]  Sets  (aliases: put, s)\n  rm, remove <key>      Removes\n  old                   [deprecated] Use set\n',
    )
    expect(shown(commands)).toBe('set|put|s remove|rm old')
    expect(commands[0]?.arguments).toEqual([
      { name: 'key', required: true, variadic: false },
      { name: 'value', required: false, variadic: true },
    ])
    expect(commands.map(({ deprecated }) => deprecated)).toEqual([false, false, true])
  })
})

test('the status of a command is not part of its summary, unless it is deprecated', () => {
  const { commands } = read(
    'Subgroups:\n    ad            : Manage it.\n    afd [Preview] : Manage doors.\n    old [Deprecated] : Once.\n',
  )
  expect(commands.map(({ summary, arguments: slots }) => [summary, slots])).toEqual([
    ['Manage it.', []],
    ['Manage doors.', []],
    ['[Deprecated] Once.', []],
  ])
  expect(commands.map(({ deprecated }) => deprecated)).toEqual([false, false, true])
})

test('notes between the rows do not determine where summaries begin', () => {
  const text =
    'Usage: tool video <command> [flags]\n\nCommands:\n  video generate  Generate a video\n  V2:   MiniMax-H3 (2K)\n  T2V:  Hailuo-2.3\n  S2V:  S2V-01\n  video task get  Query it\n  video download  Download it\n'
  expect(namesIn(text, 'video', ['tool'])).toBe('generate task(get) download')
})

describe('text that resembles commands', () => {
  test.each([
    ['prose', 'Notes:\n  keep in mind that all of this\n  is only text\n'],
    ['values', 'Colours:\n  red              like a rose\n  blue             like the sky\n'],
    ['names without text', 'Formats:\n  json\n  yaml\n'],
    ['numbered steps', 'First steps:\n  1. begin with it\n     and go on\n'],
  ])('%s below the commands', (_what, below) => {
    expect(namesIn(`Commands:\n  dig   Digs\n  fill  Fills\n\n${below}`)).toBe('dig fill')
  })

  test.each([
    ['two ways to call it', 'usage: tool in <file>\n   or: tool out <file>\n'],
    ['usage at the margin', 'Usage:\ntool get <a>\ntool set <a>\ntool del <a>\n'],
    [
      'ways to ask for help',
      'Basic commands:\n  tool help init      more on init\n  tool help topics    all topics\n',
    ],
    ['environment', 'Usage: tool <file>\n\nEnvironment:\n  tool_home   where\n  tool_path   how\n'],
    ['a box that is not closed', '╭─ Commands ──╮\n│'],
    ['a table of rules', 'Usage: tool FILE\n\nName\n----\nfirst   second\nthird   fourth\n'],
  ])('%s', (_, text) => {
    expect(namesIn(text)).toBe('')
  })
})

describe('examples', () => {
  const examplesIn = (lines: string): string[] => read(`Examples:\n${lines}`).examples

  test.each([
    ['  # Sow it\n  $ tool sow --deep\n', ['tool sow --deep']],
    ['  tool sow seed.txt    sows the seed\n', ['tool sow seed.txt']],
    ["  tool say 'two  words'\n", ["tool say 'two  words'"]],
    ['  tool sow \\\n    --deep \\\n    --wide\n', ['tool sow --deep --wide']],
    [
      '  TOOL_DEPTH=3 tool sow\n  cat seed | tool sow -\n',
      ['TOOL_DEPTH=3 tool sow', 'cat seed | tool sow -'],
    ],
    ['  Sows with the tool sow command.\n  tools sow\n', []],
    ['  tool a\n  tool a\n', ['tool a']],
  ])('%j', (lines, examples) => {
    expect(examplesIn(lines)).toEqual(examples)
  })
})

test('notes of a program about the call are not commands', () => {
  const text = 'Usage: tool <command>\n\nerror: parameter -s is required\nadd:    Add one\ndrop:   Drop it\n'
  expect(parseHelp(text, { name: 'tool' }).commands.map(({ name }) => name)).toEqual(['add', 'drop'])
})

describe('rows of commands that a program writes in its own way', () => {
  test('a letter that stands for the command, and an optional word before it', () => {
    const text = [
      'Usage: tool [options] <command>',
      '',
      '<command> is one of:',
      '  -?|usage         display a brief usage message',
      '  -c|check <file>  checks a file',
      '  list             lists what is wrong',
      '  [dump] config    shows the configuration',
      '',
      '[options] is any of the following:',
      '',
      '  --conf=<str>                main configuration file',
      '',
      'Available Filter Modes:',
      '    Modes are combinations of filters.',
      '',
      '  url        mode to skip addresses',
      '  html       mode for HTML documents',
    ].join('\n')
    expect(namesIn(text)).toBe('usage check list config')
  })

  test('examples in a column between names and summaries', () => {
    const text = [
      'Usage: tool <command> [...flags]',
      '',
      'Commands:',
      '  run       ./my-script.ts       Execute a file',
      '            lint                 Run a script of the package',
      '  test                           Run the tests',
      '  add       elysia               Add a dependency',
      '  update    elysia               Update dependencies',
    ].join('\n')
    expect(read(text).commands.map(({ name, summary }) => [name, summary])).toEqual([
      ['run', 'Execute a file lint                 Run a script of the package'],
      ['test', 'Run the tests'],
      ['add', 'Add a dependency'],
      ['update', 'Update dependencies'],
    ])
  })

  test('the place of a file is no command', () => {
    const text = [
      'Usage: tool [options] [file]',
      '',
      'At the start, it reads these files and executes their commands:',
      '   * system-wide init files: /etc/tool/init',
    ].join('\n')
    expect(namesIn(text)).toBe('')
  })
})
