import type { Queries } from '../../db/database.ts'
import {
  databaseIndex,
  readIndexedApps,
  type SearchableApp,
  type SearchIndex,
} from '../../db/queries/find-search-rows.ts'
import { memoryIndex } from './memory-index.ts'

/** Up to this many apps, some 10 kB each, are kept in memory: ranking all of them takes less than asking the database. */
const mostKept = 2000

interface SearchIndexes {
  /** Returns an index that has every change that was announced before. */
  current: () => Promise<SearchIndex>
  /** Has an app, or all, read again. */
  drop: (app?: string) => void
}

type SearchableApps = ReadonlyMap<string, SearchableApp>

/**
 * Keeps the search index of a small registry in memory. It is read when it is first needed, and after a change of an app that app
 * alone. While changes may be missed, and in a larger registry, the database is asked.
 */
export function createSearchIndexes(reads: () => Queries, isCurrent: () => boolean): SearchIndexes {
  let kept: { apps: SearchableApps; index: SearchIndex } | undefined
  let isLarge = false
  let generation = 0
  let changed = new Set<string>()
  let reading: Promise<void> | undefined

  const keep = (apps: SearchableApps): void => {
    isLarge = apps.size > mostKept
    kept = isLarge ? undefined : { apps, index: memoryIndex([...apps.values()]) }
  }
  const read = async (): Promise<void> => {
    const [before, names, begun] = [kept?.apps, [...changed], generation]
    changed = new Set()
    try {
      const apps = before === undefined ? await readAll(reads()) : await readAgain(reads(), before, names)
      if (begun === generation) keep(apps)
    } catch (error) {
      for (const name of names) changed.add(name)
      throw error
    }
  }
  return {
    async current() {
      for (let round = 0; round < mostRounds && isCurrent() && !isLarge; round++) {
        // What is kept lacks what is being read.
        if (kept !== undefined && changed.size === 0 && reading === undefined) return kept.index
        reading ??= read().finally(() => {
          reading = undefined
        })
        await reading
      }
      return databaseIndex(reads())
    },
    drop(app) {
      if (app !== undefined) changed.add(app)
      else {
        generation++
        kept = undefined
        isLarge = false
      }
    },
  }
}

/** With changes that come faster than they are read, the database is asked. */
const mostRounds = 3

/** All apps, or one too many. */
async function readAll(db: Queries): Promise<SearchableApps> {
  return new Map((await readIndexedApps(db, { limit: mostKept + 1 })).map((app) => [app.name, app]))
}

async function readAgain(
  db: Queries,
  before: SearchableApps,
  names: readonly string[],
): Promise<SearchableApps> {
  const apps = new Map(before)
  for (const name of names) apps.delete(name)
  for (const app of await readIndexedApps(db, { names, limit: names.length })) apps.set(app.name, app)
  return apps
}
