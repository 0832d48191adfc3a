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

/** Returns what results show of apps, by name, with a few queries for all of them. */
async function shownOf(
  db: Queries,
  apps: readonly ListedManifest[],
): Promise<ReadonlyMap<string, SearchedApp>> {
  const manifests = new Map(apps.map(({ manifest }) => [manifest.name, manifest]))
  const called = apps.map(({ manifest: { name, recipes = [] } }) =>
    calledApps(recipes.map(({ call }) => ({ name, ...call }))),
  )
  const entryPoints = await entryPointsOf(db, [...new Set(called.flat())], manifests)
  const runs = await recipeRunsOf(
    db,
    apps.map(({ entry }) => entry),
  )
  return new Map(
    apps.map(({ entry, manifest: { name, recipes = [], install } }, at) => {
      const recipe_runs = runs.get(name)
      const shown = {
        entry,
        recipes,
        called_programs: calledPrograms(called[at] ?? [], entryPoints),
        install: methodHints(install),
        ...(recipe_runs && { recipe_runs }),
      }
      return [name, shown]
    }),
  )
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
  for await (const { entry, manifest, downloads, shown } of listedApps(db)) {
    const { name, display_name, aliases } = entry
    const places = facetsOf(manifest).map((facet) => {
      const place = facets.get(facet) ?? facets.size
      facets.set(facet, place)
      return place
    })
    const texts = { ...manifest, tags: manifest.tags ?? [], aliases: manifest.aliases ?? [] }
    apps.push({ name, display_name, aliases, popularity: downloads, facets: places })
    indexed.push({ ...entry, fields: searchFields(texts) })
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

interface ListedManifest {
  entry: IndexEntry
  manifest: AppManifest
  downloads: number
}

async function* listedApps(db: Queries): AsyncGenerator<ListedManifest & { shown: SearchedApp | undefined }> {
  for (let last = ''; ; ) {
    const rows = await appsAfter(db, last, batch)
    const names = rows.map(({ name }) => name)
    const entries = new Map((await listNamed(db, names)).map((row) => [row.name, listEntryOf(row)]))
    const manifests = new Map((await latestManifests(db, names)).map((row) => [row.app, row.manifest]))
    const apps = rows.flatMap(({ name, downloads }): ListedManifest[] => {
      const [entry, text] = [entries.get(name), manifests.get(name)]
      if (entry === undefined || text === undefined) return []
      return [{ entry, manifest: readManifestFacts(parseJson(text, name), name), downloads }]
    })
    const shown = await shownOf(db, apps)
    yield* apps.map((app) => ({ ...app, shown: shown.get(app.entry.name) }))
    if (rows.length < batch) return
    last = names.at(-1) ?? last
  }
}
