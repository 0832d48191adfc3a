import { IntegrityError, isAppError, type LockedApp } from '@cli-apps/core'
import { builtInCatalog, type ProvenManifest } from '@cli-apps/core/node'
import type { OpenRegistries } from './registries.ts'
import { requireLockedContent } from './vet-manifest.ts'
import type { AppState } from './workspace-facts.ts'

type LocatedManifest = ProvenManifest & { registry: string }

/**
 * Fetches the manifest with the locked digest: first from its original registry, then from the others, since the digest
 * proves it wherever it is served. Throws the first registry's error if none has it.
 */
export async function fetchLockedManifest(
  { name }: AppState,
  locked: LockedApp,
  { locations, open }: { locations: readonly string[]; open: OpenRegistries },
): Promise<LocatedManifest> {
  let failure: unknown
  for (const location of [locked.registry, ...locations.filter((one) => one !== locked.registry)]) {
    try {
      const registry = await open(location)
      const proven = await registry.manifest(name, locked.version)
      requireLockedContent(proven, locked)
      return { ...proven, registry: registry.location }
    } catch (error) {
      // Stop at content that does not match or has a wrong signature, instead of asking the next registry. The catalog of
      // another version of the program may well be different.
      if (!isAppError(error) || (error instanceof IntegrityError && location !== builtInCatalog)) throw error
      failure ??= error
    }
  }
  throw failure
}
