import { execFileSync } from 'node:child_process'
import { AppName } from '@cli-apps/core'
import { describe, expect, it } from 'vitest'
import { callText, resultText } from '../../../services/installer/src/search/result-text.ts'

const jq = AppName.parse('jq')

describe('the call of a recipe', () => {
  it.each([
    [{ args: ['-r', '.name', '{file}'] }, 'npx cli-apps run jq -r .name {file}'],
    [{ args: ['--pipe', 'x'] }, 'npx cli-apps run --no-pipe jq --pipe x'],
    [{ args: ['.a | .b'], program: 'gojq' }, "npx cli-apps run --program gojq jq '.a | .b'"],
    [
      { args: ['.'], stdin_file: 'in.json', stdout_file: 'my out.json' },
      "npx cli-apps run --stdin-file in.json --stdout-file 'my out.json' jq .",
    ],
    [
      { args: ['.'], pipe: [{ name: AppName.parse('csvkit'), program: 'csvlook', args: ['-I'] }] },
      'npx cli-apps run jq . --pipe csvkit:csvlook -I',
    ],
  ])('%j is a command line that works as pasted', (call, text) => {
    expect(callText({ name: jq, ...call })).toBe(text)
  })

  it
    .skipIf(process.platform === 'win32')
    .each(["it's", '$HOME', '`id`', 'a\nb', '"', '\\', '', '!x', '~', '*'])(
    'keeps the argument %j as it is in a shell',
    (argument) => {
      const line = callText({ name: jq, args: [argument] }).replace(/^npx cli-apps run jq /, '')
      expect(execFileSync('/bin/sh', ['-c', `printf %s ${line}`], { encoding: 'utf8' })).toBe(argument)
    },
  )
})

it('an app is shown with its state and the recipes that fit, each with what it needs', () => {
  const app = {
    ...{ name: jq, latest: '1.8.2', display_name: 'jq', summary: 'Query JSON', category: 'data' },
    ...{
      tags: [],
      aliases: [],
      digest: 'sha256:0',
      availability: { state: 'unavailable', reason: 'no bwrap' },
    },
    recipes: [{ task: 'Read a field', call: { name: jq, args: ['.a'], stdin: '{}' }, needs: ['network'] }],
  }
  expect(resultText([app as never], [])).toBe(
    'jq 1.8.2  Query JSON  [not on this machine: no bwrap]\n' +
      '    Read a field  (needs network, reads standard input)\n' +
      '      npx cli-apps run jq .a',
  )
})
