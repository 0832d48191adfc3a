import { type CommandNode, emptyCommand } from '@cli-apps/core'
import { describe, expect, it } from 'vitest'
import { treeText } from '../../../services/installer/src/inspect/tree-text.ts'

const node = (name: string, more: Partial<CommandNode> = {}): CommandNode => ({
  ...emptyCommand(name),
  ...more,
})

describe('treeText', () => {
  it('shows a program without commands by its name', () => {
    expect(treeText(node('tool'))).toBe('tool')
  })

  it('indents subcommands, and shows what could not be read, and where', () => {
    const add = node('add', { summary: 'Add one', warnings: ['It has no help of its own.'] })
    const remote = node('remote', { aliases: ['r'], summary: 'Manage\n  remotes', commands: [add] })
    const tree = node('tool', { summary: 'A tool', usage: ['tool <command>'], commands: [remote] })
    const [about, commands = '', notes] = treeText(tree).split('\n\n')
    expect(about).toBe(['tool - A tool', '  tool <command>'].join('\n'))
    expect(commands.split('\n').map((line) => line.split(/ {2,}(?=\S)/))).toEqual([
      ['Commands: 2'],
      ['', 'remote, r', 'Manage remotes'],
      ['', 'add', 'Add one'],
    ])
    expect(commands).toContain('    add')
    expect(notes).toBe(`What could not be read:\n  tool remote add: It has no help of its own.`)
  })

  it('omits hidden commands', () => {
    const tree = node('tool', { commands: [node('secret', { hidden: true })] })
    expect(treeText(tree)).toBe('tool')
  })

  it('shortens a long summary, because the JSON contains all of it', () => {
    const text = treeText(node('tool', { summary: 'x '.repeat(500) }))
    expect(text.length).toBeLessThan(120)
    expect(text.endsWith('…')).toBe(true)
  })
})
