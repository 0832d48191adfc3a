import { expect, test } from 'vitest'
import { parseHelp } from '../../packages/help/src/screen/parse-help.ts'

const argumentsOf = (text: string, name: string, ...parents: string[]): string[] =>
  parseHelp(text, { name, parents }).arguments.map(
    ({ name, required, variadic }) => `${name}${variadic ? '...' : ''}${required ? '' : '?'}`,
  )

test('treats words between a command and its flags as arguments', () => {
  expect(argumentsOf('Usage:\n  tool copy [mode] from:path to: files... [flags]\n', 'copy', 'tool')).toEqual([
    'mode?',
    'from:path',
    'to',
    'files...',
  ])
})

test('does not treat names of commands or values of options as arguments', () => {
  const below = 'Usage:\n  tool remote add [flags]\n\nCommands:\n  add  Add one\n'
  expect(argumentsOf(below, 'remote', 'tool')).toEqual([])
  expect(argumentsOf('Usage:\n  tool show -o format file [flags]\n', 'show', 'tool')).toEqual(['file'])
  expect(argumentsOf('Usage:\n  tool show https://example.com [flags]\n', 'show', 'tool')).toEqual([])
  expect(argumentsOf('Usage:\n  tool other file [flags]\n', 'show', 'tool')).toEqual([])
})

test('does not treat numbers in output as options', () => {
  const text =
    'Usage:\n  tool list [flags]\n\nOr\n\n  $ tool list\n      -1 2016-10-17 17:41:53     -1 old\n\nFlags:\n  -1, --one  Only one\n'
  expect(parseHelp(text, { name: 'list', parents: ['tool'] }).options.map(({ short }) => short[0])).toEqual([
    '-1',
  ])
  expect(parseHelp(text, { name: 'list', parents: ['tool'] }).options[0]?.value).toBeNull()
})

test('treats the name of a file behind all options as an argument', () => {
  expect(argumentsOf('Usage: tool [options] file [pages]\n', 'tool')).toEqual(['file', 'pages?'])
  expect(argumentsOf('Usage: tool [options] infile [outfile]\n', 'tool')).toEqual(['infile', 'outfile?'])
  expect(argumentsOf('Usage: tool [options] run\n', 'tool')).toEqual([])
})
