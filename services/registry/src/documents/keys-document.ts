import type { KeysDocument } from '@cli-apps/core'
import type { Queries } from '../db/database.ts'
import { type KeyRow, listKeys } from '../db/queries/key-rows.ts'

/** `/v1/keys.json` */
export const keysDocument = async (db: Queries): Promise<KeysDocument> => ({
  keys: (await listKeys(db)).map(publishedKey),
})

/** The public form of a stored key. */
export const publishedKey = ({
  id,
  publicKey,
  validFrom,
  validUntil,
  signatures,
}: KeyRow): KeysDocument['keys'][number] => ({
  key: 1,
  id,
  algorithm: 'ed25519',
  public_key: publicKey,
  valid_from: validFrom.toISOString(),
  valid_until: validUntil?.toISOString() ?? null,
  signatures,
})
