import { createHash } from 'node:crypto'
import {
  type IndexDocument,
  type IndexEntry,
  type IndexShard,
  indexPayload,
  type ShardDocument,
} from '@cli-apps/core'
import { digestOf, type SigningKey } from '@cli-apps/core/node'
import { listEntryOf } from '../apps/list-entry.ts'
import type { Queries } from '../db/database.ts'
import { lastChange, listIndexed, measureIndex } from '../db/queries/index-rows.ts'
import { mapInTurns } from '../work/turns.ts'
import { jsonLine } from './json-line.ts'
import { registryDocuments } from './registry-documents.ts'
import { shardDepth } from './shard-depth.ts'

/**
 * The index and its shards. For a large index, only digests stay in memory, and a change to one app re-reads only that
 * app's part.
 */
export interface IndexDocuments {
  /** Text of `/v1/index.json`. */
  index(db: Queries): Promise<string>
  /** The shards that the index names. */
  prefixes(db: Queries): Promise<string[]>
  /** Text of `/v1/index/{prefix}.json`; `undefined` where the index names no such shard. */
  shard(db: Queries, prefix: string): Promise<string | undefined>
  /** Invalidates what depends on one app, or everything. */
  drop(app?: string): void
}

/** The index is read and measured in parts, keyed by at most two hex digits: at most 256 parts. */
const partDigits = 2

export function createIndexDocuments(signer: Pick<SigningKey, 'sign'> | undefined): IndexDocuments {
  const shards = createShardList()
  let text: string | undefined
  let building: Promise<unknown> = Promise.resolve()
  /** Parts to re-read. A drop during a build applies to the next build. */
  let changed: Parts = 'all'

  const build = async (db: Queries): Promise<string> => {
    const gone = changed
    changed = new Set()
    try {
      if (gone === 'all' || gone.size > 0) {
        text = undefined
        await shards.forget(db, gone)
      }
      text ??= await render(db)
      return text
    } catch (error) {
      // Parts that could not be read are retried on the next build.
      changed = both(gone, changed)
      throw error
    }
  }
  const render = async (db: Queries): Promise<string> => {
    // Read before the apps, so that a concurrent change makes the content newer than the serial and never older.
    const serial = await lastChange(db)
    const keys = signer && { keys: digestOf(await registryDocuments.keys(db)) }
    const head = { index: 1, serial, ...keys, signatures: [] } as const
    const content = shards.isWhole() ? { apps: await entriesOf(db, '') } : { shards: await shards.read(db) }
    return signed({ ...head, signatures: [], ...content }, signer)
  }
  const index = (db: Queries): Promise<string> => {
    const next = building.then(() => build(db))
    building = next.catch(() => {})
    return next
  }
  return {
    index,
    prefixes: async (db) => {
      await index(db)
      return shards.prefixes()
    },
    shard: async (db, prefix) => {
      await index(db)
      return shards.has(prefix) ? shardText(await entriesOf(db, prefix)) : undefined
    },
    drop: (app) => {
      changed = both(changed, app === undefined ? 'all' : new Set([partOf(app)]))
    },
  }
}

/** The shards of a large index, with their digests; empty while the index is a single document. */
function createShardList() {
  /** Size in bytes by part; `undefined` until first measured. */
  let sizes: Map<string, number> | undefined
  let depth = 0
  /** Shards by the part they were read from. */
  const shards = new Map<string, IndexShard[]>()
  return {
    /** Drops the shards of these parts and measures the parts again. */
    forget: async (db: Queries, gone: Parts): Promise<void> => {
      for (const part of shards.keys())
        if (gone === 'all' || [...gone].some((digits) => digits.startsWith(part))) shards.delete(part)
      if (gone === 'all' || sizes === undefined) sizes = await measureIndex(db)
      else for (const part of gone) sizes.set(part, (await measureIndex(db, part)).get(part) ?? 0)
      const newDepth = shardDepth([...sizes.values()].reduce((sum, bytes) => sum + bytes, 0))
      if (newDepth !== depth) shards.clear()
      depth = newDepth
    },
    isWhole: () => depth === 0,
    /** All shards in order. Dropped shards are read again. */
    read: async (db: Queries): Promise<IndexShard[]> => {
      for (const part of allPrefixes(Math.min(depth, partDigits)))
        if (!shards.has(part)) shards.set(part, await readShards(db, part, depth))
      return [...shards].sort().flatMap(([, part]) => part)
    },
    prefixes: (): string[] => [...shards.values()].flat().map(({ prefix }) => prefix),
    has: (prefix: string): boolean =>
      (shards.get(prefix.slice(0, partDigits)) ?? []).some((shard) => shard.prefix === prefix),
  }
}

type Parts = ReadonlySet<string> | 'all'

const both = (some: Parts, others: Parts): Parts =>
  some === 'all' || others === 'all' ? 'all' : new Set([...some, ...others])

const partOf = (app: string): string => createHash('sha256').update(app).digest('hex').slice(0, partDigits)

const allPrefixes = (digits: number): string[] =>
  Array.from({ length: 16 ** digits }, (_, at) => at.toString(16).padStart(digits, '0'))

type IndexedRow = Awaited<ReturnType<typeof listIndexed>>[number]

/** A row whose document has not been derived has no digest. */
const entryOf = ({ document, ...row }: IndexedRow): IndexEntry =>
  listEntryOf({ ...row, ...(document !== null && { document }) })

const entriesOf = async (db: Queries, prefix: string): Promise<IndexEntry[]> =>
  mapInTurns(await listIndexed(db, prefix), entryOf)

async function readShards(db: Queries, part: string, depth: number): Promise<IndexShard[]> {
  const entries = new Map<string, IndexEntry[]>()
  const read = (row: IndexedRow) => ({ prefix: row.shard.slice(0, depth), entry: entryOf(row) })
  for (const { prefix, entry } of await mapInTurns(await listIndexed(db, part), read)) {
    const shard = entries.get(prefix) ?? []
    shard.push(entry)
    entries.set(prefix, shard)
  }
  return [...entries]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([prefix, apps]) => ({ prefix, digest: digestOf(shardText(apps)), count: apps.length }))
}

const shardText = (apps: IndexEntry[]): string => jsonLine({ shard: 1, apps } satisfies ShardDocument)

const signed = (document: IndexDocument, signer: Pick<SigningKey, 'sign'> | undefined): string =>
  jsonLine({
    ...document,
    signatures: signer === undefined ? [] : [signer.sign(indexPayload(document))],
  })
