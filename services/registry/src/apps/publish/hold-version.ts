import { ConflictError, ForbiddenError, type Issue, LimitError } from '@cli-apps/core'
import { isAdmin, requireOwner } from '../../auth/authorize.ts'
import { requirePrefix } from '../../auth/claim-name.ts'
import type { Queries } from '../../db/database.ts'
import { type AppRow, lockApp } from '../../db/queries/apps/app-rows.ts'
import { lockNewNames } from '../../db/queries/apps/claimed-names.ts'
import { insertAudit } from '../../db/queries/audit-rows.ts'
import { countHeld, deleteHeld, holdersOf, lockHeld, saveHeld } from '../../db/queries/held-rows.ts'
import { versionChoices } from '../../db/queries/version-rows.ts'
import { requirePresent } from '../missing-app.ts'
import type { CheckedVersion, PublishOutcome } from './check-version.ts'
import { requireSameContent } from './same-content.ts'

/** Keeps one user from flooding the operator's queue. */
const maxHeld = 100

/**
 * Holds a version for the operator's decision, inside a transaction. Its name and version are reserved, and
 * no client can fetch it; the same content again is not an error. Throws as `storeVersion`, and `LimitError`
 * `version.too-many-held`.
 */
export async function holdVersion(tx: Queries, checked: CheckedVersion): Promise<PublishOutcome> {
  const { manifest, digest, actor, now, held: reasons } = checked
  const { name, version } = manifest
  const app = await lockAppOrName(tx, name)
  if (app === undefined) await requirePrefix(tx, actor, name)
  else {
    await requireOwner(tx, actor, name)
    const existing = (await versionChoices(tx, [name])).find((choice) => choice.version === version)
    if (existing !== undefined) {
      requireSameContent(existing, digest)
      return { name, version, digest, status: 'present' }
    }
    requirePresent(app)
  }
  const outcome: PublishOutcome = { name, version, digest, status: 'held', reasons }
  if ((await claimHeld(tx, checked, app === undefined)) === 'waits') return outcome
  if ((await countHeld(tx, actor.user)) >= maxHeld)
    throw new LimitError('version.too-many-held', `${maxHeld} versions of ${actor.user} are already held.`, {
      hint: "Wait for the decisions of the registry's operator.",
    })
  await saveHeld(tx, {
    app: name,
    version,
    manifest: checked.manifestText,
    commandTrees: checked.commandTrees,
    closures: checked.closures,
    digest,
    reasons,
    heldAt: now,
    heldBy: actor.user,
    rejectedAt: null,
    rejection: null,
  })
  await insertAudit(tx, {
    at: now,
    actor: actor.user,
    token: actor.token,
    action: 'held.add',
    app: name,
    version,
    details: { digest, rules: rulesOf(reasons) },
  })
  return outcome
}

/**
 * Locks the row of an app. If the app does not exist, no other transaction can claim a new name until this
 * one ends.
 */
async function lockAppOrName(tx: Queries, name: string): Promise<AppRow | undefined> {
  const app = await lockApp(tx, name)
  if (app !== undefined) return app
  await lockNewNames(tx)
  return lockApp(tx, name)
}

/** Returns the reasons for the audit log: each rule once, under the name that its message contains. */
const rulesOf = (reasons: readonly Issue[]): string[] => [
  ...new Set(reasons.map(({ rule, message }) => /\((injection\.[a-z-]+)\)/.exec(message)?.[1] ?? rule ?? '')),
]

/**
 * Requires that no other user has a held version with this name, and that this version is not held with other
 * content. Returns `waits` when exactly this content is already held.
 */
export async function claimHeld(
  tx: Queries,
  { manifest: { name, version }, digest, actor }: CheckedVersion,
  isNewApp: boolean,
): Promise<'waits' | 'free'> {
  const others = isNewApp ? (await holdersOf(tx, name)).filter((user) => user !== actor.user) : []
  if (others.length > 0 && !isAdmin(actor))
    throw new ConflictError(
      'publish.name-held',
      `The name ${name} is reserved by a held version of another user.`,
      {
        hint: 'Choose another name, or wait until the operator decides.',
      },
    )
  const held = await lockHeld(tx, name, version)
  if (held === undefined) return 'free'
  if (held.rejectedAt !== null) {
    if (held.digest !== digest) return 'free'
    throw new ForbiddenError(
      'version.rejected',
      `The operator rejected ${name} ${version}: ${held.rejection}`,
      {
        hint: 'Change the texts and publish it as another version, or ask the operator.',
      },
    )
  }
  if (held.digest === digest) return 'waits'
  throw new ConflictError('version.held', `${name} ${version} is held with other content.`, {
    hint: 'Publish the correction as the same version with +1 appended, or wait for the decision.',
    details: { held: held.digest, received: digest },
  })
}

/** Deletes the held copy of a version that is published, even a rejected one. */
export const releaseHeld = deleteHeld
