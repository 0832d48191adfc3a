import type { LockedApp } from '@cli-apps/core'
import type { CommandContext } from '../context.ts'
import { fetchLockedManifest } from '../resolve/fetch-locked-manifest.ts'
import type { ResolvedApp, ResolveOptions } from '../resolve/resolve-app.ts'
import { refuseGeneralPrograms, refuseMisreadIdentifiers } from '../resolve/vet-manifest.ts'
import type { AppState } from '../resolve/workspace-facts.ts'
import { keptManifests } from './kept-manifests.ts'

/**
 * The app as the lockfile holds it: out of its record here, the store, or a registry, in this order. Whatever it comes
 * from, its digest is the locked one.
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
  // A person allowed it when it was locked here; a lockfile of somebody else says nothing of that.
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
