import { describe, expect, test } from 'vitest'
import type { CommandNode, CommandOption } from '../../packages/help/src/command-tree.ts'
import { parseHelp } from '../../packages/help/src/screen/parse-help.ts'

const read = (text: string): CommandNode => parseHelp(text, { name: 'tool' })
const rows = (text: string): CommandOption[] => read(`Options:\n${text}\n`).options

/** An option in short: names, `<value>` or `[value]`, and the facts that are not empty. */
function brief(option: CommandOption): string {
  const { short, long, value, choices, env } = option
  const marks = (['repeatable', 'required', 'negatable', 'deprecated'] as const).filter(
    (mark) => option[mark],
  )
  return [
    ...short,
    ...long,
    ...(value === null ? [] : [value.optional ? `[${value.name}]` : `<${value.name}>`]),
    ...(choices.length > 0 ? [`one of ${choices.join(' ')}`] : []),
    ...(option.default === null ? [] : [`default ${option.default}`]),
    ...(env === null ? [] : [`env ${env}`]),
    ...marks,
  ].join(' ')
}

describe('help of parsers with their own format', () => {
  test('dots may lead from an option to its description', () => {
    const options = rows(
      [
        '  -t, --theme name ......... colors of the output',
        '  -w, --watch path.......... files that start it again',
        '  --all .................... with files .... of others',
        '  --tail ...                 keeps what follows',
      ].join('\n'),
    )
    expect(options.map(brief)).toEqual(['-t --theme <name>', '-w --watch <path>', '--all', '--tail'])
    expect(options.slice(0, 3).map(({ description }) => description)).toEqual([
      'colors of the output',
      'files that start it again',
      'with files .... of others',
    ])
  })

  test('typer draws frames, with short names and types in columns of their own', () => {
    const node = read(
      [
        ' Usage: tool [OPTIONS] NAME [EXTRA]...  ',
        '',
        '╭─ Arguments ──────────────────────────────────────────────────────────╮',
        '│ *    name   TEXT        Whom to greet [default: None] [required]      │',
        '│      extra  [EXTRA]...  And whom else                                 │',
        '╰──────────────────────────────────────────────────────────────────────╯',
        '╭─ Options ────────────────────────────────────────────────────────────╮',
        '│ *  --user                 TEXT           Who greets [required]        │',
        '│    --count  -c            INTEGER RANGE [0<=x<=9]  Times [default: 1]  │',
        '│    --loud       --no-loud                Shout                        │',
        '│    --mood                 [glad|sad]     The mood [env var: TOOL_MOOD] │',
        '│    --help                                Show this message and exit.  │',
        '╰──────────────────────────────────────────────────────────────────────╯',
        '╭─ Commands ───────────────────────────────────────────────────────────╮',
        '│ wave   Waves.                                                        │',
        '│ bow    Bows.                                                         │',
        '╰──────────────────────────────────────────────────────────────────────╯',
      ].join('\n'),
    )
    expect(node.options.map(brief)).toEqual([
      '--user <TEXT> required',
      '-c --count <INTEGER> default 1',
      '--loud negatable',
      '--mood <glad|sad> one of glad sad env TOOL_MOOD',
      '--help',
    ])
    expect(node.commands.map(({ name }) => name)).toEqual(['wave', 'bow'])
    expect(node.arguments.map(({ name }) => name.toLowerCase())).toEqual(['name', 'extra'])
  })

  test('a frame without a title is a notice', () => {
    const node = read('╔══════════╗\n║  --new 2  ║\n╚══════════╝\nOptions:\n  --real  Text\n')
    expect(node.options.map(brief)).toEqual(['--real'])
  })

  test('picocli clusters letters in the usage and repeats placeholders', () => {
    const node = read(
      [
        'Usage: tool [-hV] [--[no-]cache] [-p[=<pw>]] [-t=<kinds>[,<kinds>...]]... <input>',
        '  -h, --help           Show this help message and exit.',
        '      --[no-]cache     Use the cache.',
        '  -l, --level=<level>  Level, one of: LOW, MID, HIGH',
        '                         Default: MID',
        '  -p, --pass[=<pw>]    Asks for it.',
        '  -t, --kinds=<kinds>[,<kinds>...]',
        '                       Kinds to keep.',
        '  -V, --version        Print version information.',
      ].join('\n'),
    )
    expect(node.options.map(brief)).toEqual([
      '-h --help',
      '--cache negatable',
      '-l --level <level> one of LOW MID HIGH default MID',
      '-p --pass [pw]',
      '-t --kinds <kinds> repeatable',
      '-V --version',
    ])
    expect(node.options.find(({ long }) => long[0] === '--level')?.value?.type).toBe('unknown')
    expect(node.options.find(({ long }) => long[0] === '--kinds')?.value?.type).toBe('list')
  })

  test('urfave/cli names the value on both names, repeats the option in brackets and lists variables', () => {
    const node = read(
      [
        'NAME:\n   tool - does\n\nUSAGE:\n   tool [global options] [arguments...]\n\nGLOBAL OPTIONS:',
        '   --config FILE, -c FILE           Load FILE (default: "/etc/t.toml") [$TOOL_CFG, $T_CFG]',
        '   --label value [ --label value ]  set labels',
        '   --help, -h                       show help',
      ].join('\n'),
    )
    expect(node.options.map(brief)).toEqual([
      '-c --config <FILE> default /etc/t.toml env TOOL_CFG',
      '--label <value> repeatable',
      '-h --help',
    ])
  })

  test('letters that follow a name are values of their own, and a phrase is one', () => {
    const options = rows(
      ['  --arg a v           set variable $a to value <v>;', '  --pair output file  where to write'].join(
        '\n',
      ),
    )
    expect(options.map(brief)).toEqual(['--arg <<a> <v>>', '--pair <output file>'])
  })

  test('a choice that ends in -file is not a path', () => {
    const [order, file] = rows(
      ['  --order <cli-override|prefer-file>  Order', '  --config <rules-file>  Configuration'].join('\n'),
    )
    expect([order?.value?.type, order?.choices]).toEqual(['unknown', ['cli-override', 'prefer-file']])
    expect(file?.value?.type).toBe('path')
  })

  test('a default in prose may begin like a phrase, and be all of it', () => {
    const options = rows(
      [
        '  --quote <as-needed|always>  When to quote. Defaults to as-needed.',
        '  --commas <all|none>         Where commas go. Defaults to all.',
        '  --files <list>              Files to read. Defaults to all files here.',
        '  --name <word>               Name to use. Defaults to the one of the folder.',
        '  --place <word>              Place to use. Defaults to as many as fit.',
      ].join('\n'),
    )
    expect(options.map((option) => option.default)).toEqual(['as-needed', 'all', null, null, null])
  })

  test('kingpin and terraform print the default where others name the value', () => {
    expect(
      rows(
        [
          '      --server=127.0.0.1  Server address.',
          '      --listen=":9100"    Where to listen.',
          '      --retries=3         How often.',
          '      --tag=TAG ...       Tags.',
          '      --log=info          One of: [debug, info, warn]',
          '      --place="<path>"    Where to look.',
        ].join('\n'),
      ).map(brief),
    ).toEqual([
      '--server <value> default 127.0.0.1',
      '--listen <value> default :9100',
      '--retries <value> default 3',
      '--tag <TAG> repeatable',
      '--log <info> one of debug info warn',
      '--place <path>',
    ])
  })

  test('kingpin lists a command with its flags, which are not those of the screen', () => {
    const node = read(
      'Flags:\n  --debug  Say more\n\nCommands:\n  add [<flags>] <name>\n    Add one.\n\n    --dir=DIR  Where.\n',
    )
    expect(node.options.map(brief)).toEqual(['--debug'])
  })

  test('cmdliner tells the default and the variable in brackets behind the names', () => {
    const node = read(
      [
        'OPTIONS',
        '       --color=WHEN (absent=auto or TOOL_COLOR env)',
        '           Colour the output. WHEN must be one of auto, always or never.',
        '',
        '       -j N, --jobs=N (absent=4)',
        '           How many at once. Below, with the same indentation,',
        '           --jobs=1 means one by one.',
        '',
        '       -n, --no',
        '           Answer no. The same as',
        '           --answer=no in other tools.',
      ].join('\n'),
    )
    expect(node.options.map(brief)).toEqual([
      '--color <WHEN> one of auto always never default auto env TOOL_COLOR',
      '-j --jobs <N> default 4',
      '-n --no',
    ])
  })

  test('names that end with a comma continue on the next line', () => {
    expect(
      rows('  -a, --all,\n      --no-questions    take all of them\n  -q, --quiet         say less').map(
        brief,
      ),
    ).toEqual(['-a --all --no-questions', '-q --quiet'])
  })

  test('names one above the other with one description are one option, a bare list of names is not', () => {
    expect(rows('  -f\n  --force\n        Do it.\n\n  --next  Another').map(brief)).toEqual([
      '-f --force',
      '--next',
    ])
    expect(rows('  --one\n  --two\n  --three').map(brief)).toEqual(['--one', '--two', '--three'])
  })

  test('optionator writes types in capitals and doubled colons', () => {
    expect(
      rows(
        '  -c, --config path::String  Use this file\n  --ext [String]             Endings\n  --max-warnings Int         How many\n',
      ).map(brief),
    ).toEqual(['-c --config <path>', '--ext [String]', '--max-warnings <Int>'])
  })

  test('options may have single dashes, attached values and shared dashes', () => {
    expect(
      rows(
        [
          '  -Wa,<options>        For the assembler',
          '  --define:K=V         Set a constant',
          '  --env.* <value>      Set a variable',
          '  -T#                  So many threads',
          '  -iR <num hosts>: Choose some',
          '  --exclude <a[,b],...>: Leave these out',
          '  -sS/sT/sA: Ways to look',
          '  --min-rate/max-rate <n>: How fast',
        ].join('\n'),
      ).map(brief),
    ).toEqual([
      '-Wa <options>',
      '--define: <K=V>',
      '--env <value>',
      '-T <#>',
      '-iR <num hosts>',
      '--exclude <<a[,b],>> repeatable',
      '-sS -sT -sA',
      '--min-rate --max-rate <n>',
    ])
  })

  test('verbosity is a repeated letter', () => {
    expect(rows('  -v|vv|vvv, --verbose  Say more\n  -q|-qq  Say less').map(brief)).toEqual([
      '-v --verbose repeatable',
      '-q repeatable',
    ])
  })

  test('short names may be in brackets after the long one', () => {
    expect(rows('  --basis (-B)  Cost\n  --output FILE (-o)  Where to').map(brief)).toEqual([
      '-B --basis',
      '-o --output <FILE>',
    ])
  })
})

describe('a description of an option', () => {
  test.each([
    ['(choices: "a-b", "c", default: "c")', 'a-b c'],
    ['[choices: "default", "json"] [default: "default"]', 'default json'],
    ['[possible values: none, all, default]', 'none all default'],
    ['[possible values: default, long]', 'default long'],
    ['The kind: {bash|zsh|fish}', 'bash zsh fish'],
    ['Says how <options: info|warn|e rror|fatal>', 'info warn error fatal'],
    ['[possible values: *auto*, never]', 'auto never'],
    ['One of: [debug, info]', 'debug info'],
    ['Must be one of x1, x2 or x3.', 'x1 x2 x3'],
    ['One of never (do nothing), warn (say so), force (do it)', 'never warn force'],
    ["Can be 'fast' or 'slow'.", 'fast slow'],
    ['<options: json|text>', 'json text'],
    ['Format (json|text)', 'json text'],
    ['Time between two runs (ms|s|m|h)', ''],
    ['Possible values: - on: always - off: never', 'on off'],
    ['Names, such as one, two or three', ''],
    ['{a,b,c}  Field names', ''],
    ['One of your friends, or mine', ''],
    ['Formats (json, text and others)', ''],
  ])('choices of %j', (text, choices) => {
    expect(rows(`  --mode <m>  ${text}`)[0]?.choices.join(' ')).toBe(choices)
  })

  test('true and false are of no value: a switch is either', () => {
    const [option] = rows('  --strict  Be strict (one of: true, false)')
    expect(option?.value).toBeNull()
  })

  test.each(['one of: es6, esnext', "Options are 'es6' and 'esnext'.", '(es6|esnext)'])(
    'choices without a placeholder are of a value: %s',
    (text) => {
      const [option] = rows(`  --mode  Set the mode: ${text}`)
      expect([option?.value?.name, option?.choices]).toEqual(['value', ['es6', 'esnext']])
    },
  )

  test('a list that is indented below a few options at the margin', () => {
    const text = [
      'Usage: tool [OPTIONS] [database]',
      '',
      'The following options may be given as the first argument:',
      '--print-defaults   Print the arguments and exit.',
      '--no-defaults      Read no option files.',
      '',
      '  -?, --help       Display this help and exit.',
      '  -B, --batch      Print results with tabs. Does not ask',
      '                   for anything.',
      '  --binary-mode',
      '                   Keep all bytes.',
      '  -h, --host=name  Connect to host.',
      '  -u, --user=name  User for login.',
      '  -E, --vertical   Print rows below each other.',
    ]
    expect(read(text.join('\n')).options.map(brief)).toEqual([
      '--print-defaults',
      '--no-defaults',
      '-? --help',
      '-B --batch',
      '--binary-mode',
      '-h --host <name>',
      '-u --user <name>',
      '-E --vertical',
    ])
  })

  test.each([
    ['{a,b}', 'a b'],
    ['<always|never>', 'always never'],
    ['on/off', 'on off'],
    ['always/never/auto', 'always never auto'],
    ['CODE1,CODE2..', ''],
    ['FILE|DIR', ''],
    ['<name|path>', ''],
    ['<file|url>', ''],
    ['<none|NUMBER>', ''],
    ['<date|dur>', ''],
    ['<Int|String>', ''],
    ['{a,b,c}', ''],
    ['{d,e,f}', ''],
    ['{a,c,e}', 'a c e'],
    ['<file|dir>', 'file dir'],
    ['n,m', ''],
    ['TID:left,top', ''],
  ])('choices of the placeholder %s', (placeholder, choices) => {
    expect(rows(`  --mode=${placeholder}  Says how`)[0]?.choices.join(' ')).toBe(choices)
  })

  test('a number or an address as default implies a value', () => {
    expect(
      rows('  -p  Port to use [8080]\n  -a  Address to use [0.0.0.0]\n  -s  Say less [1]').map(
        ({ value }) => value?.type,
      ),
    ).toEqual(['number', 'unknown', undefined])
  })

  test.each([
    ['(default: x y)', 'x y'],
    ["(default: 'Tool (Linux; x64) Engine')", 'Tool (Linux; x64) Engine'],
    ['(default: <n>=100)', '100'],
    ['[8080]', '8080'],
    ['[0.0.0.0]', '0.0.0.0'],
    ['[1]', null],
    ['(default 10s)', '10s'],
    ['(default [])', '[]'],
    ['(default locations are many)', null],
    ['Default is 200.', '200'],
    ['[default: 0 (automatic)]', '0'],
    ['default is n=2', null],
    ['(auto by default)', 'auto'],
    ['(default: $TOOL_X)', null],
  ])('default of %j', (text, written) => {
    expect(rows(`  --mode <m>  Text ${text}`)[0]?.default).toBe(written)
  })

  test.each([
    ['(default: $TOOL_X)', 'TOOL_X'],
    ['[env: TOOL_X=]', 'TOOL_X'],
    ['[env var: TOOL_X]', 'TOOL_X'],
    ['[$TOOL_X, $Y]', 'TOOL_X'],
    ['Environment variable: TOOL_X', 'TOOL_X'],
    ['If the TERM is dumb', null],
  ])('variable of %j', (text, env) => {
    expect(rows(`  --mode <m>  Text ${text}`)[0]?.env).toBe(env)
  })

  test.each([
    ['Can be repeated.', true],
    ['may be specified more than once', true],
    ['Can be given several times', true],
    ['It cannot be used multiple times', false],
  ])('repeated: %j', (text, repeatable) => {
    expect(rows(`  --mode <m>  ${text}`)[0]?.repeatable).toBe(repeatable)
  })

  test('other names, and those only of another option', () => {
    expect(rows('  --skip-it  Leave it (Alias: --no-it)').map(brief)).toEqual(['--skip-it --no-it'])
    expect(rows('  --out <f>  Where [aliases: o, output]').map(brief)).toEqual(['-o --out --output <f>'])
    expect(rows('  --it  Alias for --that').map(brief)).toEqual(['--it'])
  })

  test('a number as default means that the option takes a value, on and off do not', () => {
    expect(rows('  -n  Requests. Default is 200.')[0]?.value).toMatchObject({ type: 'number' })
    expect(
      rows('  --fast  Go (default: false)\n  --calm  Slow (default: 0)').map(({ value }) => value),
    ).toEqual([null, null])
  })

  test('required and deprecated are markers, not words of a sentence', () => {
    expect(
      rows(
        '  --a  Ask (required for X)\n  --b <v>  Name (required)\n  --c  Warn if it is deprecated\n  --d  [deprecated] Old',
      ).map(brief),
    ).toEqual(['--a', '--b <v> required', '--c', '--d deprecated'])
  })
})

describe('usage lines', () => {
  test('a word outside brackets that takes a value is required', () => {
    const node = read(
      'Usage: tool (-t|--target TARGET) --name=<n> [--loud|--soft] FILES...\n\nOptions:\n  -t,--target TARGET  Where\n',
    )
    expect(node.options.map(brief)).toEqual([
      '-t --target <TARGET> required',
      '--name <n> required',
      '--loud',
      '--soft',
    ])
    expect(node.arguments).toEqual([{ name: 'FILES', required: true, variadic: true }])
  })

  test('a command to run is an argument where no commands are listed', () => {
    expect(
      read('Usage: tool exec <container> <command>\n\nOptions:\n  -t  Terminal\n').arguments.map(
        ({ name }) => name,
      ),
    ).toEqual(['container', 'command'])
    expect(read('Usage: tool <command>\n\nCommands:\n  add  Adds\n  rm   Removes\n').arguments).toEqual([])
  })

  test('a paragraph that wraps before an option contains no option', () => {
    const node = read(
      `Options:\n  --real  Text\n\n${'words '.repeat(12)}\n-E/--empty to see them\n\nMore options:\n  --other  Text\n`,
    )
    expect(node.options.map(brief)).toEqual(['--real', '--other'])
  })
})

describe('types of values', () => {
  const typeOf = (placeholder: string) => rows(`  --option <${placeholder}>  Text`)[0]?.value?.type

  test.each(['level', 'log-level', 'version', 'time', 'date', 'id', 'interval', 'duration', 'range'])(
    '<%s> is not treated as a number',
    (placeholder) => expect(typeOf(placeholder)).not.toBe('number'),
  )

  test.each(['n', 'number', 'port', 'count', 'depth', 'seconds'])('<%s> is a number', (placeholder) =>
    expect(typeOf(placeholder)).toBe('number'),
  )
})

describe('how often an option may be used', () => {
  const isRepeatable = (text: string): boolean | undefined =>
    parseHelp(`Options:\n  --one <x>  ${text}\n`, { name: 'tool' }).options[0]?.repeatable

  test.each(['Take it (multiple times)', 'Use multiple times for more', 'What to skip (default: [])'])(
    '%s: repeatedly',
    (text) => {
      expect(isRepeatable(text)).toBe(true)
    },
  )

  test.each(['Pass over the files multiple times', 'Wait several times as long'])('%s: once', (text) => {
    expect(isRepeatable(text)).toBe(false)
  })
})

test('the sign that ends each row of a list is no part of a description', () => {
  const options = rows('  -c, --compact  compact instead of pretty;\n  --none  To: undisclosed-recipients:;')
  expect(options.map(({ description }) => description)).toEqual([
    'compact instead of pretty',
    'To: undisclosed-recipients:;',
  ])
})

test('names that are wrapped beside their description are one option', () => {
  const [bucket, key, ...others] = rows(
    [
      '  -b, --bootstrap-bucket-name,         The name of the toolkit bucket;',
      '  --toolkit-bucket-name, --tb,         it will be created and must not',
      '  --bn                                 exist                   [string]',
      '      --key                            AWS key                 [string]',
      '      --odd,                           A comma that nothing follows',
    ].join('\n'),
  )
  expect(bucket).toMatchObject({
    long: ['--bootstrap-bucket-name', '--toolkit-bucket-name', '--tb', '--bn'],
    short: ['-b'],
    value: { type: 'string' },
    description: expect.stringMatching(
      /^The name of the toolkit bucket; it will be created and must not exist/,
    ),
  })
  expect(key).toMatchObject({ long: ['--key'], description: expect.stringMatching(/^AWS key/) })
  expect(others).toMatchObject([{ long: ['--odd'] }])
})

describe('two options in one line', () => {
  test('zip lists them in two columns, with a gap or a space before the second', () => {
    const options = rows(
      [
        '  -f   freshen: only changed files  -u   update: only changed or new files',
        '  -d   delete entries in the file   -m   move into the file (delete OS files)',
        '  -r   recurse into directories     -j   junk directory names',
        '  -F   fix the file (-FF is harder) -D   do not add directory entries',
        '  -T   test the file’s integrity    -aa treat ALL files as text',
        '  -y   store links as the link itself',
      ].join('\n'),
    )
    expect(options.map((option) => [brief(option), option.description])).toEqual([
      ['-f', 'freshen: only changed files'],
      ['-d', 'delete entries in the file'],
      ['-r', 'recurse into directories'],
      ['-F', 'fix the file (-FF is harder)'],
      ['-T', 'test the file’s integrity'],
      ['-y', 'store links as the link itself'],
      ['-u', 'update: only changed or new files'],
      ['-m', 'move into the file (delete OS files)'],
      ['-j', 'junk directory names'],
      ['-D', 'do not add directory entries'],
      ['-aa', 'treat ALL files as text'],
    ])
  })

  test('a description that mentions an option is one row', () => {
    const options = rows(
      ['  -a, --all    everything  -b  excepted', '  -b, --bare   nothing', '  -c, --count  the number'].join(
        '\n',
      ),
    )
    expect(options.map(brief)).toEqual(['-a --all', '-b --bare', '-c --count'])
  })
})

describe('what only looks like an option', () => {
  test('a call in an example after a sentence with a colon', () => {
    const node = read(
      [
        'Some examples:',
        '  Add a file to an archive:          tool a.zip file',
        '  All files and folders also:        tool -r z .',
        '',
        'Options:',
        '  -r        recurse into directories',
      ].join('\n'),
    )
    expect(node.options.map(brief)).toEqual(['-r'])
    expect(node.commands).toEqual([])
  })

  test('`[-options]` in a usage line stands for all', () => {
    const node = read('Usage: tool [-options] [-opts] [-b path] [list]\n\nOptions:\n  -q  quiet\n')
    expect(node.options.map(brief)).toEqual(['-q', '-b <path>'])
  })
})

describe('values', () => {
  test('a row for each value of an option is one option with choices', () => {
    const options = rows(
      [
        '  -U=Quit    stop at a fault',
        '  -U=Warn    warn (default)',
        '  -U=No      ignore it',
        '  -q    quiet',
      ].join('\n'),
    )
    expect(options.map(brief)).toEqual(['-U <value> one of Quit Warn No', '-q'])
  })

  test('a description may touch the bracket of the value', () => {
    const [option] = rows('  --every <arg>print progress report every arg seconds\n  -q   quiet')
    expect([option?.value?.name, option?.description]).toEqual([
      'arg',
      'print progress report every arg seconds',
    ])
  })

  test('the end of a name may be in brackets, where several rows write it so', () => {
    const written = [
      '  -h[elp]             print this text',
      '  -o[utput] "dir"     write images to this folder',
      '  -v[erbose]          print more',
      '  -e[x] pattern       leave these out',
      '  -quiet              print nothing',
    ]
    const options = rows(written.join('\n'))
    expect(options.map(brief)).toEqual([
      '-h -help',
      '-o -output <dir>',
      '-v -verbose',
      '-e -ex <pattern>',
      '-quiet',
    ])
    expect(options[1]?.description).toBe('write images to this folder')
    const values = [
      '  -O[level]   optimize',
      '  -q[n]       quiet',
      '  -s[v]       scale',
      '  -m[v]       memory',
    ]
    expect(rows(values.join('\n')).map(brief)).toEqual(['-O [level]', '-q [n]', '-s [v]', '-m [v]'])
  })

  test('dots lead to a description, however few, where most rows have many', () => {
    const options = rows(
      [
        '  -psnr <float> .......... target quality',
        '  -exact ................. keep hidden pixels',
        '  -print_psnr ............ print the quality',
        '  -crop <x> <y> <w> <h> .. crop the picture',
        '  -alpha_filter <string> . filter for the alpha plane',
        '  -near_lossless <int> ... prepare the picture',
      ].join('\n'),
    )
    expect(options.map((option) => [brief(option), option.description])).toEqual([
      ['-psnr <float>', 'target quality'],
      ['-exact', 'keep hidden pixels'],
      ['-print_psnr', 'print the quality'],
      ['-crop <<x> <y> <w> <h>>', 'crop the picture'],
      ['-alpha_filter <string>', 'filter for the alpha plane'],
      ['-near_lossless <int>', 'prepare the picture'],
    ])
  })

  test('a dash is a value where other rows have none', () => {
    const list = ['  -p -  password', '  -o -  output file name', '  -q    quiet', '  -f    fit']
    expect(rows(list.join('\n')).map(brief)).toEqual(['-p <value>', '-o <value>', '-q', '-f'])
    const ruled = list.map((line) => line.replace(/ {4}/, ' -  '))
    expect(rows(ruled.join('\n')).map(brief)).toEqual(['-p', '-o', '-q', '-f'])
  })
})
