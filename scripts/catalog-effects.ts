/*
 * Prints each command and option of the command trees of entries, with the effect that the lists of the entry give it, for a
 * reader who judges whether it is true.
 *
 *   npm run catalog:effects -- jq git
 */
import { join } from 'node:path'
import { type AppManifest, CommandNode, type CommandOption, walkCommands } from '@cli-apps/core'
import { callEffect } from '@cli-apps/core/call-effect'
import { type CatalogEntry, catalogFolder, readEntry } from './catalog/entries.ts'

interface Program {
  name: string
  effects: NonNullable<AppManifest['run']>['effects']
  tree: CommandNode | undefined
}

function programsOf({ manifest, tree, programs }: CatalogEntry): Program[] {
  return [
    { name: manifest.entry_point, effects: manifest.run?.effects, tree },
    ...(manifest.programs ?? []).map(({ name, effects }) => ({
      name,
      effects,
      tree: CommandNode.safeParse(programs[name]).data,
    })),
  ]
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
if (names.length === 0) {
  process.stderr.write('Name one or more entries: npm run catalog:effects -- jq git\n')
  process.exitCode = 2
}
for (const name of names) {
  const entry = await readEntry(join(catalogFolder, `${name}.json`))
  for (const program of programsOf(entry)) process.stdout.write(`${linesOf(program).join('\n')}\n`)
}
