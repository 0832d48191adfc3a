import * as z from 'zod'
import { t } from '../messages/t.ts'
import { shownLine } from '../text.ts'

/** Id of a signing key: the first 16 hexadecimal digits of the sha256 of its 32 bytes. */
export const KeyId = z
  .string()
  .regex(/^[0-9a-f]{16}$/, { error: () => t('api.hexadecimal-digits', 'must be 16 hexadecimal digits') })
export type KeyId = z.infer<typeof KeyId>

/** An Ed25519 signature (RFC 8032) by a key of `/v1/keys.json`. */
export const Signature = z.object({
  key: KeyId,
  value: z
    .string()
    .regex(/^[\w-]{86}$/, { error: () => t('api.signature-bytes', 'must be 64 bytes in base64url') })
    .describe('64 bytes in base64url'),
})
export type Signature = z.infer<typeof Signature>

/** One public key of `/v1/keys.json`. */
export const PublicKey = z.object({
  key: z.literal(1),
  id: KeyId,
  algorithm: z.literal('ed25519'),
  public_key: z
    .string()
    .regex(/^[\w-]{43}$/, { error: () => t('api.token-bytes', 'must be 32 bytes in base64url') })
    .describe('32 bytes in base64url'),
  valid_from: shownLine(40).describe('ISO 8601, UTC'),
  valid_until: shownLine(40).nullable().describe('ISO 8601, UTC; null while it is in use'),
})
export type PublicKey = z.infer<typeof PublicKey>

/**
 * `/v1/keys.json`, oldest key first. Each carries the signatures of earlier keys over the RFC 8785 form of the key without
 * them and without `valid_until`, so that a client that trusts one key can follow to the next.
 */
export const KeysDocument = z.object({
  keys: z.array(PublicKey.extend({ signatures: z.array(Signature).max(10) })).max(100),
})
export type KeysDocument = z.infer<typeof KeysDocument>
