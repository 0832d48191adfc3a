import * as fc from 'fast-check'
import type { OpenApiDocument } from '../../services/registry/src/openapi/openapi-document.ts'
import { hostileTexts } from './hostile.ts'

/** A JSON Schema as OpenAPI 3.1 writes it. */
export type Schema = Record<string, unknown>

const maxDepth = 6

export const schemaNamed = ({ components }: OpenApiDocument, reference: string): Schema =>
  (components?.schemas?.[reference.split('/').at(-1) ?? ''] ?? {}) as Schema

/** Generates values that a schema allows. Rules that JSON Schema cannot express are sometimes broken. */
export function valuesOf(document: OpenApiDocument, schema: Schema, depth = 0): fc.Arbitrary<unknown> {
  const inner = (part: unknown): fc.Arbitrary<unknown> => valuesOf(document, part as Schema, depth + 1)
  if (typeof schema.$ref === 'string') return valuesOf(document, schemaNamed(document, schema.$ref), depth)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (Array.isArray(choices)) return fc.oneof(...choices.map(inner))
  const type = Array.isArray(schema.type) ? schema.type : [schema.type]
  return fc.oneof(...type.map((name) => valuesOfType(String(name), schema, inner, depth)))
}

function valuesOfType(
  type: string,
  schema: Schema,
  inner: (part: unknown) => fc.Arbitrary<unknown>,
  depth: number,
): fc.Arbitrary<unknown> {
  switch (type) {
    case 'string':
      return texts(schema)
    case 'integer':
      return fc.integer({ min: Number(schema.minimum ?? -5), max: Number(schema.maximum ?? 1_000_000) })
    case 'number':
      return fc.double({
        min: Number(schema.minimum ?? -1e9),
        max: Number(schema.maximum ?? 1e9),
        noNaN: true,
      })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array': {
      const minLength = Number(schema.minItems ?? 0)
      const maxLength = Math.min(Number(schema.maxItems ?? 4), Math.max(minLength, depth > maxDepth ? 0 : 4))
      return fc.array(inner(schema.items ?? {}), { minLength, maxLength })
    }
    case 'object':
      return objects(schema, inner, depth)
    default:
      return depth > maxDepth ? fc.constant(null) : fc.jsonValue({ maxDepth: 2 })
  }
}

function texts({ pattern, minLength = 0, maxLength = 60, format }: Schema): fc.Arbitrary<string> {
  if (format === 'uri') return fc.webUrl({ validSchemes: ['https'] })
  if (typeof pattern === 'string') {
    try {
      return fc.stringMatching(new RegExp(pattern, 'u'))
    } catch {
      return fc.string({ maxLength: 20 })
    }
  }
  const [min, max] = [Number(minLength), Math.min(Number(maxLength), 200)]
  return fc.string({ minLength: min, maxLength: Math.max(min, max), unit: 'grapheme' })
}

function objects(
  { properties = {}, required = [], additionalProperties }: Schema,
  inner: (part: unknown) => fc.Arbitrary<unknown>,
  depth: number,
): fc.Arbitrary<unknown> {
  const needed = required as string[]
  const shown = Object.entries(properties as Record<string, unknown>).filter(
    ([name]) => depth <= maxDepth || needed.includes(name),
  )
  if (shown.length === 0 && typeof additionalProperties === 'object' && depth <= maxDepth)
    return fc.dictionary(fc.stringMatching(/^[a-z]{1,12}$/), inner(additionalProperties), { maxKeys: 4 })
  return fc.record(Object.fromEntries(shown.map(([name, part]) => [name, inner(part)])), {
    requiredKeys: needed.filter((name) => shown.some(([key]) => key === name)),
  })
}

/** Values that no schema here accepts. */
export const hostileValues: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...hostileTexts),
  fc.constantFrom<unknown>(null, true, -1, 0, 1.5, 1e300, [], {}, [[]], [null], { a: { b: {} } }),
  fc.jsonValue({ maxDepth: 3 }),
)

/** Returns the value with one part replaced, removed or added. */
export function mutated(value: unknown): fc.Arbitrary<unknown> {
  if (Array.isArray(value) && value.length > 0)
    return fc
      .tuple(fc.nat({ max: value.length - 1 }), fc.boolean())
      .chain(([index, isDropped]) =>
        isDropped
          ? fc.constant(value.filter((_, at) => at !== index))
          : mutated(value[index]).map((part) => value.map((old, at) => (at === index ? part : old))),
      )
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 0)
    return fc
      .tuple(fc.constantFrom(...Object.keys(value)), fc.nat({ max: 5 }))
      .chain(([key, choice]): fc.Arbitrary<unknown> => {
        const { [key]: part, ...others } = value as Record<string, unknown>
        if (choice === 0) return fc.constant(others)
        if (choice === 1)
          return fc.constantFrom(...hostileTexts).map((extra) => ({ ...value, [extra]: part }))
        return mutated(part).map((changed) => ({ ...others, [key]: changed }))
      })
  return hostileValues
}
