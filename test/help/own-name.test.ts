import { expect, test } from 'vitest'
import { parseHelp } from '../../packages/help/src/screen/parse-help.ts'

const listing = (program: string): string =>
  [
    'Bru CLI 4.1.0',
    `Usage: ${program} <command> [options]`,
    '',
    'Commands:',
    `  ${program} import <type>   Import a collection from other formats`,
    `  ${program} run [paths...]  Run one or more requests/folders,`,
    `  ${' '.repeat(program.length)}                  or all`,
    '',
    'Options:',
    '      --version  Show version number  [boolean]',
  ].join('\n')

test.each([
  ['bru.js'],
  ['bru.cjs'],
  ['bru.mjs'],
  ['bru.py'],
  ['cli.js'],
  ['/usr/lib/node_modules/@usebruno/cli/bin/bru.js'],
  ['/opt/tools/bru'],
  ['node bru.js'],
  ['node /opt/bru/bin/cli.mjs'],
  ['npx bru'],
])('uses the name of a program that calls itself %s', (program) => {
  const { usage, commands } = parseHelp(listing(program), { name: 'bru' })
  expect(usage).toEqual(['bru <command> [options]'])
  expect(commands.map(({ name, summary }) => [name, summary])).toEqual([
    ['import', 'Import a collection from other formats'],
    ['run', 'Run one or more requests/folders, or all'],
  ])
})

test.each([['bru.js'], ['cli.js']])(
  'uses the name of a command of %s whose usage has no heading',
  (program) => {
    const text = `Bru CLI 4.1.0\n${program} run [paths...]\n\nRun one or more requests/folders\n\nOptions:\n  -r  Recursive  [boolean]\n`
    const { usage, arguments: slots } = parseHelp(text, { name: 'run', parents: ['bru'] })
    expect(usage).toEqual(['bru run [paths...]'])
    expect(slots).toEqual([{ name: 'paths', required: false, variadic: true }])
  },
)

test.each([
  ['node', 'Usage: node [options] [ script.js ] [arguments]\n       node inspect script.js\n'],
  ['npx', 'Usage: npx tool.js\n'],
  ['tool', 'Usage: tool convert.py [out]\n\nExamples:\n  convert.py is a script\n'],
])('keeps the names of scripts passed to %s', (name, text) => {
  expect(parseHelp(text, { name }).usage.join('\n')).toBe(
    text
      .split('\n\n')[0]
      ?.replace(/^Usage: | {2,}/gm, '')
      .trim(),
  )
})
