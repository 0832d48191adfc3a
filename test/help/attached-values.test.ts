import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { CommandNode } from '../../packages/help/src/command-tree.ts'
import { withoutOtherPrograms } from '../../packages/help/src/crawl/other-programs.ts'
import { parseHelp } from '../../packages/help/src/screen/parse-help.ts'

const screen = (file: string): string =>
  readFileSync(new URL(`../fixtures/help/${file}.txt`, import.meta.url), 'utf8')
const rows = (text: string): string[] => brief(parseHelp(`Options:\n${text}\n`, { name: 'tool' }))

/** Each option as its names and, in brackets, its value: `=` where it must touch the name, `~` where without a sign. */
function brief({ options }: CommandNode): string[] {
  return options.map(({ short, long, value, choices }) => {
    const sign = value?.direct ? '~' : value?.glued ? '=' : ''
    const shown = value === null ? '' : ` ${sign}<${value.name}>`
    return `${[...short, ...long].join(' ')}${shown}${choices.length > 0 ? ` ${choices.join('|')}` : ''}`
  })
}

describe('a value that touches a name', () => {
  test('is no part of the name where the description quotes it', () => {
    expect(brief(parseHelp(screen('dot'), { name: 'dot' }))).toEqual([
      '-V',
      '-v',
      '-G =<name=val>',
      '-N =<name=val>',
      '-E =<name=val>',
      '-T =<v>',
      '-K =<v>',
      '-l =<v>',
      '-o =<file>',
      '-O',
      '-P',
      '-q =<l>',
      '-s =<v>',
      '-y',
      '-n =<v>',
      '-x',
      '-Lg',
      '-LO',
      '-Ln ~<i>',
      '-LU ~<i>',
      '-LC ~<v>',
      '-LT ~<v>',
      '-m =<v>',
      '-c',
      '-?',
    ])
  })

  test.each([
    ['  -env:<VAR>[=<VALUE>]   Set a variable', '-env: =<<VAR>[=<VALUE>]>'],
    ['  --define:K=V         Set a constant', '--define: =<K=V>'],
    ['  -agentlib:<name>     Load an agent', '-agentlib: =<name>'],
    ['  -c                   Cache time in seconds, e.g. -c10 or -c-1', '-c =<number>'],
    ['  -v                   Print more; -vv prints all', '-v'],
    ['  -fasm                Recognize the "asm" keyword', '-fasm'],
    ['  -o                   Define a setting, -o name=value ("-o help" lists them)', '-o <name=value>'],
    ['  -g, --gain           Set the gain [0 < gain < 10, default = 0.2]', '-g --gain <value>'],
    ['  -<sig>, --signal <sig>  Signal to send', '--signal <sig>'],
    ['  -, --stdin  Read from standard input', '--stdin'],
  ])('%s', (row, expected) => {
    expect(rows(row)).toEqual([expected])
  })

  test('two values are told from a phrase by what other options take', () => {
    const text = [
      '  -size geometry     width and height',
      '  -crop geometry     cut out a region',
      '  -blur geometry     reduce noise',
      '  -annotate geometry text',
      '                     annotate the image',
      '  -copy geometry offset',
      '                     copy pixels',
      '  -floodfill geometry color',
      '                     fill the image',
      '  -read input file',
      '                     read this',
    ]
    expect(rows(text.join('\n')).slice(3)).toEqual([
      '-annotate <<geometry> <text>>',
      '-copy <<geometry> <offset>>',
      '-floodfill <<geometry> <color>>',
      '-read <input file>',
    ])
  })
})

describe('names in a usage line', () => {
  test('a cluster with a sign has one option per letter, and bars separate the values of one', () => {
    const options = brief(parseHelp(screen('tcpdump'), { name: 'tcpdump' }))
    expect(options.slice(0, 29)).toEqual(
      [...'AbdDefhHIJKlLnNOpqStuUvxX#'].map((l) => `-${l}`).concat(options.slice(26, 29)),
    )
    expect(options).toContain('-Q <in|out|inout> in|out|inout')
    expect(options).toContain('--time-stamp-precision <precision>')
  })

  test.each([
    ['[-hv]', ['-h', '-v']],
    ['[-abcd]', ['-a', '-b', '-c', '-d']],
    ['[-noheader]', ['-noheader']],
    ['[-L(gO)]', []],
  ])('%s', (usage, expected) => {
    expect(brief(parseHelp(`Usage: tool ${usage} <file>\n`, { name: 'tool' }))).toEqual(expected)
  })

  test('arguments below a word belong to that command', () => {
    const node = parseHelp(screen('git-remote'), { name: 'remote', parents: ['git'] })
    expect(node.arguments).toEqual([])
    expect(node.commands.find(({ name }) => name === 'add')?.arguments.map(({ name }) => name)).toEqual([
      'name',
      'url',
    ])
  })
})

describe('names on one line or above one description', () => {
  test('on both sides of a slash are opposites, unless one is a letter', () => {
    expect(
      rows(
        '  -c, --clean / --dirty   Remove old files\n  -h / --help             Help\n  --color / --no-color    Color',
      ),
    ).toEqual(['-c --clean', '--dirty', '-h --help', '--color'])
  })

  test('are one option only with a single long name', () => {
    const text =
      '       -n <number>\n       --max-count=<number>\n           Limit the number.\n\n       --author=<pattern>\n       --committer=<pattern>\n           Limit by header.\n'
    const page = `NAME\n       tool - do it\n\nOPTIONS\n${text}`
    expect(brief(parseHelp(page, { name: 'tool' }))).toEqual([
      '-n --max-count =<number>',
      '--author =<pattern>',
      '--committer =<pattern>',
    ])
  })
})

test('what other programs print along below their own usage lines is left out', () => {
  const left = withoutOtherPrograms(screen('gcc-verbose'), 'gcc')
  expect(left).toContain('-pass-exit-codes')
  for (const word of ['-a[sub-option', '--alternate', '--architecture', '--dynamic-linker'])
    expect(left).not.toContain(word)
  expect(withoutOtherPrograms(left, 'x86_64-linux-gnu-gcc-12')).toBe(left)
})

test('a value touches a name of several letters where the help shows no sign', () => {
  expect(
    rows(
      '  -lf<logfile>  log to file\n  -ly[facility]  log\n  -tactics[:name]  all\n  -only=<a>  one\n  --width<n>  n',
    ),
  ).toEqual(['-lf ~<logfile>', '-ly ~<facility>', '-tactics ~<:name>', '-only =<a>', '--width =<n>'])
})

test('true or false behind a name is the default of a switch', () => {
  const { options } = parseHelp('Options:\n  --overwrite=false:\n\tAllow it\n  --all=true  All\n', {
    name: 'tool',
  })
  expect(
    options.map(({ long, value, default: written }) => [long[0], value?.type, value?.optional, written]),
  ).toEqual([
    ['--overwrite', 'boolean', true, 'false'],
    ['--all', 'boolean', true, 'true'],
  ])
})
