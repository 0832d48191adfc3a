import type { SearchField } from '../documents/search-terms.ts'
import type { AppManifest } from '../manifest/manifest.ts'
import { completeQuery } from '../search/query/complete-query.ts'
import type { Query } from '../search/query/query.ts'
import { readQuery } from '../search/query/read-query.ts'
import type { Vocabulary } from '../search/query/vocabulary.ts'
import { type Candidate, rankCandidates, rarityIn, vocabularyFrom } from '../search/rank-apps.ts'
import type { Match } from '../search/score-app.ts'
import { type SearchFields, searchFields } from '../search/search-fields.ts'
import { type CommandIndex, type IndexedCommand, indexedFields, postingBase } from './command-index.ts'

/** An installed app and what its commands are found by. */
export interface IndexedApp {
  manifest: AppManifest
  index: CommandIndex
}

export interface RankedCommand {
  manifest: AppManifest
  /** Its place in `walkChains` of the app's tree. */
  place: number
  /** 0 where nothing was asked. */
  score: number
  matches: readonly Match[]
}

/**
 * Commands of all apps that a query finds, best first; without a query all of them, as apps and trees have them. Hidden
 * commands and those that only help or complete come last. The same ranker as for apps.
 */
export function rankCommands(query: string, apps: readonly IndexedApp[]): RankedCommand[] {
  const found = query.trim() === '' ? all(apps) : ranked(query, apps)
  return [
    ...found.filter(({ command }) => !command.is_aside),
    ...found.filter(({ command }) => command.is_aside),
  ].map(({ manifest, command: { place }, score, matches }) => ({ manifest, place, score, matches }))
}

interface Found {
  manifest: AppManifest
  command: IndexedCommand
  score: number
  matches: readonly Match[]
}

const all = (apps: readonly IndexedApp[]): Found[] =>
  apps.flatMap(({ manifest, index }) =>
    index.commands.map((command) => ({ manifest, command, score: 0, matches: [] })),
  )

function ranked(query: string, apps: readonly IndexedApp[]): Found[] {
  const known = apps.map(knownApp)
  const vocabulary = vocabularyOf(known)
  const wanted = completeQuery(readQuery(query), vocabulary)
  return rankCandidates(wanted, candidates(wanted, known), rarityIn(vocabulary))
    .map(({ entry: { manifest, command }, score, matches }) => ({
      manifest,
      command,
      score: score * command.worth,
      matches,
    }))
    .sort((a, b) => b.score - a.score)
}

interface KnownApp extends IndexedApp {
  /**
   * What every command of the app is found by; the program itself has the `name`, too. It stands in fields of its own, so
   * that a match tells whether a command has it by itself.
   */
  shared: SearchFields
  terms: ReadonlyMap<string, readonly number[]>
}

/** Who ranks again and again hands in the same indexes. */
const knownApps = new WeakMap<CommandIndex, KnownApp>()

function knownApp({ manifest, index }: IndexedApp): KnownApp {
  const known = knownApps.get(index)
  if (known?.manifest === manifest) return known
  const made = makeKnownApp({ manifest, index })
  knownApps.set(index, made)
  return made
}

function makeKnownApp({ manifest, index }: IndexedApp): KnownApp {
  const app = searchFields({ ...manifest, tags: manifest.tags ?? [], aliases: manifest.aliases ?? [] })
  const shared = {
    name: app.name,
    alias: [],
    display_name: [...app.name, ...app.alias, ...app.display_name],
    tag: [],
    category: [...app.tag, ...app.category, ...app.summary],
    summary: [],
    description: [],
    task: [],
  }
  return { manifest, index, shared, terms: new Map(index.terms) }
}

/** How many commands have a term: of their own, else of their app. What an app does most is in the texts of both. */
function vocabularyOf(apps: readonly KnownApp[]): Vocabulary {
  const counts = new Map<string, number>()
  const add = (term: string, count: number): void => void counts.set(term, (counts.get(term) ?? 0) + count)
  let commands = 0
  for (const { index, shared, terms } of apps) {
    const ofAll = new Set(Object.values(shared).flat())
    for (const term of ofAll) if (!terms.has(term)) add(term, index.commands.length)
    for (const [term, postings] of terms) add(term, postings.length)
    commands += index.commands.length
  }
  return vocabularyFrom(commands, counts)
}

interface Entry {
  name: string
  aliases: readonly string[]
  display_name: string
  manifest: AppManifest
  command: IndexedCommand
}

/** Every command with those of its terms that the query asks for. */
function* candidates({ units }: Query, apps: readonly KnownApp[]): Generator<Candidate<Entry>> {
  const wanted = new Set(units.flatMap(({ forms }) => forms.flatMap(({ terms }) => terms)))
  for (const { manifest, index, shared, terms } of apps) {
    const ofApp = filtered(shared, wanted)
    const own = ownTerms(terms, wanted)
    for (const [number, command] of index.commands.entries()) {
      const { words } = command
      const fields = own.get(number)
      const of = (field: SearchField): readonly string[] => fields?.get(field) ?? none
      const name = words === '' ? manifest.name : words
      const alias = words === '' ? name : `${manifest.name} ${words}`
      yield {
        entry: { name, aliases: [alias], display_name: manifest.display_name, manifest, command },
        fields: {
          ...ofApp,
          name: words === '' ? ofApp.name : of('name'),
          alias: of('alias'),
          tag: of('tag'),
          summary: of('summary'),
          description: of('description'),
        },
        popularity: 0,
      }
    }
  }
}

const none: readonly string[] = []

const filtered = (fields: SearchFields, wanted: ReadonlySet<string>): SearchFields => {
  const kept = Object.entries(fields).map(([field, terms]) => [
    field,
    terms.filter((term) => wanted.has(term)),
  ])
  return Object.fromEntries(kept) as SearchFields
}

/** The wanted terms of each command that has some, by its number in the index. */
function ownTerms(
  terms: KnownApp['terms'],
  wanted: ReadonlySet<string>,
): ReadonlyMap<number, ReadonlyMap<SearchField, string[]>> {
  const found = new Map<number, Map<SearchField, string[]>>()
  for (const term of wanted)
    for (const posting of terms.get(term) ?? []) {
      const number = Math.floor(posting / postingBase)
      const fields = found.get(number) ?? new Map<SearchField, string[]>()
      found.set(number, fields)
      for (const [bit, field] of indexedFields.entries())
        if (posting & (1 << bit)) fields.set(field, [...(fields.get(field) ?? []), term])
    }
  return found
}
