import { type Issue, UnavailableError } from '@cli-apps/core'
import type { AskedRegistry } from '../check/identifiers.ts'
import { issueOf } from '../check/rule.ts'
import type { CatalogEntry } from '../entries.ts'
import { compareVersions } from './compare-versions.ts'
import { fetchIndexes, type SignedIndexes } from './fetch-indexes.ts'

type Indexes = SignedIndexes['indexes']
type WithClosures = Pick<CatalogEntry, 'name' | 'closures'>

/** Compares every closure with the security suite of Debian, as of now. */
export async function checkClosures(
  entries: readonly WithClosures[],
  folder: string,
): Promise<AskedRegistry> {
  const registry = "Debian's security suite"
  try {
    const { indexes } = await fetchIndexes(folder, 'security')
    const checked = entries.reduce((sum, { closures }) => sum + Object.keys(closures).length, 0)
    return { registry, checked, issues: outdatedClosures(entries, indexes) }
  } catch (error) {
    if (error instanceof UnavailableError || isUnreachable(error))
      return { registry, checked: null, issues: [] }
    throw error
  }
}

const isUnreachable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(?:E[A-Z]+|UND_ERR_\w+)$/.test(String(error.code))

/** Closures with a package for which the indexes of the security suite have a newer version. */
export const outdatedClosures = (entries: readonly WithClosures[], indexes: Indexes): Issue[] =>
  entries.flatMap((entry) =>
    Object.values(entry.closures).flatMap((closure) =>
      closure.packages.flatMap(({ package: name, version }) => {
        const fixed = indexes[closure.architecture].find(name)
        if (fixed === undefined || compareVersions(fixed.version, version) <= 0) return []
        const place = `closure ${closure.architecture}`
        return [issueOf(entry, place, `has ${name} ${version}, but the security suite has ${fixed.version}`)]
      }),
    ),
  )
