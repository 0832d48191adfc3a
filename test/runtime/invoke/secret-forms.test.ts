import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRedactor, redactText } from '../../../packages/runtime/src/invoke/redact-secrets.ts'

const secret = `pä$s w/o+r'd<&>"=?\u{1f511}x`
const hex = (text: string): string =>
  [...Buffer.from(text)].map((one) => `%${one.toString(16).padStart(2, '0')}`).join('')
const percentLower = (text: string): string =>
  encodeURIComponent(text).replace(/%[0-9A-F]{2}/g, (one) => one.toLowerCase())
const units = (text: string): string =>
  JSON.stringify(text)
    .slice(1, -1)
    .replace(/[^\0-\x7f]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
const html = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const encodings: [string, (text: string) => string][] = [
  ['as it is', (text) => text],
  ['percent', encodeURIComponent],
  ['percent in lower case', percentLower],
  ['percent twice', (text) => encodeURIComponent(encodeURIComponent(text))],
  ['a form', (text) => new URLSearchParams({ a: text }).toString().slice(2)],
  ['HTML', html],
  ['HTML with a decimal apostrophe', (text) => html(text).replaceAll("'", '&#39;')],
  ['HTML with a hexadecimal apostrophe', (text) => html(text).replaceAll("'", '&#x27;')],
  ['JSON', (text) => JSON.stringify(text).slice(1, -1)],
  ['JSON in ASCII', units],
  [
    'JSON in ASCII, upper case',
    (text) => units(text).replace(/\\u[0-9a-f]{4}/g, (one) => `\\u${one.slice(2).toUpperCase()}`),
  ],
]

describe.each(encodings)('a secret in %s', (_, encode) => {
  it('is redacted, whatever it is and however the output is cut', () => {
    const text = fc
      .string({ unit: 'grapheme', minLength: 4, maxLength: 30 })
      .filter((one) => one.isWellFormed())
    fc.assert(
      fc.property(fc.oneof(fc.constant(secret), text), fc.nat(40), (value, cut) => {
        const encoded = encode(value)
        const whole = `>>>${encoded}<<<`
        const redactor = createRedactor([value])
        const at = Math.min(cut, whole.length)
        const shown = redactor.write(whole.slice(0, at)) + redactor.write(whole.slice(at)) + redactor.end()
        expect(shown).not.toContain(encoded)
        expect(shown).toContain('[redacted]')
      }),
      { numRuns: 150 },
    )
  })
})

it.each([0, 1, 2, 3, 4, 5])('a secret after %i other bytes is redacted in base64 and base64url', (before) => {
  const key = 'sk-live-0123456789abcdef>>>???'
  const bytes = Buffer.concat([Buffer.alloc(before, 'u'), Buffer.from(key), Buffer.from(':rest')])
  for (const encoding of ['base64', 'base64url'] as const) {
    const shown = redactText(`Basic ${bytes.toString(encoding)}`, [key])
    expect(shown).toContain('[redacted]')
    expect(
      Buffer.from(shown.split('[redacted]')[0]?.replace('Basic ', '') ?? '', encoding).toString(),
    ).not.toContain('sk-')
  }
})

it('leaves output without the secret as it is', () => {
  const text = `${hex('something else')} &lt;b&gt; \\u00e4 ${Buffer.from('other').toString('base64')}`
  expect(redactText(text, [secret])).toBe(text)
})
