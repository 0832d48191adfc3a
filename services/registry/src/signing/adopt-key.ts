import { ForbiddenError } from '@cli-apps/core'
import type { SigningKey } from '@cli-apps/core/node'
import type { Queries } from '../db/database.ts'
import { insertAudit } from '../db/queries/audit-rows.ts'
import { insertKey, type KeyRow, listKeys, lockKeys } from '../db/queries/key-rows.ts'

/**
 * Ensures that the registry signs with this key: its first key, or one added by `keys rotate`. Returns when the key
 * expires. Throws `ForbiddenError` `signing.unknown-key`, `signing.retired-key`.
 */
export async function adoptKey(
  db: Queries,
  { id, publicKey }: Pick<SigningKey, 'id' | 'publicKey'>,
  now: Date,
): Promise<Date | null> {
  const found = (await listKeys(db)).find((row) => row.id === id)
  if (found !== undefined) return requireCurrent(found, now)
  return db.transaction(async (tx) => {
    await lockKeys(tx)
    const known = await listKeys(tx)
    // Another server may have added it in the meantime.
    const same = known.find((row) => row.id === id)
    if (same !== undefined) return requireCurrent(same, now)
    const last = known.at(-1)
    if (last !== undefined) throw unknownKey(id, last)
    await insertKey(tx, { id, publicKey, validFrom: now, validUntil: null, signatures: [] })
    await insertAudit(tx, { at: now, actor: 'operator', action: 'key.add', details: { key: id } })
    return null
  })
}

function requireCurrent({ id, validUntil }: KeyRow, now: Date): Date | null {
  if (validUntil === null || validUntil > now) return validUntil
  throw new ForbiddenError('signing.retired-key', `The key ${id} ended at ${validUntil.toISOString()}.`, {
    hint: 'Sign with the key that replaced it; "cli-apps-registry keys list" shows it.',
  })
}

const unknownKey = (id: string, last: KeyRow): ForbiddenError =>
  new ForbiddenError(
    'signing.unknown-key',
    `This registry signs with ${last.id} and does not know the key ${id}.`,
    {
      hint: 'Its readers would refuse the key. Introduce it with: cli-apps-registry keys rotate --old FILE --new FILE',
    },
  )
