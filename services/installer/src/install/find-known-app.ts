import { caretRange, versionPayload } from '@cli-apps/core'
import { readPlatform, readTrust, requireSignature } from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'
import type { AppState } from '../resolve/workspace-facts.ts'
import type { KeptManifest } from '../store/stored-manifest.ts'
import { keptManifests } from './kept-manifests.ts'
import type { KnownApp } from './plan-again.ts'

/**
 * Finds an app in its record or in the store, verified by digest and, where its registry signs, by signature.
 * If the lockfile has the app, it decides the version. Returns `undefined` when no copy is sufficient.
 */
export async function findKnownApp(facts: AppState, context: CommandContext): Promise<KnownApp | undefined> {
  const { record, locked } = facts
  const digest = locked?.digest ?? record?.digest
  if (digest === undefined) return undefined
  const { config } = context
  for await (const kept of keptManifests(facts, digest, context)) {
    // A copy that another workspace installed is the same app, but stays with the registry that it is locked to.
    const registry = record?.digest === digest ? kept.registry : (locked?.registry ?? kept.registry)
    const found = { ...kept, registry }
    if (!(await isTrusted(found, config.trust))) continue
    return {
      ...found,
      method: locked?.platforms[readPlatform()]?.method ?? kept.method,
      range: facts.declared ?? caretRange(kept.manifest.version),
      facts,
    }
  }
  return undefined
}

/** Checks the signature. No flag and no repair bypasses it. */
async function isTrusted(
  { manifest, json, registry, signature }: KeptManifest,
  trustFolder: string,
): Promise<boolean> {
  const { keys } = await readTrust(trustFolder, registry)
  if (keys.length === 0) return true
  try {
    requireSignature(
      {
        payload: versionPayload(json),
        signatures: signature === null ? [] : [signature],
        what: manifest.name,
        location: registry,
      },
      keys,
    )
    return true
  } catch {
    return false
  }
}
