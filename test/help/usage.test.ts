import { expect, test } from 'vitest'
import { parseHelp } from '../../packages/help/src/screen/parse-help.ts'

const argumentsOf = (text: string, name: string, ...parents: string[]): string[] =>
  parseHelp(text, { name, parents }).arguments.map(
    ({ name, required, variadic }) => `${name}${variadic ? '...' : ''}${required ? '' : '?'}`,
  )

test('words between a command and its flags are its arguments', () => {
  expect(argumentsOf('Usage:\n  tool copy [mode] from:path to: files... [flags]\n', 'copy', 'tool')).toEqual([
    'mode?',
    'from:path',
    'to',
    'files...',
  ])
})

test('words that name a command or the value of an option are none', () => {
  const below = 'Usage:\n  tool remote add [flags]\n\nCommands:\n  add  Add one\n'
  expect(argumentsOf(below, 'remote', 'tool')).toEqual([])
  expect(argumentsOf('Usage:\n  tool show -o format file [flags]\n', 'show', 'tool')).toEqual(['file'])
  expect(argumentsOf('Usage:\n  tool show https://example.com [flags]\n', 'show', 'tool')).toEqual([])
  expect(argumentsOf('Usage:\n  tool other file [flags]\n', 'show', 'tool')).toEqual([])
})

test('numbers that some output shows are no options', () => {
  const text =
    'Usage:\n  tool list [flags]\n\nOr\n\n  $ tool list\n      -1 2016-10-17 17:41:53     -1 old\n\nFlags:\n  -1, --one  Only one\n'
  expect(parseHelp(text, { name: 'list', parents: ['tool'] }).options.map(({ short }) => short[0])).toEqual([
    '-1',
  ])
  expect(parseHelp(text, { name: 'list', parents: ['tool'] }).options[0]?.value).toBeNull()
})
