import { expect, test } from 'vitest'
import { looksLikeHelp } from '../../packages/help/src/screen/looks-like-help.ts'

test.each([
  ['a usage line', 'usage: x [-h]', true],
  ['option rows', 'Something\n  -a, --all  Everything', true],
  ['commands', 'All commands:\n\n  a, b, c', true],
  ['nothing', '', false],
  ['white space', ' \n\t\n', false],
  ['an error', "error: unknown option '--help'", false],
  ['an error that quotes an option', 'tool: unrecognized option\n  --help\nTry something else', false],
  ['a listing', 'a.txt\nb.txt', false],
  ['a table', 'NAME  SIZE\nfile  12', false],
  ['an error with its usage', 'tool: unknown option -- h\nusage: tool [-ab]', true],
])('%s', (_, text, expected) => {
  expect(looksLikeHelp(text)).toBe(expected)
})
