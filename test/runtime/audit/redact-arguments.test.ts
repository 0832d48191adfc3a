import { expect, it } from 'vitest'
import { withoutSecretArguments } from '../../../packages/runtime/src/audit/redact-arguments.ts'

const mark = '[redacted]'

it.each([
  [
    ['--token', 'x'],
    ['--token', mark],
  ],
  [
    ['--token=x', 'y'],
    [`--token=${mark}`, 'y'],
  ],
  [['--token='], [`--token=${mark}`]],
  [
    ['-token', 'x'],
    ['-token', mark],
  ],
  [
    ['--api-key', '-starts-with-a-dash'],
    ['--api-key', mark],
  ],
  [
    ['--password', '--force', 'x'],
    ['--password', '--force', 'x'],
  ],
  [
    ['--password', '--password', 'x'],
    ['--password', '--password', mark],
  ],
  [
    ['API_KEY=short', 'NAME=value'],
    [`API_KEY=${mark}`, 'NAME=value'],
  ],
  [
    ['--max-tokens', '100'],
    ['--max-tokens', '100'],
  ],
  [['https://ann:hunter2@host/'], ['https://redacted@host/']],
  [['ghp_0123456789abcdefghijABCDEFGHIJ012345'], [mark]],
  [
    ['a granted-value b', 'granted%2Dvalue'],
    [`a ${mark} b`, mark],
  ],
  [
    ['list', '-l', 'token'],
    ['list', '-l', 'token'],
  ],
])('%j becomes %j', (args, expected) => {
  expect(withoutSecretArguments(args, ['granted-value'])).toEqual(expected)
})
