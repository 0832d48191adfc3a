import { IndexDocument, type IndexEntry, type IndexShard, registryPaths, ShardDocument } from '../../api.ts'
import { parseJson } from '../../canonical-json.ts'
import { NotFoundError } from '../../errors.ts'
import { runPool } from '../../help/run-pool.ts'
import type { DocumentSource } from './document-source.ts'
import { parseDocument, parseValue } from './parse-document.ts'
import type { RegistryTrust } from './trust/registry-trust.ts'

export interface ReadIndexOptions {
  location: string
  trust: RegistryTrust
  fresh: boolean
}

/** Enough to hide the way to the server, and few enough for a small one. */
const shardsAtOnce = 6

/** Every app in short, by name, proven. Of a large index only the shards that changed since the last time are fetched. */
export async function readIndex(
  source: DocumentSource,
  { location, trust, fresh }: ReadIndexOptions,
): Promise<IndexEntry[]> {
  const read = (text: string) => {
    const json = parseJson(text, `The index of ${location}`)
    return { json: json as Record<string, unknown>, index: parseValue(json, IndexDocument, location) }
  }
  const found = await source.read(registryPaths.index(), read, { fresh })
  if (found === undefined) {
    throw new NotFoundError('registry.no-index', `${location} has no index.`, {
      hint: 'Check the address of the registry.',
    })
  }
  await trust.requireIndex(found.json, found.index, fresh)
  if ('apps' in found.index) return found.index.apps
  const parts = await runPool(found.index.shards, shardsAtOnce, (shard) =>
    readShard(source, shard, { location, fresh }),
  )
  return parts.flat().sort((a, b) => (a.name < b.name ? -1 : 1))
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
  throw new NotFoundError('registry.no-shard', `${location} lacks a part of its index: ${path}`, {
    hint: 'Try again in a minute; then tell the operator of the registry.',
  })
}
