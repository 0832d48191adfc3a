import { CommandNode, emptyCommand, parseManifest, walkCommands } from '@cli-apps/core'
import { describe, expect, it } from 'vitest'
import { boundTree, isCut } from '../../../scripts/catalog/bound-tree.ts'
import { printEntry, printTree, withoutDefaults } from '../../../scripts/catalog/print-entry.ts'
import { entryWith } from './entries.ts'

const option = { long: ['--all'], description: 'Takes every one of them' }

/** A tree of that many commands at each of three levels, each with options. */
function treeOf(width: number): CommandNode {
  const grow = (name: string, depth: number): unknown => ({
    name,
    summary: `Does ${name}`,
    options: Array.from({ length: 5 }, () => option),
    examples: ['an example of upstream'],
    commands: depth === 0 ? [] : Array.from({ length: width }, (_, at) => grow(`${name}${at}`, depth - 1)),
  })
  return CommandNode.parse(grow('c', 3))
}

const all = { maxCharacters: 1_000_000 }
const mark = 'Its options are left out here; ask the program for help.'

/** The tree with nothing but names, as it is cut. */
const withoutOptions = (node: CommandNode): CommandNode => ({
  ...node,
  examples: [],
  options: [],
  warnings: [mark],
  commands: node.commands.map(withoutOptions),
})

const sizeOf = (tree: CommandNode): number => JSON.stringify(withoutDefaults(tree)).length
const depthOf = (tree: CommandNode): number =>
  Math.max(...[...walkCommands(tree)].map(({ path }) => path.length))
const optionsAt = (tree: CommandNode, depth: number): number =>
  [...walkCommands(tree)]
    .filter(({ path }) => path.length === depth)
    .reduce((sum, { node }) => sum + node.options.length, 0)

describe('a command tree in a manifest', () => {
  it('stays whole where it fits, but for examples and what is hidden', () => {
    const tree = treeOf(2)
    const hidden = { ...emptyCommand('secret'), hidden: true }
    const bound = boundTree({ ...tree, commands: [...tree.commands, hidden] }, all)
    expect(depthOf(bound)).toBe(3)
    expect(bound.commands.map(({ name }) => name)).toEqual(['c0', 'c1'])
    expect([...walkCommands(bound)].every(({ node }) => node.examples.length === 0)).toBe(true)
  })

  it('keeps all options of a program without commands, with shorter descriptions', () => {
    const description = 'Does something that takes many words to describe, '.repeat(4).trim()
    const options = ['--one', '--two'].map((long) => ({ long: [long], description }))
    const tree = CommandNode.parse({ name: 'flat', options })
    const bound = boundTree(tree, { maxCharacters: sizeOf(tree) - 1 })
    expect(bound.options.map(({ long }) => long[0])).toEqual(['--one', '--two'])
    expect(bound.options.every((one) => one.description.length < description.length)).toBe(true)
    expect(isCut(bound)).toBe(false)
  })

  it('keeps the names of all commands, and marks those that lost their options', () => {
    const tree = treeOf(4)
    const bound = boundTree(tree, { maxCharacters: Math.round(sizeOf(boundTree(tree, all)) / 2) })
    expect([...walkCommands(bound)]).toHaveLength([...walkCommands(tree)].length)
    expect([optionsAt(bound, 0), optionsAt(bound, 1)]).toEqual([5, 20])
    const cut = [...walkCommands(bound)].filter(({ node }) => isCut(node))
    expect(cut.length).toBeGreaterThan(10)
    expect(cut.every(({ node, path }) => path.length > 1 && node.options.length === 0)).toBe(true)
  })

  it('keeps the options of the commands that recipes call before those of others', () => {
    const tree = treeOf(4)
    const none = boundTree(tree, { maxCharacters: sizeOf(withoutOptions(tree)) + 800 })
    const called = new Set(['c333'])
    const bound = boundTree(tree, { maxCharacters: sizeOf(none), called })
    expect([none, bound].map((one) => optionsAt(one, 3))).toEqual([0, 5])
  })

  it('keeps the options that decide the effect of a command', () => {
    const commands = [
      { name: 'add', options: [{ long: ['--dry-run'] }, ...Array.from({ length: 9 }, () => option)] },
      { name: 'drop', options: Array.from({ length: 9 }, () => option) },
    ]
    const listed = new Map([['add', new Set(['--dry-run'])]])
    const bound = boundTree(CommandNode.parse({ name: 'c', commands }), { maxCharacters: 400, listed })
    expect(bound.commands.map(({ options }) => options.map(({ long }) => long[0]))).toEqual([
      ['--dry-run'],
      [],
    ])
    expect(bound.commands.map(isCut)).toEqual([true, true])
  })

  it('says of a command that was not asked that its options are left out', () => {
    const commands = [{ name: 'add', warnings: ['It was not asked for its help.'] }, { name: 'drop' }]
    const bound = boundTree(CommandNode.parse({ name: 'c', commands }), all)
    expect(bound.commands.map(isCut)).toEqual([true, false])
  })

  it('loses the deepest commands where their names are too many, and says so', () => {
    const tree = treeOf(4)
    const bound = boundTree(tree, { maxCharacters: 6_000 })
    expect(depthOf(bound)).toBe(2)
    expect([...walkCommands(bound)].flatMap(({ node }) => node.warnings)).toContain(
      'Its commands are left out here; ask the program for help.',
    )
  })

  it.each([100, 1_000, 5_000, 20_000])('has at most %i characters', (maxCharacters) => {
    expect(sizeOf(boundTree(treeOf(5), { maxCharacters }))).toBeLessThanOrEqual(Math.max(maxCharacters, 200))
  })
})

describe('the text of an entry', () => {
  it('gives the same manifest back', () => {
    const { manifest } = entryWith()
    expect(parseManifest(JSON.parse(printEntry(manifest)))).toEqual(manifest)
  })

  it('has its keys in order, whatever order they came in', () => {
    const { manifest } = entryWith()
    const turned = Object.fromEntries(Object.entries(manifest).reverse()) as typeof manifest
    expect(printEntry(turned)).toBe(printEntry(manifest))
    expect(Object.keys(JSON.parse(printEntry(turned))).slice(0, 3)).toEqual(['manifest', 'name', 'version'])
  })
})

describe('the text of a command tree', () => {
  it('gives the same tree back, with a line for each option', () => {
    const tree = boundTree(treeOf(3))
    const text = printTree(tree)
    expect(CommandNode.parse(JSON.parse(text))).toEqual(tree)
    const options = [...walkCommands(tree)].flatMap(({ node }) => node.options)
    expect(text.split('\n').filter((line) => line.trim().startsWith('{"long":["--all"]'))).toHaveLength(
      options.length,
    )
    expect(text).not.toContain('false')
  })
})
