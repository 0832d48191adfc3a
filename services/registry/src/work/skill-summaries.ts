import { LRUCache } from 'lru-cache'
import type { SkillSummary } from './skill-package.ts'
import type { StoredManifest } from './tasks.ts'
import { workPool } from './work-pool.ts'

/** Caches skill summaries by manifest digest, since a manifest never changes. A worker thread computes them. */
export interface SkillSummaries {
  find(digest: string): Promise<SkillSummary> | undefined
  /** Returns the summaries of these versions, computing the missing ones. */
  of(versions: readonly StoredManifest[]): Promise<SkillSummary[]>
}

/** Enough for every indexed skill and the versions that updates request; about 1 kB each. */
const keptSummaries = 4096

export function createSkillSummaries(): SkillSummaries {
  const known = new LRUCache<string, Promise<SkillSummary>>({ max: keptSummaries })
  const keep = (digest: string, summary: Promise<SkillSummary>): void => {
    known.set(digest, summary)
    summary.catch(() => known.delete(digest))
  }
  return {
    find: (digest) => known.get(digest),
    of: async (versions) => {
      const missing = versions.filter(({ digest }) => !known.has(digest))
      const making = missing.length === 0 ? undefined : workPool.run('summarizeSkills', missing)
      const summaries = new Map<string, Promise<SkillSummary>>()
      missing.forEach(({ digest }, at) => {
        const summary = (making as Promise<SkillSummary[]>).then((made) => made[at] as SkillSummary)
        summaries.set(digest, summary)
        keep(digest, summary)
      })
      return Promise.all(
        versions.map(({ digest }) => (known.get(digest) ?? summaries.get(digest)) as Promise<SkillSummary>),
      )
    },
  }
}
