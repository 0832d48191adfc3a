import {
  type ChangeReceipt,
  type Digest,
  NotFoundError,
  parseJson,
  parseManifest,
  publicationText,
  versionPayload,
} from '@cli-apps/core'
import type { SigningKey } from '@cli-apps/core/node'
import type { PublishPolicy } from '@cli-apps/core/publish-rules'
import type { Queries } from '../../db/database.ts'
import { insertAudit } from '../../db/queries/audit-rows.ts'
import { deleteHeld, type HeldRow, lockHeld, saveHeld } from '../../db/queries/held-rows.ts'
import { refreshApp } from '../refresh-app.ts'
import { storeVersion } from './publish-version.ts'

interface HeldDecision {
  app: string
  version: string
  now: Date
}

/**
 * Publishes a held version in the name of its publisher, even after a rejection. Throws `NotFoundError`
 * `version.not-held`, and as `storeVersion` when its names were taken in the meantime.
 */
export function approveHeld(
  db: Queries,
  { app, version, now }: HeldDecision,
  { policy, signer }: { policy: PublishPolicy; signer: Pick<SigningKey, 'sign'> | undefined },
): Promise<ChangeReceipt> {
  return db.transaction(async (tx) => {
    const row = await requireHeld(tx, app, version)
    const value = parseJson(row.manifest, 'The held manifest')
    await deleteHeld(tx, app, version)
    await insertAudit(tx, {
      at: now,
      actor: 'operator',
      action: 'held.approve',
      app,
      version,
      details: { digest: row.digest },
    })
    await storeVersion(tx, {
      text: publicationText(row.manifest, { commands: row.commandTrees, closures: row.closures }),
      manifestText: row.manifest,
      commandTrees: row.commandTrees,
      closures: row.closures,
      manifest: parseManifest(value),
      digest: row.digest as Digest,
      held: [],
      signatures: signer === undefined ? [] : [signer.sign(versionPayload(value))],
      // The rules and prefixes were checked when the version was sent; only its names are claimed now.
      actor: { user: row.heldBy, scopes: ['admin'], token: null },
      now,
      policy,
    })
    await refreshApp(tx, app)
    return { changed: true }
  })
}

/** Rejects a held version; its publisher can read the reason. Throws `NotFoundError` `version.not-held`. */
export function rejectHeld(
  db: Queries,
  { app, version, now, reason }: HeldDecision & { reason: string },
): Promise<ChangeReceipt> {
  return db.transaction(async (tx) => {
    const row = await requireHeld(tx, app, version)
    if (row.rejection === reason) return { changed: false }
    await saveHeld(tx, { ...row, rejectedAt: row.rejectedAt ?? now, rejection: reason })
    await insertAudit(tx, {
      at: now,
      actor: 'operator',
      action: 'held.reject',
      app,
      version,
      details: { reason },
    })
    return { changed: true }
  })
}

async function requireHeld(tx: Queries, app: string, version: string): Promise<HeldRow> {
  const row = await lockHeld(tx, app, version)
  if (row !== undefined) return row
  throw new NotFoundError('version.not-held', `${app} ${version} is not held.`, {
    hint: 'Run: cli-apps-registry held',
  })
}
