import pMap from 'p-map'
import { parseJson } from '../../canonical-json.ts'
import {
  IndexDocument,
  type IndexEntry,
  type IndexShard,
  ShardDocument,
  type TimestampDocument,
} from '../../documents/index-documents.ts'
import { registryPaths } from '../../documents/registry-paths.ts'
import { NotFoundError } from '../../errors/errors.ts'
import { t } from '../../messages/t.ts'
import { digestOf } from '../digest.ts'
import type { DocumentSource } from './document-source.ts'
import { parseDocument, parseValue } from './parse-document.ts'
import type { RegistryTrust } from './trust/registry-trust.ts'

interface ReadIndexOptions {
  location: string
  trust: RegistryTrust
  fresh: boolean
}

/** Concurrent requests: enough to hide latency, few enough for a small server. */
const shardsAtOnce = 6

/** A verified index document, and the timestamp that says when it was signed. */
export interface ReadIndexHead {
  index: IndexDocument
  timestamp: TimestampDocument | undefined
}

export async function readIndexHead(
  source: DocumentSource,
  { location, trust, fresh }: ReadIndexOptions,
): Promise<ReadIndexHead> {
  const read = (text: string) => {
    const json = parseJson(text, t('read-index.index', 'The index of {location}', { location }))
    const index = parseValue(json, IndexDocument, location)
    return { json: json as Record<string, unknown>, index, digest: digestOf(text) }
  }
  const found = await source.read(registryPaths.index(), read, { fresh })
  if (found === undefined) {
    throw new NotFoundError(
      'registry.no-index',
      t('registry.no-index', '{location} has no index.', { location }),
      {
        hint: t('registry.bad-document.hint', 'Check the address of the registry.'),
      },
    )
  }
  return { index: found.index, timestamp: await trust.requireIndex(found, fresh) }
}

/**
 * Returns every app in short form, by name, verified. Of a large index, only shards that changed since the last time
 * are fetched.
 */
export async function readIndex(source: DocumentSource, options: ReadIndexOptions): Promise<IndexEntry[]> {
  const { index } = await readIndexHead(source, options)
  if ('apps' in index) return index.apps
  const parts = await pMap(index.shards, (shard) => readShard(source, shard, options), {
    concurrency: shardsAtOnce,
  })
  return parts.flat().sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Returns a verified index entry; `undefined` if the index does not list the app. */
export async function findIndexEntry(
  source: DocumentSource,
  index: IndexDocument,
  { name, ...options }: { name: string; location: string; fresh: boolean },
): Promise<IndexEntry | undefined> {
  const isNamed = (entry: IndexEntry): boolean => entry.name === name
  if ('apps' in index) return index.apps.find(isNamed)
  const key = digestOf(name).slice('sha256:'.length)
  const shard = index.shards.find(({ prefix }) => key.startsWith(prefix))
  return shard && (await readShard(source, shard, options)).find(isNamed)
}

async function readShard(
  source: DocumentSource,
  { prefix, digest }: IndexShard,
  { location, fresh }: { location: string; fresh: boolean },
): Promise<IndexEntry[]> {
  const path = registryPaths.shard(prefix)
  const shard = await source.read(path, (text) => parseDocument(text, ShardDocument, location), {
    digest,
    fresh,
  })
  if (shard !== undefined) return shard.apps
  throw new NotFoundError(
    'registry.no-shard',
    t('registry.no-shard', '{location} lacks a part of its index: {path}', { location, path }),
    {
      hint: t('registry.no-shard.hint', 'Try again in a minute; then tell the operator of the registry.'),
    },
  )
}
