/*
 * Prints each command and option of the command trees of entries, with the effect that the lists of the entry give it, for a
 * reader who judges whether it is true.
 *
 *   npm run catalog:effects -- jq git
 */
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { type AppManifest, CommandNode, type CommandOption, walkCommands } from '@cli-apps/core'
import { callEffect } from '@cli-apps/core/call-effect'
import { treesOf } from './catalog/check/effects/recipe-effects.ts'
import { type CatalogEntry, catalogFolder, readEntry } from './catalog/entries.ts'

interface Program {
  name: string
  effects: NonNullable<AppManifest['run']>['effects']
  tree: CommandNode | undefined
}

function programsOf(entry: CatalogEntry): Program[] {
  const { entry_point, run, programs = [] } = entry.manifest
  const treeOf = treesOf(entry)
  return [{ name: entry_point, effects: run?.effects }, ...programs].map(({ name, effects }) => ({
    name,
    effects,
    tree: treeOf(name),
  }))
}

function linesOf({ name, effects, tree }: Program): string[] {
  if (tree === undefined) return [`${name}: no command tree`]
  const parsed = CommandNode.parse(tree)
  return [...walkCommands(parsed)].flatMap(({ path, node }) => {
    const line = (words: readonly string[], more: string): string => {
      const effect = callEffect({ run: { effects } }, parsed, [...path, ...words])
      return `${effect.padEnd(12)} ${[name, ...path].join(' ')} ${more}`.trimEnd()
    }
    return [
      line([], describe(node.summary)),
      ...node.options.map((option) => line(wordsOf(option), describeOption(option))),
    ]
  })
}

const wordsOf = ({ long, short, value }: CommandOption): string[] => [
  long[0] ?? short[0] ?? '',
  ...(value === null ? [] : ['x']),
]

const describeOption = ({ long, short, value, description }: CommandOption): string =>
  [[...short, ...long].join(', '), value === null ? '' : `<${value.name}>`, describe(description)]
    .filter((part) => part !== '')
    .join(' ')

const describe = (text: string | undefined): string => (text === undefined ? '' : `— ${text}`)

const names = process.argv.slice(2)
const known = new Set((await readdir(catalogFolder)).map((file) => /^(.*)\.json$/.exec(file)?.[1]))
const unknown = names.filter((name) => !known.has(name))
if (names.length === 0 || unknown.length > 0) {
  const fault = names.length === 0 ? 'No entry is named.' : `The catalog has no ${unknown.join(', ')}.`
  process.stderr.write(`${fault} Name entries of catalog/: npm run catalog:effects -- jq git\n`)
  process.exitCode = 2
}
for (const name of names.filter((one) => known.has(one)))
  for (const program of programsOf(await readEntry(path.join(catalogFolder, `${name}.json`))))
    process.stdout.write(`${linesOf(program).join('\n')}\n`)
