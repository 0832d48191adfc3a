import type { Queries } from '../../db/database.ts'
import { rolledBack } from '../../db/rolled-back.ts'
import { getAppView } from '../read/get-app-view.ts'
import { refreshApp } from '../refresh-app.ts'
import {
  type CheckedVersion,
  checkVersion,
  type PublishOutcome,
  type PublishRequest,
} from './check-version.ts'
import { holdVersion } from './hold-version.ts'
import { storeVersion } from './publish-version.ts'

interface VersionPreview {
  /** What publishing would answer. */
  outcome: PublishOutcome
  /** What the pages of the app would show of the version; of a held one, once it is approved. */
  view: Awaited<ReturnType<typeof getAppView>>
}

/**
 * Publishes a version in a transaction that is rolled back, so that a preview has every check and shows exactly what
 * readers would see. Throws as `publishVersion`.
 */
export async function previewVersion(db: Queries, request: PublishRequest): Promise<VersionPreview> {
  const checked = await checkVersion(db, request)
  return rolledBack(db, (tx) => storeAndView(tx, checked))
}

async function storeAndView(tx: Queries, checked: CheckedVersion): Promise<VersionPreview> {
  const { manifest, now } = checked
  const { name, version } = manifest
  const held = checked.held.length === 0 ? undefined : await holdVersion(tx, checked)
  const stored = await storeVersion(tx, checked)
  if (stored.status === 'published') await refreshApp(tx, name)
  return { outcome: held ?? stored, view: await getAppView(tx, { name, version, now }) }
}
