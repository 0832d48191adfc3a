import { type Digest, type MethodKind, readManifest, t } from '@cli-apps/core'
import { manifestDigest, type ProvenManifest } from '@cli-apps/core/node'
import { listEntries } from './list-entries.ts'
import { readAppFile, readStoredManifest } from './store.ts'

/** A manifest that this machine keeps of a program that it installed. */
export interface KeptManifest extends ProvenManifest {
  registry: string
  /** How the program was installed. */
  method: MethodKind
}

/**
 * Yields manifests with this exact digest, of programs in the store. A manifest that cannot be read counts as absent.
 */
export async function* storedManifests(
  store: string,
  name: string,
  digest: Digest,
): AsyncGenerator<KeptManifest> {
  const { vetManifest } = await import('@cli-apps/core/skill')
  for (const { entry } of await listEntries(store, name)) {
    const app = await readAppFile(entry).catch(() => undefined)
    if (app?.digest !== digest) continue
    const json = await readStoredManifest(entry).catch(() => undefined)
    if (json === undefined || manifestDigest(json) !== digest) continue
    yield {
      ...vetManifest(
        readManifest(
          json,
          t('stored-manifest.manifest-store', 'The manifest of {name} {version} in the store', {
            name,
            version: app.version,
          }),
        ),
      ),
      digest,
      json,
      signature: app.signature ?? null,
      registry: app.registry,
      method: app.method,
    }
  }
}
