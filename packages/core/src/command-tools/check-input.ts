import * as z from 'zod'
import { InvalidError, type Issue } from '../errors/errors.ts'
import { nearestNames } from '../search/nearest-names.ts'
import { toLine } from '../to-line.ts'
import { isRequired, slotSchema } from './command-schema.ts'
import type { InputSlot } from './input-slots.ts'
import type { JsonSchema } from './value-schema.ts'

/** Enough to correct an input. */
const mostIssues = 10

/**
 * The values of an input by property, checked against the command's schema. The object is walked here and each value
 * by zod: property names are untrusted, and `constructor` is a possible name. Throws `InvalidError`
 * `tool.bad-input` with the first ten issues, which name the property and what is allowed.
 */
export function checkInput(slots: readonly InputSlot[], input: unknown): ReadonlyMap<string, unknown> {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw badInput([{ path: '', message: 'must be an object' }])
  const values = new Map(Object.entries(input).filter(([, value]) => value !== undefined))
  const known = new Map(slots.map((slot) => [slot.property, slot]))
  const issues: Issue[] = []
  const readers: Readers = new Map()
  for (const [property, value] of values) {
    if (issues.length >= mostIssues) break
    const slot = known.get(property)
    const issue = slot === undefined ? unknownProperty(property, known) : valueIssue(slot, value, readers)
    if (issue !== undefined) issues.push(issue)
  }
  for (const slot of slots)
    if (isRequired(slot) && !values.has(slot.property))
      issues.push({
        path: slot.property,
        rule: 'schema.required',
        message: `is required: ${allowed(slotSchema(slot))}`,
      })
  if (issues.length > 0) throw badInput(issues.slice(0, mostIssues))
  return values
}

export const badInput = (issues: readonly Issue[]): InvalidError => {
  const [first] = issues
  const what = first === undefined ? '' : ` ${[first.path, first.message].filter(Boolean).join(' ')}.`
  return new InvalidError('tool.bad-input', `The input does not fit the command:${what}`, {
    hint: first?.hint ?? 'Correct it and call again; nothing was run.',
    issues,
  })
}

function unknownProperty(property: string, known: ReadonlyMap<string, unknown>): Issue {
  const near = nearestNames(property.slice(0, 100), known.keys(), 1)[0]
  const names = [...known.keys()].slice(0, 20).join(', ')
  const others = known.size > 20 ? ` and ${known.size - 20} more` : ''
  return {
    path: toLine(property, 100),
    rule: 'schema.unknown-key',
    message: 'is not a property of this command',
    hint:
      near === undefined
        ? `It takes ${names === '' ? 'no property' : `${names}${others}`}.`
        : `Did you mean "${near}"?`,
  }
}

/** What reads a value, by its schema as text: most options are alike. */
type Readers = Map<string, z.ZodType>

function valueIssue(slot: InputSlot, value: unknown, readers: Readers): Issue | undefined {
  const schema = slotSchema(slot)
  const bare = withoutNotes(schema)
  const text = JSON.stringify(bare)
  const reader = readers.get(text) ?? z.fromJSONSchema(bare)
  readers.set(text, reader)
  if (reader.safeParse(value).success) return undefined
  const given = toLine(JSON.stringify(value) ?? String(value), 80)
  return {
    path: slot.property,
    rule: 'schema.type',
    message: `must be ${allowed(schema)}`,
    hint: `It is ${given}.`,
  }
}

/** A default would be filled in, and be given to the program. */
const withoutNotes = ({
  default: _preset,
  description: _description,
  deprecated: _mark,
  ...schema
}: JsonSchema) => schema as Parameters<typeof z.fromJSONSchema>[0]

/** What a schema of ours allows, in words. */
function allowed(schema: JsonSchema): string {
  const { type, items, minItems, maxItems, anyOf } = schema
  if (Array.isArray(anyOf)) return anyOf.map((one: JsonSchema) => allowed(one)).join(' or ')
  if (Array.isArray(schema.enum)) return `one of ${schema.enum.map((one) => JSON.stringify(one)).join(', ')}`
  if ('const' in schema) return String(schema.const)
  if (Array.isArray(type)) {
    return type.includes('integer')
      ? `true, false or a whole number from ${schema.minimum} to ${schema.maximum}`
      : 'a number, which may have a unit after it as a text'
  }
  if (type === 'boolean') return 'true or false'
  if (type !== 'array') return 'a text'
  const count = minItems === undefined ? '' : maxItems === minItems ? ` of ${minItems}` : ' of at least one'
  return `a list${count}, each ${allowed(items as JsonSchema)}`
}
