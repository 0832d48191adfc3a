import * as z from 'zod'
import { InvalidError, type Issue } from '../errors/errors.ts'
import { t } from '../messages/t.ts'
import { nearestNames } from '../search/nearest-names.ts'
import { toLine } from '../to-line.ts'
import { isRequired, slotSchema } from './command-schema.ts'
import type { InputSlot } from './input-slots.ts'
import type { JsonSchema } from './value-schema.ts'

/** Enough to correct an input. */
const mostIssues = 10

/**
 * Validates an input against the command's schema and returns its values by property. This function walks the object
 * and zod checks each value, because property names are untrusted and may be `constructor`. Throws `InvalidError`
 * `tool.bad-input` with the first ten issues, which name the property and what is allowed.
 */
export function checkInput(slots: readonly InputSlot[], input: unknown): ReadonlyMap<string, unknown> {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw badInput([{ path: '', message: t('check-input.must-object', 'must be an object') }])
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
        message: t('schema.required', 'is required: {allowed}', { allowed: allowed(slotSchema(slot)) }),
      })
  if (issues.length > 0) throw badInput(issues.slice(0, mostIssues))
  return values
}

export const badInput = (issues: readonly Issue[]): InvalidError => {
  const [first] = issues
  const issue = first === undefined ? '' : [first.path, first.message].filter(Boolean).join(' ')
  return new InvalidError(
    'tool.bad-input',
    t('tool.bad-input', 'The input does not fit the command: {issue}.', { issue }),
    {
      hint: first?.hint ?? t('tool.bad-input.hint', 'Correct it and call again; nothing was run.'),
      issues,
    },
  )
}

function unknownProperty(property: string, known: ReadonlyMap<string, unknown>): Issue {
  const near = nearestNames(property.slice(0, 100), known.keys(), 1)[0]
  const names = [...known.keys()].slice(0, 20).join(', ')
  const others = known.size > 20 ? t('check-input.more', ' and {count} more', { count: known.size - 20 }) : ''
  return {
    path: toLine(property, 100),
    rule: 'schema.unknown-key',
    message: t('schema.unknown-key', 'is not a property of this command'),
    hint:
      near === undefined
        ? t('schema.unknown-key.hint', 'It takes {properties}.', {
            properties: names === '' ? t('check-input.no-property', 'no property') : `${names}${others}`,
          })
        : t('schema.unknown-key.hint.did-you-mean', 'Did you mean "{near}"?', { near }),
  }
}

/** Parsers by the JSON of their schema, since most options are alike. */
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
    message: t('schema.type', 'must be {schema}', { schema: allowed(schema) }),
    hint: t('schema.type.hint', 'It is {given}.', { given }),
  }
}

/** Removes defaults, which would be filled in and passed to the program. */
const withoutNotes = ({
  default: _preset,
  description: _description,
  deprecated: _mark,
  ...schema
}: JsonSchema) => schema as Parameters<typeof z.fromJSONSchema>[0]

/** Says in words what one of our schemas allows. */
function allowed(schema: JsonSchema): string {
  const { type, items, minItems, maxItems, anyOf } = schema
  if (Array.isArray(anyOf)) return anyOf.map((one: JsonSchema) => allowed(one)).join(' or ')
  if (Array.isArray(schema.enum))
    return t('check-input.one', 'one of {enum}', {
      enum: schema.enum.map((one) => JSON.stringify(one)).join(', '),
    })
  if ('const' in schema) return String(schema.const)
  if (Array.isArray(type)) {
    return type.includes('integer')
      ? t(
          'check-input.true-false-whole-number',
          'true, false or a whole number from {minimum} to {maximum}',
          { minimum: String(schema.minimum), maximum: String(schema.maximum) },
        )
      : t('check-input.number-may-have-unit', 'a number, which may have a unit after it as a text')
  }
  if (type === 'boolean') return t('check-input.true-false', 'true or false')
  if (type !== 'array') return t('check-input.text', 'a text')
  const count =
    minItems === undefined
      ? ''
      : maxItems === minItems
        ? ` of ${minItems}`
        : t('check-input.least-one', ' of at least one')
  return t('check-input.list-each', 'a list{count}, each {allowed}', {
    count,
    allowed: allowed(items as JsonSchema),
  })
}
