import { createHash, createPublicKey, verify } from 'node:crypto'
import type { KeyId, PublicKey, Signature } from '../../documents/keys.ts'

/** Returns the id of a public key, 32 bytes as base64url. */
export const keyIdOf = (publicKey: string): KeyId =>
  createHash('sha256').update(Buffer.from(publicKey, 'base64url')).digest('hex').slice(0, 16)

/**
 * Whether it is the canonical base64url form of its bytes. Others decode to the same bytes, so one key or signature
 * could appear as two.
 */
export const isExactBase64 = (text: string): boolean =>
  Buffer.from(text, 'base64url').toString('base64url') === text

/** Whether this key signed exactly this payload. */
export function isSignedBy(
  payload: string,
  signature: Signature,
  { id, public_key }: Pick<PublicKey, 'id' | 'public_key'>,
): boolean {
  if (signature.key !== id || !isExactBase64(signature.value)) return false
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: public_key }, format: 'jwk' })
  return verify(null, Buffer.from(payload), key, Buffer.from(signature.value, 'base64url'))
}
