import { expect, test } from 'vitest'
import { parseHelp } from '../../packages/help/src/screen/parse-help.ts'

const examplesOf = (...lines: string[]): string[] =>
  parseHelp(`Usage: tool [flags]\n\nExamples:\n${lines.map((line) => `  ${line}\n`).join('')}`, {
    name: 'tool',
  }).examples

test('omits a call whose quote continues on the next lines, because half of it would not run', () => {
  expect(examplesOf("tool query -f name='me' -f text='", '  { a }', "'", "tool list --filter 'a b'")).toEqual(
    ["tool list --filter 'a b'"],
  )
})

test('does not treat an apostrophe in a word as a quote', () => {
  expect(examplesOf("tool say it's late")).toEqual(["tool say it's late"])
})

test("does not treat a sentence that begins with the program's name as a call", () => {
  expect(
    examplesOf(
      'tool by default expects the flags of GNU. To run it',
      'tool serve to show the whole folder:',
      'tool list remote:',
      'tool run is the',
    ),
  ).toEqual(['tool list remote:', 'tool run is the'])
})
