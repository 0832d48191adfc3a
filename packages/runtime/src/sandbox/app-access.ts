import type { RunRecord } from '@cli-apps/core'
import type { AccessStanding, Workspace } from '@cli-apps/core/node'

type Environment = Readonly<Record<string, string | undefined>>

/** Finds what an app declares beyond the sandbox, and what of it is granted in a workspace. */
export type FindAccess = (record: RunRecord, workspace: Workspace) => Promise<AccessStanding[]>

/**
 * Reads the user's grants for each run of an app that declares any access, so that changes apply immediately. Without a
 * file nothing is granted. Files of the workspace are never read.
 */
export const openAccess =
  (userFile: string | undefined, environment: Environment): FindAccess =>
  async ({ name: app, registry, manifest }, { root }) => {
    if (manifest.requires?.access === undefined) return []
    const { accessGranted, accessItems, accessStanding, readAccess } = await import('./granted-access.ts')
    const items = accessItems(manifest)
    if (items.length === 0) return []
    const grants = userFile === undefined ? [] : await readAccess(userFile)
    return accessStanding(items, accessGranted(grants, { app, registry, workspace: root }), {
      environment,
      root,
    })
  }

/** Names of the protected places that an app may change. */
export const placesGranted = (standing: readonly AccessStanding[]): string[] =>
  standing.flatMap(({ item, isGranted }) => (item.kind === 'place' && isGranted ? [item.name] : []))
