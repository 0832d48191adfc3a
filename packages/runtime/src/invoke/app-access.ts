import type { InstallRecord } from '@cli-apps/core'
import { placesGranted, readAccess, type Workspace } from '@cli-apps/core/node'

/**
 * Protected places that an app declares to work on and that the user lets it change in this workspace. The user's file is looked at
 * for each run of an app that declares any, so that changes count immediately.
 */
export function openAccess(userFile: string) {
  return async (record: InstallRecord, { root }: Workspace): Promise<string[]> => {
    const { name: app, registry, manifest } = record
    const declared = (manifest.requires?.access?.files ?? [])
      .filter(({ mode }) => mode === 'write')
      .map(({ path }) => path)
    if (declared.length === 0) return []
    const granted = placesGranted(await readAccess(userFile), { app, registry, workspace: root })
    return declared.filter((place) => granted.includes(place))
  }
}
