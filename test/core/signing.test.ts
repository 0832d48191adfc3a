import { indexPayload, keyPayload, versionPayload } from '@cli-apps/core'
import { digestOf, isSignedBy, parseSigningKey } from '@cli-apps/core/node'
import { expect, it } from 'vitest'
import { servedKey } from '../support/signed-site.ts'

// Test 1 of RFC 8032, section 7.1.
const seed = Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex')
const key = parseSigningKey(seed.toString('base64url'), 'the key of RFC 8032')

/*
 * These bytes are a promise to every reader and every key that has signed: when this test fails, the change breaks all
 * signatures that were ever made.
 */
it('signs exactly these bytes', () => {
  expect(key.publicKey).toBe('11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo')
  const manifest = {
    name: 'jq',
    manifest: 1,
    version: '1.7.1',
    tags: ['json', '数据'],
    size: 1.5e3,
    yes: true,
  }
  const index = { index: 1, serial: 7, signatures: [{ key: 'x', value: 'y' }], apps: [{ name: 'jq' }] }
  const payloads = {
    version: versionPayload(manifest),
    index: indexPayload(index),
    key: keyPayload(servedKey(key, { valid_until: '2027-01-01T00:00:00.000Z' }, [key])),
  }
  expect(payloads).toMatchInlineSnapshot(`
    {
      "index": "{"apps":[{"name":"jq"}],"index":1,"serial":7}",
      "key": "{"algorithm":"ed25519","id":"21fe31dfa154a261","key":1,"public_key":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo","valid_from":"2026-01-02T03:04:05.000Z"}",
      "version": "{"manifest":1,"name":"jq","size":1500,"tags":["json","数据"],"version":"1.7.1","yes":true}",
    }
  `)
  expect(digestOf(payloads.version)).toMatchInlineSnapshot(
    `"sha256:ac77c5030756ff89aa0162a943c43596327d85b92232ae18a62d0ffc76b0d241"`,
  )
  const signatures = Object.values(payloads).map((payload) => key.sign(payload))
  expect(signatures).toMatchInlineSnapshot(`
    [
      {
        "key": "21fe31dfa154a261",
        "value": "poekCa_UneDs6JqmUtbCSkTpKd0hRjAYAykNbPbEKtQe6z6YdVYRgcRNOy_WY41dBLYjhj5apzB1DgGZXQH5DA",
      },
      {
        "key": "21fe31dfa154a261",
        "value": "wquRC2pxjOhPUF5VPNwfYbgThkheKzLfnCuYTs3832kt55nWiOAOBsEnf5ntPfzi01ICI0LxLMnl93TQwncoAg",
      },
      {
        "key": "21fe31dfa154a261",
        "value": "ZfQJpzQgR2KMnaOT2IS-Btbeckldl-Oj5s9ciBJ60-hqvTOqvZbs_PUVIK57zJqFiERsxmA8KE9cT5fe-eDmDA",
      },
    ]
  `)
  for (const [at, payload] of Object.values(payloads).entries()) {
    const signature = signatures[at] ?? { key: '', value: '' }
    expect(isSignedBy(payload, signature, { id: key.id, public_key: key.publicKey })).toBe(true)
    expect(isSignedBy(`${payload} `, signature, { id: key.id, public_key: key.publicKey })).toBe(false)
  }
})
