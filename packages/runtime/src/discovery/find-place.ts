import { openRecordSignatures } from '@cli-apps/core/node'
import { openInstalledApps } from '../installed-apps.ts'
import { openAvailableApps } from './available-apps.ts'
import { createFind } from './find.ts'
import type { FindInPlace, FindPlace } from './find-request.ts'

/** Reads and ranks in the calling thread. */
export function createFindPlace({ workspace, home, registry, environment }: FindPlace): FindInPlace {
  return createFind({
    workspace,
    apps: openInstalledApps(workspace, openRecordSignatures(home)),
    available: openAvailableApps(workspace, registry, environment),
    environment,
  })
}
