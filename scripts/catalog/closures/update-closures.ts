import type { DebianArchitecture } from '@cli-apps/core'
import type { CatalogEntry } from '../entries.ts'
import { type BuiltClosure, listedPackage } from './build-closure.ts'
import { aptMethod } from './closure-method.ts'
import type { SignedIndexes } from './fetch-indexes.ts'
import type { DebianPackage, PackageIndex } from './package-index.ts'
import { resolveClosure } from './resolve-closure.ts'

/** Closures with newer versions of their packages, or why one must be computed from the packages themselves. */
export type Update = { closures: Partial<Record<DebianArchitecture, BuiltClosure>> } | { hindrance: string }

/**
 * Takes the newest versions of the packages that the closures of an entry list. Nothing is downloaded: links and setup steps stay
 * those that were read from the earlier versions, so this is for updates within a suite, which change neither.
 */
export function updateClosures(
  { manifest, closures }: Pick<CatalogEntry, 'manifest' | 'closures'>,
  { snapshot, indexes }: SignedIndexes,
): Update {
  const updated: Partial<Record<DebianArchitecture, BuiltClosure>> = {}
  for (const closure of Object.values(closures)) {
    const names = closure.packages.map((one) => one.package)
    const packages = newest(names, indexes[closure.architecture])
    if (typeof packages === 'string') return { hindrance: packages }
    const root = packages.find((one) => one.package === aptMethod(manifest)?.package)
    if (root === undefined) return { hindrance: 'the package of the entry is not in its closure' }
    updated[closure.architecture] = {
      closure: { ...closure, snapshot, packages: packages.map(listedPackage) },
      root,
      installedSize: packages.reduce((sum, one) => sum + one.installedSize, 0),
      unproven: [],
    }
  }
  return { closures: updated }
}

/** These packages in their newest versions, unless they need another one now. */
function newest(names: readonly string[], index: PackageIndex): DebianPackage[] | string {
  const gone = names.find((name) => index.find(name) === undefined)
  if (gone !== undefined) return `Debian no longer has ${gone}`
  const added = resolveClosure(names, index).find((one) => !names.includes(one.package))
  if (added !== undefined) return `it needs ${added.package} too`
  return names.flatMap((name) => index.find(name) ?? [])
}
