import { ForbiddenError, keyPayload, NotFoundError, type PublicKey, type Signature } from '@cli-apps/core'
import { isSignedBy } from '@cli-apps/core/node'
import type { Queries } from '../db/database.ts'
import { notifyChange } from '../db/queries/apps/app-rows.ts'
import { insertAudit } from '../db/queries/audit-rows.ts'
import { endKey, insertKey, type KeyRow, listKeys, lockKeys } from '../db/queries/key-rows.ts'

interface RotateRequest {
  /** The new key. */
  key: PublicKey
  /** The current key's signature over the new key. */
  signature: Signature
  /** When the old key expires; until then servers may keep signing with it. */
  oldEndsAt: Date
  now: Date
}

/**
 * Adds a new key signed by the current one, and sets when the current one expires. Throws if the signature is not
 * valid.
 */
export async function rotateKey(
  db: Queries,
  { key, signature, oldEndsAt, now }: RotateRequest,
): Promise<{ added: string; ended: string; ended_at: string }> {
  const ended = await db.transaction(async (tx) => {
    await lockKeys(tx)
    const known = await listKeys(tx)
    const old = known.find((row) => row.id === signature.key)
    if (old === undefined) throw unknownOld(signature.key)
    requireRotation(old, key, { signature, isKnown: known.some(({ id }) => id === key.id) })
    await endKey(tx, old.id, oldEndsAt)
    const { id, public_key: publicKey, valid_from } = key
    await insertKey(tx, {
      id,
      publicKey,
      validFrom: new Date(valid_from),
      validUntil: null,
      signatures: [signature],
    })
    await insertAudit(tx, {
      at: now,
      actor: 'operator',
      action: 'key.rotate',
      details: { key: id, replaces: old.id, ends_at: oldEndsAt.toISOString() },
    })
    await notifyChange(tx, '')
    return old.id
  })
  return { added: key.id, ended, ended_at: oldEndsAt.toISOString() }
}

function requireRotation(
  old: KeyRow,
  key: PublicKey,
  { signature, isKnown }: { signature: Signature; isKnown: boolean },
): void {
  const by = { id: old.id, public_key: old.publicKey }
  const reason = isKnown
    ? `The key ${key.id} is already known.`
    : old.validUntil !== null
      ? `The key ${old.id} is already replaced.`
      : new Date(key.valid_from) <= old.validFrom || !isSignedBy(keyPayload({ ...key }), signature, by)
        ? `The key ${old.id} has not signed ${key.id}.`
        : undefined
  if (reason === undefined) return
  throw new ForbiddenError('signing.cannot-rotate', reason, {
    hint: 'Name the key in use with --old and a new one with --new; "cli-apps-registry keys list" shows them.',
  })
}

const unknownOld = (id: string): NotFoundError =>
  new NotFoundError('signing.unknown-key', `This registry never signed with the key ${id}.`, {
    hint: '"cli-apps-registry keys list" shows its keys.',
  })
