import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { CommandNode, type CommandOption } from '../../packages/help/src/command-tree.ts'
import { parseHelp } from '../../packages/help/src/screen/parse-help.ts'
import { cpuTime } from '../support/cpu-time.ts'

const screen = (file: string): string =>
  readFileSync(new URL(`../fixtures/help/${file}.txt`, import.meta.url), 'utf8')

const namesOf = (option: CommandOption): string =>
  `${[...option.short, ...option.long].join(' ')}${option.value === null ? '' : ` <${option.value.name}>`}`

const optionOf = (node: CommandNode, name: string): CommandOption => {
  const found = node.options.find(({ long, short }) => long.includes(name) || short.includes(name))
  if (found === undefined) throw new Error(`no option ${name}`)
  return found
}

interface Expectation {
  file: string
  name: string
  parents?: string[]
  commands: string
  /** Some of the options, as names and placeholder. */
  options: string[]
  count: number
  args?: string
}

const screens: Expectation[] = [
  {
    file: 'svgo',
    name: 'svgo',
    commands: '',
    count: 19,
    args: 'INPUT',
    options: ['-i --input <INPUT>', '--no-color'],
  },
  {
    file: 'redocly-check-config',
    name: 'check-config',
    parents: ['redocly'],
    commands: '',
    count: 3,
    options: ['--config <string>', '--lint-config <value>'],
  },
  {
    file: 'heroku-auth',
    name: 'auth',
    parents: ['heroku'],
    commands: 'auth:2fa auth:login auth:logout auth:token auth:whoami',
    count: 0,
    options: [],
  },
  {
    file: 'heroku-access-add',
    name: 'access:add',
    parents: ['heroku'],
    commands: '',
    count: 4,
    args: 'EMAIL',
    options: ['-a --app <value>', '--prompt'],
  },
  {
    file: 'vite',
    name: 'vite',
    commands: 'build optimize preview',
    count: 18,
    args: 'root',
    options: ['-c --config <file>', '--cors'],
  },
  {
    file: 'nypm',
    name: 'nypm',
    commands: 'install i add remove rm uninstall un detect dedupe run',
    count: 0,
    options: [],
  },
  {
    file: 'gh',
    name: 'gh',
    commands:
      'auth browse codespace gist issue pr release repo run workflow alias api completion config extension gpg-key label search secret ssh-key status',
    count: 2,
    options: ['--help', '--version'],
  },
  {
    file: 'gh-browse',
    name: 'browse',
    parents: ['gh'],
    commands: '',
    count: 8,
    options: ['-b --branch <string>', '-c --commit'],
  },
  {
    file: 'cargo',
    name: 'cargo',
    commands:
      'build check clean doc new init add remove run test bench update search publish install uninstall',
    count: 13,
    args: '+toolchain',
    options: ['-v --verbose', '--explain <CODE>', '-C <DIRECTORY>'],
  },
  {
    file: 'rustup-default',
    name: 'default',
    parents: ['rustup'],
    commands: '',
    count: 2,
    args: 'TOOLCHAIN',
    options: ['--force-non-host'],
  },
  {
    file: 'csvcut',
    name: 'csvcut',
    commands: '',
    count: 20,
    args: 'FILE',
    options: ['-d --delimiter <DELIMITER>', '-S --skipinitialspace'],
  },
  {
    file: 'khal',
    name: 'khal',
    commands:
      'at calendar configure edit import interactive list new printcalendars printformats printics search',
    count: 6,
    options: ['-v --verbosity <LVL>', '--color'],
  },
  {
    file: 'beet',
    name: 'beet',
    commands: 'config fields help import list modify move remove stats update version write',
    count: 8,
    options: ['-l --library <LIBRARY>', '--format-item <FORMAT_ITEM>'],
  },
  {
    file: 'ia',
    name: 'ia',
    commands: 'help configure metadata upload download delete search tasks list copy move reviews',
    count: 7,
    options: ['-c --config-file <FILE>', '-h --help'],
  },
  {
    file: 'jq',
    name: 'jq',
    commands: '',
    count: 16,
    args: 'jq filter file strings JSON_TEXTS',
    options: ['-c', '--arg <<a> <v>>', '--tab'],
  },
  {
    file: 'git-commit',
    name: 'commit',
    parents: ['git'],
    commands: '',
    count: 38,
    args: 'pathspec',
    options: ['-F --file <file>', '-q --quiet'],
  },
  {
    file: 'promtool-check',
    name: 'check',
    parents: ['promtool'],
    commands: 'service-discovery config web-config rules metrics',
    count: 4,
    options: ['--enable-feature <value>'],
  },
  {
    file: 'tmux',
    name: 'tmux',
    commands: '',
    count: 13,
    options: ['-2', '-c <shell-command>', '-T <features>'],
  },
  {
    file: 'openssl-gendsa',
    name: 'gendsa',
    parents: ['openssl'],
    commands: '',
    count: 10,
    options: ['-out <outfile>', '-verbose'],
  },
  {
    file: 'npm-docs',
    name: 'docs',
    parents: ['npm'],
    commands: '',
    count: 5,
    args: 'pkgname',
    options: ['-w --workspace <workspace-name>', '--browser <browser>'],
  },
  {
    file: 'vercel-crons',
    name: 'crons',
    parents: ['vercel'],
    commands: 'add list run',
    count: 10,
    options: ['-Q --global-config <DIR>', '--cwd <DIR>'],
  },
  {
    file: 'pandoc',
    name: 'pandoc',
    commands: '',
    count: 96,
    args: 'FILES',
    options: ['-f -r --from --read <FORMAT>', '--data-dir <DIRECTORY>'],
  },
]

describe('real help screens', () => {
  test.each(screens)('$file', ({ file, name, parents = [], commands, options, count, args = '' }) => {
    const node = parseHelp(screen(file), { name, parents })
    expect(node.commands.map((command) => command.name).join(' ')).toBe(commands)
    expect(node.options.map(namesOf)).toEqual(expect.arrayContaining(options))
    expect(node.options).toHaveLength(count)
    expect(node.arguments.map((argument) => argument.name).join(' ')).toBe(args)
    expect(node.warnings).toEqual([])
    expect(CommandNode.parse(node)).toEqual(node)
  })
})

describe('a usage line', () => {
  test('names the program and not the path that started it', () => {
    const { usage } = parseHelp('Usage: /usr/bin/jq [options] <filter>\n       /usr/bin/jq --args\n', {
      name: 'jq',
    })
    expect(usage.map((line) => line.split(' ')[0])).toEqual(usage.map(() => 'jq'))
    expect(parseHelp('Usage: ./x/other <a>', { name: 'jq' }).usage).toEqual(['./x/other <a>'])
  })
})

describe('a row', () => {
  test('aliases of commands, in the ways of clap, optparse and commander', () => {
    const cargo = parseHelp(screen('cargo'), { name: 'cargo' })
    expect(cargo.commands.find(({ name }) => name === 'build')?.aliases).toEqual(['b'])
    const beet = parseHelp(screen('beet'), { name: 'beet' })
    expect(beet.commands.find(({ name }) => name === 'import')?.aliases).toEqual(['imp', 'im'])
    const other = parseHelp('Commands:\n  i | install [x]  Install\n  ls|list  List\n', { name: 'x' })
    expect(other.commands.map(({ name, aliases }) => [name, aliases])).toEqual([
      ['install', ['i']],
      ['list', ['ls']],
    ])
  })

  test('groups, summaries over several lines, environment, choices and defaults', () => {
    const gh = parseHelp(screen('gh'), { name: 'gh' })
    expect(gh.commands.find(({ name }) => name === 'run')?.group).toBe('GITHUB ACTIONS COMMANDS')
    expect(gh.summary).toBe('Work seamlessly with GitHub from the command line.')
    expect(gh.examples).toContain('gh pr checkout 321')
    const add = parseHelp(screen('heroku-access-add'), { name: 'access:add', parents: ['heroku'] })
    expect(optionOf(add, '--app')).toMatchObject({
      env: 'HEROKU_APP',
      required: true,
      description: '(required) [env: HEROKU_APP] app to run command against',
    })
    const check = parseHelp(screen('redocly-check-config'), { name: 'check-config', parents: ['redocly'] })
    expect(optionOf(check, '--lint-config')).toMatchObject({
      choices: ['warn', 'error', 'off'].slice(0, 2),
      default: 'error',
    })
    expect(optionOf(parseHelp(screen('khal'), { name: 'khal' }), '--color').negatable).toBe(true)
    expect(
      optionOf(parseHelp(screen('git-commit'), { name: 'commit', parents: ['git'] }), '--status').negatable,
    ).toBe(false)
    expect(optionOf(parseHelp(screen('cargo'), { name: 'cargo' }), '--verbose').repeatable).toBe(true)
  })

  test.each([
    ['  --[no-]color   x', '--color', true],
    ['  --color / --no-color  x', '--color', true],
    ['  -S, --[no]smart-case  x', '--smart-case', true],
    ['  --plain  x', '--plain', false],
  ])('negation in %j', (row, name, negatable) => {
    expect(optionOf(parseHelp(`Options:\n${row}\n`, { name: 'x' }), name).negatable).toBe(negatable)
  })

  test.each([
    ['--color[=WHEN]', { name: 'WHEN', optional: true, glued: true }],
    ['--color=<when>', { name: 'when', optional: false, glued: true }],
    ['--level <n>', { name: 'n', optional: false, glued: false, type: 'number' }],
    ['--out FILE', { name: 'FILE', optional: false, glued: false, type: 'path' }],
    ['--field key=value', { name: 'key=value', optional: false }],
    ['--mode {a,b}', { name: 'a,b', optional: false }],
    ['--watch [path]', { name: 'path', optional: true }],
    ['--file=[]:', { name: 'value', glued: true }],
  ])('the value of %s', (row, value) => {
    const [option] = parseHelp(`Flags:\n  ${row}   Says what it does\n`, { name: 'x' }).options
    expect(option?.value).toMatchObject(value)
    expect(option?.description).toBe('Says what it does')
  })

  test('marks options of global sections, and does not treat words of a sentence as options', () => {
    const node = parseHelp(
      'Options:\n  --real  Does it, unlike\n          --unreal which is prose\n\nGlobal Flags:\n  --config string  The file\n',
      { name: 'x' },
    )
    expect(node.options.map(({ long, inherited }) => [long[0], inherited])).toEqual([
      ['--real', false],
      ['--config', true],
    ])
  })

  test('ends placeholders of any spelling where the summary begins', () => {
    const node = parseHelp(
      'Unit Commands:\n  list-units [PATTERN...]             List units\n  set-property UNIT PROPERTY=VALUE... Set one or more\n                                      properties\n  stop UNIT...                        Stop\n',
      { name: 'x' },
    )
    expect(node.commands.map((command) => [command.name, command.arguments.map(({ name }) => name)])).toEqual(
      [
        ['list-units', ['PATTERN']],
        ['set-property', ['UNIT']],
        ['stop', ['UNIT']],
      ],
    )
  })

  test('reads argparse commands from the braces and the rows below them', () => {
    const node = parseHelp(
      'usage: tool [-h] {add,remove} ...\n\npositional arguments:\n  {add,remove}\n    add         Add one\n    remove      Remove one\n\noptions:\n  -h, --help  show this\n',
      { name: 'tool' },
    )
    expect(node.commands.map(({ name, summary }) => [name, summary])).toEqual([
      ['add', 'Add one'],
      ['remove', 'Remove one'],
    ])
    expect(node.arguments).toEqual([])
  })

  test('nests commands of several words, even if a row repeats the program', () => {
    const node = parseHelp('Commands:\n  tool config get <key>  Get one\n  tool config set  Set one\n', {
      name: 'tool',
    })
    expect(node.commands.map(({ name, commands }) => [name, commands.map((child) => child.name)])).toEqual([
      ['config', ['get', 'set']],
    ])
  })

  test('invents nothing without help', () => {
    for (const text of [
      '',
      '\n\n',
      'Segmentation fault',
      'error: unknown option --help',
      'Hello  world\n- a\n- b\n',
    ])
      expect(parseHelp(text, { name: 'x' })).toMatchObject({ commands: [], options: [], arguments: [] })
  })
})

describe('terminal output', () => {
  test('is read as it is displayed, with colors, links, overstrikes, carriage returns and tabs', () => {
    const text =
      '\u001b[1mOPTIONS\u001b[0m\r\n  \u001b]8;;https://x\u0007--link\u001b]8;;\u0007\tOpens\n  -\b--\b-b\bbo\bol\bld\bd   Bold text\n'
    expect(
      parseHelp(text, { name: 'x' }).options.map(({ long, description }) => [long[0], description]),
    ).toEqual([
      ['--link', 'Opens'],
      ['--bold', 'Bold text'],
    ])
  })

  test('is read without invisible and bidirectional characters', () => {
    const node = parseHelp('Options:\n  --a\u200bb  Te\u202ext\n', { name: 'x' })
    expect(node.options[0]).toMatchObject({ long: ['--ab'], description: 'Text' })
  })
})

const megabyte = (unit: string): string => unit.repeat(Math.ceil(1_000_000 / unit.length))

describe('1 MB of hostile text is parsed in under a second', () => {
  test.each([
    ['dashes', megabyte('-')],
    ['open brackets', megabyte('<[{(')],
    ['option with open brackets', megabyte('--a <[{(')],
    ['rows of open brackets', megabyte('  --abc <<<<<<<<[[[[[[{{{{{((((\n')],
    ['spaces', megabyte(' ')],
    ['rows of spaces and a dash', megabyte(`${' '.repeat(200)}-a\n`)],
    ['names in commas', megabyte('-a,')],
    ['bars', megabyte('a|')],
    ['escapes without end', megabyte('\u001b]8;')],
    ['escape digits', megabyte('\u001b[1;2;3;')],
    ['backspaces', megabyte('a\b')],
    ['tabs', megabyte('\t')],
    ['headings', megabyte('Commands:\n')],
    ['unknown headings', megabyte('Some heading:\n  text\n')],
    ['examples and rows', megabyte('Examples:\n-a  text\n')],
    ['commands', `Commands:\n${megabyte('  name  text\n')}`],
    [
      'different options',
      `Options:\n${Array.from({ length: 60_000 }, (_, at) => `  --x${at}  text`).join('\n')}`,
    ],
    ['usage', `Usage: x ${megabyte('[-a <b> [-c')}`],
    ['usage lines', megabyte('Usage: x [-a] <b>...\n')],
    ['choices', `Options:\n  --a  one of: ${megabyte('a, ')}`],
    ['quotes', megabyte('--a "\'`')],
    ['surrogates', megabyte('\ud83d')],
    ['grid', `Commands:\n${megabyte('aa  bb  cc\n')}`],
    ['deeper and deeper', Array.from({ length: 1_400 }, (_, at) => `${' '.repeat(at)}-a`).join('\n')],
  ])('%s', (_, text) => {
    expect(cpuTime(() => parseHelp(text, { name: 'x' }))).toBeLessThan(1_000)
  })
})
