import type { CommandOption } from '@cli-apps/help/command-tree'
import { safeLine } from '../skill/safe-text.ts'
import type { OptionSlot } from './input-slots.ts'

/** JSON Schema of draft 2020-12. */
export type JsonSchema = { readonly [keyword: string]: unknown }

const maxDescription = 200
const mostChoices = 100
/** How often a flag such as `-v` may be repeated. */
const mostRepeats = 20

/** The schema of an option's value: `true` for a flag, a value of its type, `true` or a value, or a list of them. */
export function optionSchema({ option, form }: OptionSlot): JsonSchema {
  if (form.takes === 'nothing') return form.isRepeatable ? countSchema : { type: 'boolean' }
  const one = scalarSchema(option)
  const isBare = form.isOptional && one.type !== 'boolean'
  const many = listSchema(form, isBare && form.takes === 'value' ? either(one, true) : one)
  // An empty list is passed as the option without a value.
  const value = many !== undefined && isBare && form.takes === 'spread' ? either(many, true) : many
  const whole = value ?? (isBare ? either(one, true) : one)
  return form.negation === undefined || one.type === 'boolean' ? whole : either(whole, false)
}

const countSchema = { type: ['boolean', 'integer'], minimum: 1, maximum: mostRepeats }

function listSchema({ takes, isRepeatable }: OptionSlot['form'], items: JsonSchema): JsonSchema | undefined {
  if (takes === 'spread') return { type: 'array', items, minItems: 1 }
  const one = typeof takes === 'number' ? { type: 'array', items, minItems: takes, maxItems: takes } : items
  if (isRepeatable) return { type: 'array', items: one, minItems: 1 }
  return typeof takes === 'number' ? one : undefined
}

const either = (schema: JsonSchema, other: boolean): JsonSchema =>
  Array.isArray(schema.anyOf)
    ? { anyOf: [...schema.anyOf, { const: other }] }
    : { anyOf: [schema, { const: other }] }

/**
 * The schema of one value. Units may follow a number (`30s`, `10k`); an option whose default is not a number is not
 * numeric.
 */
function scalarSchema({ choices, value, default: preset }: CommandOption): JsonSchema {
  const values = [...new Set(choices)].filter(isPlainText)
  if (values.length > 0 && values.length === new Set(choices).size && values.length <= mostChoices)
    return { enum: values }
  const isNumeric = preset === null || preset === '' || startsLikeNumber.test(preset)
  if (value?.type === 'number' && isNumeric) return { type: ['number', 'string'], pattern: numberStart }
  return value?.type === 'boolean' && isBooleanDefault(preset) ? { type: 'boolean' } : { type: 'string' }
}

/** Matches `5`, `-1`, `.5`, also with a unit. */
const numberStart = '^[-+]?\\.?[0-9]'
const startsLikeNumber = new RegExp(numberStart)
const isBooleanDefault = (preset: string | null): boolean =>
  preset === null || preset === '' || preset === 'true' || preset === 'false'
const isPlainText = (text: string): boolean => text.length <= 200 && safeLine(text, 200) === text

const secretName = /token|secret|passw|api-?key|credential/i
const statedDefault = /\s*[([]defaults?\b[^)\]]{0,300}[)\]]|\bdefaults? (?:is|to):? \S+/gi

/**
 * Descriptive keywords of an option: its text, its default unless that may be a secret, and whether it is deprecated.
 */
export function optionNotes({ option, form }: OptionSlot): JsonSchema {
  const isSecret = [...option.long, ...option.short].some((name) => secretName.test(name))
  const text = isSecret
    ? option.description.slice(0, 4 * maxDescription).replace(statedDefault, '')
    : option.description
  const env = option.env === null ? '' : ` (or ${option.env})`
  const description = described(`${safeLine(text, maxDescription)}${safeLine(env, 80)}`)
  const preset = isSecret || form.takes !== 'value' || form.isRepeatable ? undefined : presetOf(option)
  return {
    ...description,
    ...(preset === undefined ? {} : { default: preset }),
    ...(option.deprecated ? { deprecated: true } : {}),
  }
}

export const described = (text: string): JsonSchema => {
  const description = safeLine(text, maxDescription)
  return description === '' ? {} : { description }
}

function presetOf(option: CommandOption): unknown {
  const { default: preset } = option
  if (preset === null || preset === '' || !isPlainText(preset) || preset.length > 80) return undefined
  const schema = scalarSchema(option)
  if (Array.isArray(schema.enum)) return schema.enum.includes(preset) ? preset : undefined
  if (schema.type === 'boolean') return preset === 'true'
  return Array.isArray(schema.type) && String(Number(preset)) === preset ? Number(preset) : preset
}
