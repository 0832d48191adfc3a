import type { CommandNode } from '@cli-apps/help/command-tree'
import * as z from 'zod'
import { nameTerms, termsOf } from '../search/terms.ts'
import { type CommandChain, chainWords, lastOf, walkChains } from './command-chain.ts'

/**
 * Fields by which a query can find a command, besides those of its app. The position of each is its bit in a posting.
 */
export const indexedFields = ['name', 'alias', 'tag', 'summary', 'description'] as const
type IndexedField = (typeof indexedFields)[number]

const IndexedCommand = z.object({
  words: z.string().describe('That call it, with spaces between; empty for the program itself'),
  place: z.int().min(0).describe('Its place in the walk of the tree'),
  worth: z.number().describe('What a match counts: less for groups and what is deprecated'),
  is_aside: z.boolean().describe('Hidden, or only about help, completion or version'),
})
export type IndexedCommand = z.infer<typeof IndexedCommand>

/**
 * The search index of one tree, a hundredth of its size. `terms` maps each term to postings, one per command that
 * contains it: `command * 32` plus a bit for each field.
 */
export const CommandIndex = z.object({
  commands: z.array(IndexedCommand),
  terms: z.array(z.tuple([z.string(), z.array(z.int().min(0))])),
})
export type CommandIndex = z.infer<typeof CommandIndex>

export const postingBase = 32

/** Indexes a tree. If two commands share the same words, only the first is callable, and indexed. */
export function indexCommands(tree: CommandNode): CommandIndex {
  const commands: IndexedCommand[] = []
  const postings = new Map<string, number[]>()
  const seen = new Set<string>()
  const terms = { ofName: remembered(nameTerms), ofText: remembered(termsOf) }
  for (const [place, chain] of [...walkChains(tree)].entries()) {
    const words = chainWords(chain)
    const key = words.join('\0')
    if (seen.has(key)) continue
    seen.add(key)
    for (const [term, bits] of commandTerms(chain, terms)) {
      const known = postings.get(term) ?? []
      known.push(commands.length * postingBase + bits)
      postings.set(term, known)
    }
    commands.push({ words: words.join(' '), place, worth: worthOf(chain), is_aside: isAside(chain) })
  }
  return { commands, terms: [...postings] }
}

/** Caches the terms of texts, since option names repeat with every command. */
interface Terms {
  ofName(text: string): readonly string[]
  ofText(text: string): readonly string[]
}

function remembered(make: (text: string) => readonly string[]): (text: string) => readonly string[] {
  const known = new Map<string, readonly string[]>()
  return (text) => {
    const terms = known.get(text) ?? make(text)
    known.set(text, terms)
    return terms
  }
}

const maxText = 300

/** The terms of a command itself, each with its fields as bits. The program is found by its app's name. */
function commandTerms(chain: CommandChain, terms: Terms): ReadonlyMap<string, number> {
  const node = lastOf(chain)
  const options = node.options.filter(({ hidden, inherited }) => !hidden && !inherited)
  const fields: Record<IndexedField, readonly (readonly string[])[]> = {
    name: chain.length === 1 ? [] : [terms.ofName(node.name)],
    alias: node.aliases.map(terms.ofName),
    tag: chain.slice(1, -1).map(({ name }) => terms.ofName(name)),
    summary: [terms.ofText(node.summary.slice(0, maxText))],
    description: options.flatMap(({ long }) => long).map(terms.ofText),
  }
  const found = new Map<string, number>()
  for (const [bit, field] of indexedFields.entries())
    for (const term of fields[field].flat()) found.set(term, (found.get(term) ?? 0) | (1 << bit))
  return found
}

/** A command with subcommands usually just lists them. */
const lesser = 0.7

function worthOf(chain: CommandChain): number {
  const { commands, deprecated } = lastOf(chain)
  return (commands.length > 0 ? lesser : 1) * (deprecated ? lesser : 1)
}

const aside = /^(_.*|help|completions?|autocomplete|version)$/

/** Hidden, or about the program itself, or below such a command. */
const isAside = (chain: CommandChain): boolean =>
  chain.some(({ hidden, name }, index) => hidden || (index > 0 && aside.test(name)))
