import type { JsonObjectSchema } from '../schemas/input-schema.ts'

/**
 * What a call is checked by, and no model needs to know beforehand, as each request pays for every word: bounds, where a
 * description does not name them, and that no other key is taken.
 */
const unshown = new Set(['maxLength', 'minLength', 'maxItems', 'minimum', 'maximum', 'additionalProperties'])

/** A schema without these properties of the input, and without what only the check of a call needs. */
export function shownSchema(
  schema: JsonObjectSchema,
  { without = [] }: { without?: readonly string[] } = {},
): JsonObjectSchema {
  const { properties, ...rest } = lean(schema) as JsonObjectSchema & { properties?: object }
  if (properties === undefined) return rest
  const shown = Object.entries(properties).filter(([name]) => !without.includes(name))
  return { ...rest, properties: Object.fromEntries(shown) }
}

function lean(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lean)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, one]) => !unshown.has(key) || (typeof one !== 'number' && one !== false))
      // The values of a choice show their type.
      .filter(([key]) => key !== 'type' || !('enum' in value))
      .map(([key, one]) => [key, lean(one)]),
  )
}
