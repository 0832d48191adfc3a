import { type CommandGroup, commandHelp, programHelp, standardOptions } from '@cli-apps/core/command-line'
import { expect, it } from 'vitest'

it('lists commands in groups, in one column', () => {
  const groups: CommandGroup[] = [
    { title: 'Run:', commands: { serve: 'Serve it' } },
    { title: 'Sign:', commands: { 'keys list': 'List keys' } },
  ]
  expect(programHelp({ about: 'Does it.', program: 'prog', groups, options: standardOptions })).toBe(
    `Does it.

Usage: prog <command> [options]

Run:
  serve      Serve it

Sign:
  keys list  List keys

Options:
      --json  Print one JSON document on stdout
  -h, --help  Show this help`,
  )
})

it("shows a command's usage with its arguments and required options", () => {
  const command = {
    about: `${'word '.repeat(25)}end.`,
    positionals: { file: 'A new file' },
    options: {
      scope: {
        type: 'string',
        value: 'SCOPE',
        multiple: true,
        required: true,
        description: 'What it may do',
      },
      yes: { type: 'boolean', short: 'y', description: 'Do not ask' },
    },
    notes: ['DATABASE_URL names a database.'],
  } as const
  expect(commandHelp('prog add', command, (text) => `*${text}*`)).toBe(
    `${'word '.repeat(19)}word
${'word '.repeat(5)}end.

Usage: prog add FILE --scope SCOPE … [options]

*Arguments:*
  *FILE*  A new file

*Options:*
  *    --scope SCOPE*  What it may do
  *-y, --yes        *  Do not ask

DATABASE_URL names a database.`,
  )
})

it('aligns characters that take two columns', () => {
  const options = {
    长: { type: 'boolean', description: 'a' },
    xyz: { type: 'boolean', description: 'b' },
  } as const
  expect(commandHelp('prog x', { about: 'X', usage: '', options })).toContain('  --长   a\n      --xyz  b')
})
