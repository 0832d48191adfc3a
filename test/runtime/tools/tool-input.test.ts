import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parseArguments } from '../../../packages/runtime/src/tools/parse-arguments.ts'
import type { InputSchema } from '../../../packages/runtime/src/tools/schemas/input-schema.ts'
import { toolInput } from '../../../packages/runtime/src/tools/schemas/tool-input.ts'

const parse = (input: InputSchema, given: unknown): unknown =>
  parseArguments('probe', toolInput('probe', input), given)
const failure = (act: () => unknown): unknown => {
  try {
    return { gave: act() }
  } catch (error) {
    return error
  }
}

const zodInput = z.strictObject({
  text: z.string(),
  count: z.int().min(1).optional(),
  items: z.array(z.object({ id: z.number() })).optional(),
  mode: z.enum(['a', 'b']).optional(),
  either: z.union([z.array(z.string()), z.number()]).optional(),
})
const jsonInput = {
  type: 'object',
  properties: {
    text: { type: 'string' },
    count: { type: 'integer', minimum: 1 },
    items: { type: 'array', items: { $ref: '#/$defs/item' } },
    mode: { enum: ['a', 'b'] },
    either: { anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'number' }] },
  },
  required: ['text'],
  additionalProperties: false,
  $defs: { item: { type: 'object', properties: { id: { type: 'number' } }, required: ['id'] } },
} as const

describe.each<[string, InputSchema]>([
  ['zod', zodInput],
  ['JSON Schema', jsonInput],
])('arguments by %s', (_, input) => {
  const whole = { text: 'x', count: 2, items: [{ id: 1 }], mode: 'a', either: 3 }

  it('pass as an object and as JSON text', () => {
    expect(parse(input, whole)).toEqual(whole)
    expect(parse(input, JSON.stringify(whole))).toEqual(whole)
  })

  it.each([
    [{}, 'text'],
    [{ text: 7 }, 'text'],
    [{ text: 'x', count: 0 }, 'count'],
    [{ text: 'x', items: [{ id: 1 }, { id: 'one' }] }, 'items[1].id'],
    [{ text: 'x', mode: 'c' }, 'mode'],
    [{ text: 'x', extra: 1 }, 'extra'],
    [{ text: 'x', 'a/b ~c': 1 }, '["a/b ~c"]'],
  ])('are refused with the place and the reason: %j', (given, path) => {
    const error = failure(() => parse(input, given))
    expect(error).toMatchObject({ code: 'tool.bad-arguments' })
    const { issues } = error as { issues: { path: string; message: string }[] }
    expect(issues.map((issue) => issue.path)).toContain(path)
    for (const { message } of issues) expect(message.length).toBeGreaterThan(0)
  })

  it('are refused with ten reasons at most', () => {
    const items = Array.from({ length: 500 }, () => ({ id: 'x' }))
    expect(failure(() => parse(input, { text: 'x', items }))).toMatchObject({
      issues: expect.toSatisfy((issues: unknown[]) => issues.length === 10),
    })
  })

  it('may hold JSON text where another type is wanted', () => {
    expect(parse(input, { text: '[1]', count: '2', items: '[{"id":1},{"id":2}]', either: '["x"]' })).toEqual({
      text: '[1]',
      count: 2,
      items: [{ id: 1 }, { id: 2 }],
      either: ['x'],
    })
    expect(parse(input, { text: 'x', items: ['{"id":1}', { id: '2' }] })).toEqual({
      text: 'x',
      items: [{ id: 1 }, { id: 2 }],
    })
  })

  it('keep text where text is wanted, and refuse what does not fit when it is read', () => {
    expect(parse(input, { text: '{"id":1}' })).toEqual({ text: '{"id":1}' })
    for (const given of [
      { text: 'x', count: 'two' },
      { text: 'x', count: '0' },
      { text: 'x', items: '7' },
    ]) {
      expect(failure(() => parse(input, given))).toMatchObject({ code: 'tool.bad-arguments' })
    }
  })
})

describe('a JSON Schema of somebody else', () => {
  const of = (more: Record<string, unknown>): InputSchema => ({ type: 'object', ...more }) as const

  it('is shown as it is, but for its dialect', () => {
    const { schema } = toolInput(
      'probe',
      of({ $schema: 'http://json-schema.org/draft-07/schema#', title: 'T' }),
    )
    expect(schema).toEqual({ type: 'object', title: 'T' })
  })

  it('is not held to its patterns and formats, which could take for ever', () => {
    const evil = of({
      properties: { a: { type: 'string', pattern: '^(a+)+$', format: 'email' } },
      patternProperties: { '^(b+)+$': { type: 'number' } },
      additionalProperties: false,
    })
    const given = { a: `${'a'.repeat(50)}!`, [`${'b'.repeat(50)}!`]: 1 }
    expect(parse(evil, given)).toEqual(given)
  })

  it('may have keywords that nobody knows, malformed ones, and names that are keywords', () => {
    const odd = of({
      'x-thing': { deep: [1] },
      required: 'text',
      enum: 5,
      properties: { pattern: { type: 'number' }, $ref: { type: 'string' }, items: { minimum: 'x' } },
    })
    expect(parse(odd, { pattern: 1, $ref: 'http://x.test/', items: 3 })).toEqual({
      pattern: 1,
      $ref: 'http://x.test/',
      items: 3,
    })
    expect(failure(() => parse(odd, { pattern: 'one' }))).toMatchObject({ code: 'tool.bad-arguments' })
  })

  it.each<[string, unknown]>([
    ['no object', { type: 'string' }],
    ['nothing', {}],
    ['too large', { type: 'object', description: 'x'.repeat(300_000) }],
    ['a cycle', Object.assign({ type: 'object' }, { self: [] as unknown[] })],
    ['another document', { type: 'object', properties: { a: { $ref: 'https://evil.test/schema.json' } } }],
    ['a file', { type: 'object', properties: { a: { $ref: 'file:///etc/passwd#' } } }],
    ['a big integer', { type: 'object', const: 1n }],
    ['too deep', { type: 'object', not: JSON.parse(`${'{"not":'.repeat(500)}{}${'}'.repeat(500)}`) }],
  ])('is refused when it is %s', (what, schema) => {
    if (what === 'a cycle') (schema as { self: unknown[] }).self.push(schema)
    expect(failure(() => toolInput('probe', schema as InputSchema))).toMatchObject({
      code: 'tool.bad-input',
    })
  })

  it('that refers to itself checks values as deep as they are, and never without end', () => {
    const tree = of({
      properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#' } } },
    })
    const value = { name: 'a', children: [{ name: 'b', children: [] }] }
    expect(parse(tree, value)).toEqual(value)
    expect(failure(() => parse(tree, { children: [{ name: 1 }] }))).toMatchObject({
      issues: [{ path: 'children[0].name' }],
    })
    const endless = of({ allOf: [{ $ref: '#' }] })
    expect(failure(() => parse(endless, {}))).toMatchObject({ code: 'tool.bad-arguments' })
  })

  it('whose references multiply is not followed: 2 to the 40 places', () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [
        `d${at}`,
        at === 39 ? {} : { allOf: [{ $ref: `#/$defs/d${at + 1}` }, { $ref: `#/$defs/d${at + 1}` }] },
      ]),
    )
    expect(parse(of({ $defs, allOf: [{ $ref: '#/$defs/d0' }] }), { a: 1 })).toEqual({ a: 1 })
  })

  it('may refer to what it does not have', () => {
    const lost = of({ properties: { a: { $ref: '#/components/schemas/A' }, b: { type: 'number' } } })
    expect(parse(lost, { a: 'anything', b: 1 })).toEqual({ a: 'anything', b: 1 })
    expect(failure(() => parse(lost, { a: 1, b: 'x' }))).toMatchObject({ issues: [{ path: 'b' }] })
  })

  it('leaves keys such as __proto__ what they are', () => {
    const given = JSON.parse('{"__proto__":{"polluted":true},"n":"1"}')
    const parsed = parse(of({ properties: { n: { type: 'number' } } }), given)
    expect(Object.getPrototypeOf(parsed)).toBe(Object.prototype)
    expect(JSON.stringify(parsed)).toBe('{"__proto__":{"polluted":true},"n":1}')
  })
})
