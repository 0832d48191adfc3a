import { type Digest, readManifest, t } from '@cli-apps/core'
import { manifestDigest, readPublishedManifest, vettingOf } from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'
import type { AppState } from '../resolve/workspace-facts.ts'
import { type KeptManifest, storedManifests } from '../store/stored-manifest.ts'

/** Yields what this machine has of an app with this digest: the record in the workspace first, then the store. */
export async function* keptManifests(
  facts: Pick<AppState, 'name' | 'record'>,
  digest: Digest,
  { workspace, config }: Pick<CommandContext, 'workspace' | 'config'>,
): AsyncGenerator<KeptManifest> {
  const { name, record } = facts
  if (record?.digest === digest) {
    const json = await readPublishedManifest(workspace, name)
    const vetting = await vettingOf(record.registry)
    if (manifestDigest(json) === digest)
      yield {
        ...vetting.manifest(
          readManifest(
            json,
            t('open-registry.manifest', 'The manifest of {name} {version}', {
              name,
              version: record.version,
            }),
          ),
        ),
        digest,
        json,
        signature: record.signature ?? null,
        registry: record.registry,
        method: record.method,
      }
  }
  yield* storedManifests(config.store, name, digest)
}
