import { createHash } from 'node:crypto'
import {
  type AppManifest,
  type FoundApp,
  type IndexEntry,
  type IndexedPlaybook,
  methodHints,
  parseJson,
  readManifestFacts,
  type SearchItem,
  searchFields,
  termIndexText,
} from '@cli-apps/core'
import { facetsOf } from '../../apps/facets.ts'
import { listEntryOf } from '../../apps/list-entry.ts'
import { calledApps, calledPrograms } from '../../apps/search/called-programs.ts'
import { entryPointsOf } from '../../apps/search/known-calls.ts'
import { recipeRunsOf } from '../../apps/search/recipe-runs.ts'
import type { Queries } from '../../db/database.ts'
import { appsAfter } from '../../db/queries/apps/app-rows.ts'
import { listNamed } from '../../db/queries/apps/listed-apps.ts'
import { everyPlaybook } from '../../db/queries/playbook-rows.ts'
import { latestManifests } from '../../db/queries/popular-rows.ts'
import { knownPlaybook } from '../../playbooks/known-playbooks.ts'
import type { SiteFile } from '../site-file.ts'
import type { SearchHead } from './search-head.ts'

/** `search/apps/{name}.json`: what a result shows of an app, with all recipes, of which the browser chooses. */
export interface SearchedApp {
  entry: IndexEntry
  recipes: AppManifest['recipes']
  /** As in the answers of a search. */
  called_programs: Record<string, string>
  install: FoundApp['install']
  recipe_runs?: SearchItem['recipe_runs']
}

async function shownOf(db: Queries, manifest: AppManifest, entry: IndexEntry): Promise<SearchedApp> {
  const { name, entry_point, recipes = [], install } = manifest
  const apps = calledApps(recipes.map(({ call }) => ({ name, ...call })))
  const entryPoints = await entryPointsOf(db, apps, new Map([[name, { name, entry_point }]]))
  const recipe_runs = (await recipeRunsOf(db, [entry])).get(name)
  return {
    entry,
    recipes,
    called_programs: calledPrograms(apps, entryPoints),
    install: methodHints(install),
    ...(recipe_runs && { recipe_runs }),
  }
}

/** Characters of a file of terms: a query of a few words reads a few files of some kilobytes each. */
const shardSize = 32_000
const batch = 200

/**
 * Yields the index of a search that runs in the browser: one head, the terms in files named by their content, a file per app,
 * and one of the playbooks. The ranker and its terms are those of the server.
 */
export async function* searchFiles(db: Queries): AsyncGenerator<SiteFile> {
  const facets = new Map<string, number>()
  const apps: SearchHead['apps'][number][] = []
  const indexed: Parameters<typeof termIndexText>[0][number][] = []
  for await (const { entry, manifest, downloads } of listedApps(db)) {
    const { name, display_name, aliases } = entry
    const places = facetsOf(manifest).map((facet) => {
      const place = facets.get(facet) ?? facets.size
      facets.set(facet, place)
      return place
    })
    const texts = { ...manifest, tags: manifest.tags ?? [], aliases: manifest.aliases ?? [] }
    apps.push({ name, display_name, aliases, popularity: downloads, facets: places })
    indexed.push({ ...entry, fields: searchFields(texts) })
    const shown = await shownOf(db, manifest, entry)
    yield { path: `search/apps/${encodeURIComponent(name)}.json`, content: JSON.stringify(shown) }
  }
  const text = termIndexText(indexed)
  const shards = shardsOf(text.slice(text.indexOf('\n') + 1))
  yield* shards.map(({ file, lines }) => ({ path: file, content: lines }))
  const head: SearchHead = {
    apps,
    facets: [...facets.keys()],
    shards: shards.map(({ first, file }) => [first, file]),
  }
  yield { path: 'search/index.json', content: JSON.stringify(head) }
  const playbooks: IndexedPlaybook[] = []
  for await (const row of everyPlaybook(db)) playbooks.push(knownPlaybook(row))
  yield { path: 'search/playbooks.json', content: JSON.stringify(playbooks) }
}

interface Shard {
  first: string
  file: string
  lines: string
}

/** Cuts lines into files at their ends. */
function shardsOf(text: string): Shard[] {
  const shards: Shard[] = []
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', Math.min(start + shardSize, text.length - 1)) + 1
    const lines = text.slice(start, end)
    const digest = createHash('sha256').update(lines).digest('hex').slice(0, 16)
    shards.push({
      first: lines.slice(0, lines.indexOf('\t')),
      file: `search/terms/${digest}.txt`,
      lines,
    })
    start = end
  }
  return shards
}

async function* listedApps(
  db: Queries,
): AsyncGenerator<{ entry: IndexEntry; manifest: AppManifest; downloads: number }> {
  for (let last = ''; ; ) {
    const rows = await appsAfter(db, last, batch)
    const names = rows.map(({ name }) => name)
    const entries = new Map((await listNamed(db, names)).map((row) => [row.name, listEntryOf(row)]))
    const manifests = new Map((await latestManifests(db, names)).map((row) => [row.app, row.manifest]))
    for (const { name, downloads } of rows) {
      const [entry, text] = [entries.get(name), manifests.get(name)]
      if (entry === undefined || text === undefined) continue
      yield { entry, manifest: readManifestFacts(parseJson(text, name), name), downloads }
    }
    if (rows.length < batch) return
    last = names.at(-1) ?? last
  }
}
