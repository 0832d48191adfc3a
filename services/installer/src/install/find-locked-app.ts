import type { LockedApp } from '@cli-apps/core'
import type { CommandContext } from '../context.ts'
import { fetchLockedManifest } from '../resolve/fetch-locked-manifest.ts'
import type { ResolvedApp, ResolveOptions } from '../resolve/resolve-app.ts'
import { refuseGeneralPrograms, refuseMisreadIdentifiers } from '../resolve/vet-manifest.ts'
import type { AppState } from '../resolve/workspace-facts.ts'
import { keptManifests } from './kept-manifests.ts'

/**
 * Finds the app that the lockfile names: in its record here, the store or a registry, in this order.
 * Its digest is the locked one, whatever the source.
 */
export async function findLockedApp(
  facts: AppState,
  locked: LockedApp,
  context: CommandContext,
  options: Pick<ResolveOptions, 'locations' | 'open' | 'warnOfAge' | 'allowGeneral'>,
): Promise<ResolvedApp> {
  const { value: kept } = await keptManifests(facts, locked.digest, context).next()
  const found = kept ?? (await fetchLockedManifest(facts, locked, options))
  if (kept === undefined) await options.warnOfAge(found.registry)
  refuseMisreadIdentifiers(found.manifest, found.registry)
  // If it was locked here, the user allowed it then. Another user's lockfile does not prove that.
  if (!options.allowGeneral && facts.record === undefined)
    refuseGeneralPrograms(found.manifest, found.registry)
  const { manifest, leftOut, digest, json, signature, registry } = found
  return {
    manifest,
    leftOut,
    digest,
    json,
    signature,
    registry,
    facts,
    range: facts.declared ?? locked.version,
    standing: undefined,
    movedFrom: undefined,
  }
}
