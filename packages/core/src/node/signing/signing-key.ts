import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { KeyId, Signature } from '../../documents/keys.ts'
import { InvalidError } from '../../errors/errors.ts'
import { t } from '../../messages/t.ts'
import { keyIdOf } from './verify-signature.ts'

/** A private Ed25519 key that never leaves this object. */
export interface SigningKey {
  id: KeyId
  /** 32 bytes as base64url. */
  publicKey: string
  sign(payload: string): Signature
}

/** Generates a private key as PKCS#8 PEM. */
export const generateSigningKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

/**
 * Parses a private key: PKCS#8 PEM, or its 32-byte seed as base64url. `source` names its origin in errors, which never
 * contain the key. Throws `InvalidError` `signing.bad-key`.
 */
export function parseSigningKey(text: string, source: string): SigningKey {
  const key = readPrivateKey(text.trim())
  if (key?.asymmetricKeyType !== 'ed25519') {
    throw new InvalidError(
      'signing.bad-key',
      t('signing.bad-key', '{source} is not an Ed25519 private key.', { source }),
      {
        hint: t('signing.bad-key.hint', 'Run: cli-apps-registry keys generate FILE'),
      },
    )
  }
  const publicKey = createPublicKey(key).export({ format: 'jwk' }).x ?? ''
  const id = keyIdOf(publicKey)
  return {
    id,
    publicKey,
    sign: (payload) => ({ key: id, value: sign(null, Buffer.from(payload), key).toString('base64url') }),
  }
}

/** The bytes before the seed in the DER form of RFC 8410. */
const derHead = Buffer.from('302e020100300506032b657004220420', 'hex')

function readPrivateKey(text: string): KeyObject | undefined {
  try {
    if (!/^[\w-]{43}=?$/.test(text)) return createPrivateKey(text)
    const der = Buffer.concat([derHead, Buffer.from(text, 'base64url')])
    return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  } catch {
    return undefined
  }
}
