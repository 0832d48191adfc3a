import { generateKeyPairSync } from 'node:crypto'
import { generateSigningKey, isSignedBy, parseSigningKey } from '@cli-apps/core/node'
import { expect, it } from 'vitest'

it('a key is created as PEM and read back, also as its seed', () => {
  const pem = generateSigningKey()
  const key = parseSigningKey(pem, 'a file')
  expect(pem).toMatch(/^-----BEGIN PRIVATE KEY-----\n/)
  expect(key.id).toMatch(/^[0-9a-f]{16}$/)
  const der = Buffer.from(pem.replace(/-----.*-----|\s/g, ''), 'base64')
  expect(parseSigningKey(der.subarray(-32).toString('base64url'), 'a variable').publicKey).toBe(key.publicKey)
})

it.each([
  ['nothing', ''],
  ['other text', 'hello'],
  ['a seed that is too short', 'x'.repeat(42)],
  [
    'a key of another kind',
    generateKeyPairSync('x25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  ],
])('%s is refused without repeating it', (_what, text) => {
  expect(() => parseSigningKey(text, 'CLI_APPS_SIGNING_KEY')).toThrow(
    'CLI_APPS_SIGNING_KEY is not an Ed25519 private key.',
  )
})

it('accepts a signature only in its canonical encoding', () => {
  const key = parseSigningKey('A'.repeat(43), 'zeros')
  const by = { id: key.id, public_key: key.publicKey }
  const good = key.sign('x')
  // The last of 86 letters carries four bits that decoding ignores.
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const other = `${good.value.slice(0, -1)}${letters[letters.indexOf(good.value.at(-1) ?? '') + 1]}`
  expect(Buffer.from(other, 'base64url').equals(Buffer.from(good.value, 'base64url'))).toBe(true)
  expect(isSignedBy('x', good, by)).toBe(true)
  expect(isSignedBy('x', { ...good, value: other }, by)).toBe(false)
  expect(isSignedBy('x', { ...good, value: 'A'.repeat(86) }, by)).toBe(false)
})
