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

const point = (one: string): number => one.codePointAt(0) ?? 0
const all = (text: string, write: (one: string, at: number) => string): string =>
  [...text].map((one, at) => write(one, at)).join('')
const unitsOf = (one: string): string =>
  [...Array(one.length).keys()].map((at) => `\\u${one.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')
const mixedCase = (text: string): string =>
  [...text].map((one, at) => (at % 2 === 0 ? one.toLowerCase() : one.toUpperCase())).join('')
/** Escapes of changing case within one value, with the sign of the escape as it is. */
const mixed = (text: string): string =>
  text.replace(/%[0-9a-f]{2}|(?<=\\u)[0-9a-f]{4}|(?<=&#x)[0-9a-f]+/gi, (one, at: number) =>
    at % 3 === 0 ? one.toUpperCase() : mixedCase(one),
  )
const octal = (text: string): string =>
  [...Buffer.from(text)].map((one) => `\\${one.toString(8).padStart(3, '0')}`).join('')
const json = (text: string): string => JSON.stringify(text).slice(1, -1)
const twice = (write: (text: string) => string) => (text: string) => write(write(text))

encodings.push(
  ['percent of every byte', hex],
  ['percent of every byte, three times', (text) => encodeURIComponent(encodeURIComponent(hex(text)))],
  ['percent of every byte, twice', twice(hex)],
  ['percent in mixed case', (text) => mixed(hex(text))],
  ['hexadecimal references', (text) => all(text, (one) => `&#x${point(one).toString(16)};`)],
  ['references in upper case', (text) => all(text, (one) => `&#X${point(one).toString(16).toUpperCase()};`)],
  ['references in mixed case', (text) => mixed(all(text, (one) => `&#x${point(one).toString(16)};`))],
  ['decimal references with zeros', (text) => all(text, (one) => `&#${`${point(one)}`.padStart(7, '0')};`)],
  ['references of references', (text) => html(all(text, (one) => `&#${point(one)};`))],
  ['units of every character', (text) => all(text, unitsOf)],
  ['units in mixed case', (text) => mixed(all(text, unitsOf))],
  ['units in JSON', (text) => json(all(text, unitsOf))],
  ['code points in braces', (text) => all(text, (one) => `\\u{${point(one).toString(16)}}`)],
  ['long code points', (text) => all(text, (one) => `\\U${point(one).toString(16).padStart(8, '0')}`)],
  ['octal bytes', octal],
  ['JSON in JSON', twice(json)],
  ['JSON in JSON in JSON', (text) => json(json(json(text)))],
  ['JSON in a URL', (text) => encodeURIComponent(json(text))],
  ['a URL in JSON in HTML', (text) => html(json(encodeURIComponent(text)))],
  [
    'each character in another way',
    (text) =>
      all(text, (one, at) => [`&#${point(one)};`, `\\u{${point(one).toString(16)}}`, hex(one)][at % 3] ?? ''),
  ],
  ['hexadecimal', (text) => Buffer.from(text).toString('hex')],
  ['hexadecimal in upper case', (text) => Buffer.from(text).toString('hex').toUpperCase()],
)

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

  it('is redacted whole from output that comes one character at a time', () => {
    const redactor = createRedactor([secret])
    const shown = [...`>>>${encode(secret)}<<<`].map((one) => redactor.write(one)).join('') + redactor.end()
    expect(shown).toBe('>>>[redacted]<<<')
  })
})

it('redacts a value that looks like escapes itself, as it is and escaped', () => {
  for (const value of ['p%41ss&amp;w\\u0041rd', '%2525%25', '&lt;&#65;&gt;x', '\\\\n\\t\\\\'])
    for (const encode of [String, encodeURIComponent, json, html, hex, twice(json)])
      expect(redactText(`a ${encode(value)} b`, [value])).toBe('a [redacted] b')
})

it.each([76, 64])('redacts base64 that is wrapped after %i characters', (width) => {
  const key = 'sk-live-'.repeat(12)
  const wrapped = Buffer.from(`user:${key}`)
    .toString('base64')
    .replace(new RegExp(`.{${width}}`, 'g'), '$&\n')
  const redactor = createRedactor([key])
  const shown =
    wrapped
      .split(/(?<=\n)/)
      .map((line) => redactor.write(line))
      .join('') + redactor.end()
  expect(shown).toContain('[redacted]')
  expect(shown.length).toBeLessThan(30)
})

it('passes on what is sure, and holds back no more than a value that may still come', () => {
  const redactor = createRedactor(['secret-value'])
  expect(redactor.write('line one\n100% of it\nline two sec')).toBe('line one\n100% of it\nline two ')
  expect(redactor.write('%72')).toBe('')
  expect(redactor.write('et of mine\n')).toBe('sec%72et of mine\n')
  expect(redactor.end()).toBe('')
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
