import { type AppManifest, type IndexEntry, parseJson, readManifestFacts } from '@cli-apps/core'
import { LRUCache } from 'lru-cache'
import type { Queries } from '../../db/database.ts'
import { listNamed } from '../../db/queries/apps/listed-apps.ts'
import { latestManifests } from '../../db/queries/popular-rows.ts'
import { mapInTurns } from '../../work/turns.ts'
import { listEntryOf } from '../list-entry.ts'

/** What a search shows of an app besides its entry. */
type KnownCalls = Pick<AppManifest, 'name' | 'entry_point' | 'recipes' | 'install'>

/** By the digest of the manifest, which never changes; some 5 kB each. */
const known = new LRUCache<string, KnownCalls>({ max: 2000 })

/** Returns the recipes and install methods of the latest versions of apps, by name. Reads each manifest once. */
export async function knownCalls(
  db: Queries,
  entries: readonly Pick<IndexEntry, 'name' | 'digest'>[],
): Promise<ReadonlyMap<string, KnownCalls>> {
  const missing = entries.filter(({ digest }) => !known.has(digest)).map(({ name }) => name)
  const rows = missing.length === 0 ? [] : await latestManifests(db, missing)
  await mapInTurns(rows, ({ app, digest, manifest }) => {
    const { name, entry_point, recipes, install } = readManifestFacts(parseJson(manifest, app), app)
    known.set(digest, { name, entry_point, recipes, install })
  })
  return new Map(
    entries.flatMap(({ name, digest }): [string, KnownCalls][] => {
      const calls = known.get(digest)
      return calls === undefined ? [] : [[name, calls]]
    }),
  )
}

/** Returns the entry points of apps by name, without those that the registry does not list. Reads only what is not `read` yet. */
export async function entryPointsOf(
  db: Queries,
  names: readonly string[],
  read: ReadonlyMap<string, Pick<AppManifest, 'name' | 'entry_point'>> = new Map(),
): Promise<ReadonlyMap<string, string>> {
  const missing = names.filter((name) => !read.has(name))
  const others =
    missing.length === 0 ? [] : await knownCalls(db, (await listNamed(db, missing)).map(listEntryOf))
  return new Map([...read, ...others].map(([name, { entry_point }]) => [name, entry_point]))
}
