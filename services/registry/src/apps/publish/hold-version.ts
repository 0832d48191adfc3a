import { ConflictError, ForbiddenError, type Issue, LimitError } from '@cli-apps/core'
import { isAdmin, requireOwner } from '../../auth/authorize.ts'
import { requirePrefix } from '../../auth/claim-name.ts'
import type { Queries } from '../../db/database.ts'
import { type AppRow, lockApp, lockNewNames } from '../../db/queries/app-rows.ts'
import { insertAudit } from '../../db/queries/audit-rows.ts'
import { countHeld, deleteHeld, holdersOf, lockHeld, saveHeld } from '../../db/queries/held-rows.ts'
import { versionChoices } from '../../db/queries/version-rows.ts'
import { requirePresent } from '../missing-app.ts'
import type { CheckedVersion, PublishOutcome } from './check-version.ts'
import { requireSameContent } from './same-content.ts'

/** More of one user would bury the operator. */
const maxHeld = 100

/**
 * Keeps a version for the operator to decide on, inside a transaction. Name and version are reserved, and nobody gets the
 * version; the same content again is no error. Throws as `storeVersion` does, and `LimitError` `version.too-many-held`.
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

/** The row of an app; where there is none, nobody else takes a new name until the transaction ends. */
async function lockAppOrName(tx: Queries, name: string): Promise<AppRow | undefined> {
  const app = await lockApp(tx, name)
  if (app !== undefined) return app
  await lockNewNames(tx)
  return lockApp(tx, name)
}

/** What the audit log keeps of reasons: each rule once, as the message names it. */
const rulesOf = (reasons: readonly Issue[]): string[] => [
  ...new Set(reasons.map(({ rule, message }) => /\((injection\.[a-z-]+)\)/.exec(message)?.[1] ?? rule ?? '')),
]

/**
 * Makes sure that nobody else waits with this name, and that no other content waits with this version. Gives `waits` where
 * exactly this content waits already.
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

/** A version that is published waits no more, whatever became of it before. */
export const releaseHeld = deleteHeld
