import { expect, it } from 'vitest'
import { withJsonSwitch } from '../../../packages/runtime/src/invoke/json-arguments.ts'

const first = { args: ['--json'], position: 'first' as const }
const last = { args: ['--format', 'json'], position: 'last' as const }

it.each([
  [[], first, ['--json']],
  [['list'], first, ['--json', 'list']],
  [['list', '--json'], first, ['list', '--json']],
  [['list', '--', '--json'], first, ['--json', 'list', '--', '--json']],
  [['ps'], last, ['ps', '--format', 'json']],
  [['ps', '--', 'x'], last, ['ps', '--format', 'json', '--', 'x']],
  [['ps', '--format', 'json'], last, ['ps', '--format', 'json']],
  [['ps', '--format=json'], last, ['ps', '--format=json']],
  [['ps', '--format', 'yaml'], last, ['ps', '--format', 'yaml', '--format', 'json']],
  [['ps', '--format'], last, ['ps', '--format', '--format', 'json']],
])('%j with %j is %j', (args, requested, expected) => {
  expect(withJsonSwitch(args, requested)).toEqual(expected)
})
