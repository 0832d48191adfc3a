import { type IndexedPlaybook, indexedPlaybook, Playbook, parseJson } from '@cli-apps/core'
import { LRUCache } from 'lru-cache'
import type { Queries } from '../db/database.ts'
import { playbooksNamed, type StoredPlaybook } from '../db/queries/playbook-rows.ts'
import { mapInTurns } from '../work/turns.ts'

/** By the digest of the playbook: a changed one has another. Some 3 kB each. */
const known = new LRUCache<string, IndexedPlaybook>({ max: 2000 })

/** What lists and searches need of a stored playbook; reads each document once. */
export function knownPlaybook({ name, digest, document }: StoredPlaybook): IndexedPlaybook {
  const before = known.get(digest)
  if (before !== undefined) return before
  const made = indexedPlaybook(Playbook.parse(parseJson(document, name)))
  known.set(digest, made)
  return made
}

/** The same for playbooks of which only name and digest were read. */
export async function knownPlaybooks(
  db: Queries,
  rows: readonly Pick<StoredPlaybook, 'name' | 'digest'>[],
): Promise<IndexedPlaybook[]> {
  const missing = rows.filter(({ digest }) => !known.has(digest)).map(({ name }) => name)
  const read = missing.length === 0 ? [] : await playbooksNamed(db, missing)
  const found = new Map((await mapInTurns(read, knownPlaybook)).map((one) => [one.name, one]))
  return rows.flatMap(({ name, digest }) => found.get(name) ?? known.get(digest) ?? [])
}
