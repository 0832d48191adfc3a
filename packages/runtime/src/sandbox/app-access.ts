import type { RunRecord } from '@cli-apps/core'
import type { AccessStanding, HeldAccess, Workspace } from '@cli-apps/core/node'

type Environment = Readonly<Record<string, string | undefined>>

/** Finds what an app declares beyond the sandbox, and what of it is granted in a workspace. */
export type FindAccess = (record: RunRecord, workspace: Workspace) => Promise<AccessStanding[]>

/** Access that a host gives to apps, by app name: names such as `file:~/.ssh`. */
export type GivenAccess = Readonly<Record<string, readonly string[]>>

interface AccessSources {
  /** The user's grants. Without a file nothing is granted. */
  userFile: string | undefined
  /** In addition. What the app does not declare is not given. */
  given: GivenAccess
}

/**
 * Reads the user's grants for each run of an app that declares any access, so that changes apply immediately. Files of the workspace
 * are never read.
 */
export const openAccess =
  ({ userFile, given }: AccessSources, environment: Environment): FindAccess =>
  async ({ name: app, registry, manifest }, { root }) => {
    if (manifest.requires?.access === undefined) return []
    const { accessGranted, accessItems, accessStanding, readAccess } = await import('./granted-access.ts')
    const items = accessItems(manifest)
    if (items.length === 0) return []
    const grants = userFile === undefined ? [] : await readAccess(userFile)
    const held = accessGranted(grants, { app, registry, workspace: root })
    const standingWith = (granted: HeldAccess) => accessStanding(items, granted, { environment, root })
    const names = Object.hasOwn(given, app) ? given[app] : undefined
    return standingWith(names === undefined ? held : withGiven(held, standingWith(held), names))
  }

/** What is given is as if it was granted now, so that it leads to what is there now. */
function withGiven(
  held: HeldAccess,
  standing: readonly AccessStanding[],
  names: readonly string[],
): HeldAccess {
  const given = standing.filter(({ item }) => names.includes(item.name))
  return {
    places: [...held.places, ...given.map(({ item }) => item.name)],
    access: [
      ...given.map(({ item: { name, mode }, place }) => ({
        name,
        mode,
        ...(place !== undefined && { leads_to: place }),
      })),
      ...held.access,
    ],
  }
}

/** Names of the protected places that an app may change. */
export const placesGranted = (standing: readonly AccessStanding[]): string[] =>
  standing.flatMap(({ item, isGranted }) => (item.kind === 'place' && isGranted ? [item.name] : []))
