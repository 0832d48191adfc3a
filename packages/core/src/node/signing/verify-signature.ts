import { createHash, createPublicKey, verify } from 'node:crypto'
import type { KeyId, PublicKey, Signature } from '../../documents/api.ts'

/** Id of a public key, 32 bytes in base64url. */
export const keyIdOf = (publicKey: string): KeyId =>
  createHash('sha256').update(Buffer.from(publicKey, 'base64url')).digest('hex').slice(0, 16)

/** Is it the one base64url form of its bytes? Others decode to the same, and would let one key or signature look like two. */
export const isExactBase64 = (text: string): boolean =>
  Buffer.from(text, 'base64url').toString('base64url') === text

/** Did this key make the signature over exactly this payload? */
export function isSignedBy(
  payload: string,
  signature: Signature,
  { id, public_key }: Pick<PublicKey, 'id' | 'public_key'>,
): boolean {
  if (signature.key !== id || !isExactBase64(signature.value)) return false
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: public_key }, format: 'jwk' })
  return verify(null, Buffer.from(payload), key, Buffer.from(signature.value, 'base64url'))
}
