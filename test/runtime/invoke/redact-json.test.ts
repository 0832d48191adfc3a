import { describe, expect, it } from 'vitest'
import { redactJson } from '../../../packages/runtime/src/invoke/redact-json.ts'
import { redactText } from '../../../packages/runtime/src/invoke/redact-secrets.ts'
import { useRunHarness } from '../run-harness.ts'

const secret = 'p@ss&wörd</x>1'
const env = [{ name: 'TOKEN', description: 'A token', required: true, secret: true }]
const harness = useRunHarness({ grants: { probe: { TOKEN: secret } } })

describe('a secret in JSON', () => {
  it.each([
    ['as it is', secret],
    ['as Python writes it', 'p@ss&w\\u00f6rd</x>1'],
    ['as Go writes it', 'p@ss\\u0026wörd\\u003c/x\\u003e1'],
    ['as PHP writes it', 'p@ss&w\\u00f6rd<\\/x>1'],
  ])('is taken out of a text, %s', (_how, text) => {
    expect(redactText(`{"a": "${text}"}`, [secret])).toBe('{"a": "[redacted]"}')
  })

  it('is taken out of keys and texts at every level', () => {
    const value = { [secret]: [1, null, { a: `x${secret}` }], n: 1, b: true }
    expect(redactJson(value, [secret])).toEqual({
      '[redacted]': [1, null, { a: 'x[redacted]' }],
      n: 1,
      b: true,
    })
    const own = JSON.parse('{"__proto__": {"a": 1}}')
    expect(JSON.stringify(redactJson(own, [secret]))).toBe('{"__proto__":{"a":1}}')
  })

  it('does not come back when what a program escaped is parsed', async () => {
    const script = `const all = [...process.env.TOKEN].map((one) =>
      '\\\\u' + one.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()).join('')
    console.log('{"a": "' + all + '", "' + all + '": 1}')`
    const result = await harness.runScript(script, { json: true }, { requires: { env } })
    expect(result).toMatchObject({ ok: true, json: { a: '[redacted]', '[redacted]': 1 } })
  })
})

it('JSON of more levels than can be written again stays text', async () => {
  const deep = `console.log('['.repeat(20000) + ']'.repeat(20000))`
  const result = await harness.runScript(deep, { json: true })
  expect(result).toMatchObject({ ok: true, exit_code: 0, stdout: expect.stringMatching(/^\[\[/) })
  expect(result).not.toHaveProperty('json')
})
