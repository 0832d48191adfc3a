import { CommandNode } from '@cli-apps/core'
import { describe, expect, it } from 'vitest'
import { lostParts } from '../../../scripts/catalog/lost-parts.ts'

const file = { name: 'file' }
const before = CommandNode.parse({
  name: 'tool',
  options: [{ long: ['--verbose'], short: ['-v'] }],
  commands: [
    { name: 'add', options: [{ long: ['--from'], value: file }] },
    { name: 'remove', options: [{ long: ['--force'] }], commands: [{ name: 'all' }] },
  ],
})
const cut = ['Its commands and options are left out here; ask the program for help.']

describe('lostParts', () => {
  it('finds nothing lost in a tree that has more', () => {
    const [add, remove] = before.commands
    const more = {
      ...before,
      commands: [{ ...remove, name: 'rm', aliases: ['remove'] }, add, { name: 'list' }],
    }
    expect(lostParts(before, CommandNode.parse(more))).toEqual([])
  })

  it('names commands, options, spellings and values that are gone', () => {
    const after = CommandNode.parse({
      name: 'tool',
      options: [{ long: ['--verbose'] }],
      commands: [{ name: 'add', options: [{ long: ['--from'] }] }, { name: 'remove' }],
    })
    expect(lostParts(before, after)).toEqual(['-v', 'add --from <file>', 'remove --force', 'remove all'])
  })

  it('does not count what a tree leaves out on purpose', () => {
    const after = CommandNode.parse({
      ...before,
      commands: [before.commands[0], { name: 'remove', warnings: cut }],
    })
    expect(lostParts(before, after)).toEqual([])
  })
})
