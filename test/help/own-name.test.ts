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

test('uses the name by which a program was found where it lists its commands under another one', () => {
  const text =
    'tide <command> [options]\n\nCommands:\ntide login\n      Sign in\ntide pools\n      Manage pools\n      [aliases: pool, p]\n'
  const { usage, commands } = parseHelp(text, { name: 'tidectl' })
  expect(usage).toEqual(['tidectl <command> [options]'])
  expect(commands.map(({ name, aliases, summary }) => [name, ...aliases, summary])).toEqual([
    ['login', 'Sign in'],
    ['pools', 'pool', 'p', 'Manage pools'],
  ])
})

test.each([
  ['tide pools create', [], 'tidectl pools create'],
  ['tide pools create <name> [options]', ['name'], 'tidectl pools create <name> [options]'],
])('reads %s at the top of a command of tidectl as its usage', (call, slots, usage) => {
  const node = parseHelp(`${call}\n\nCreate a pool\n\nOptions:\n  --deep  Deep  [boolean]\n`, {
    name: 'create',
    parents: ['tidectl', 'pools'],
  })
  expect(node.usage).toEqual([usage])
  expect(node.arguments.map(({ name }) => name)).toEqual(slots)
  expect(node.summary).toBe('Create a pool')
})

test.each([
  ['of another program in prose', 'please <read> this first\n\nCommands:\n  please\n  wait   Waits\n'],
  ['of a sentence that holds the command', 'this create makes pools\n\nOptions:\n  --deep  Deep\n'],
])('does not take a word %s for the name of the program', (_, text) => {
  expect(parseHelp(text, { name: 'create', parents: ['tidectl'] }).usage).toEqual([])
})

test('does not take the program for another that only its usage names', () => {
  const text =
    'hostname [-v] {hostname|-F file}   set it\nhostname [-v] [-d|-f]   show it\nhostname -V   print the version\n'
  const { usage } = parseHelp(text, { name: 'domainname' })
  expect(usage.filter((line) => line.startsWith('domainname'))).toEqual([])
})
