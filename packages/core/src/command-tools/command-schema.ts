import { safeLine } from '../skill/safe-text.ts'
import type { CommandChain } from './command-chain.ts'
import { type InputSlot, inputSlots } from './input-slots.ts'
import { described, type JsonSchema, optionNotes, optionSchema } from './value-schema.ts'

/**
 * JSON Schema (draft 2020-12) of a command's input: an object with a property for each argument and option, and no
 * others. Its texts are untrusted, so they are sanitized and shortened.
 */
export function commandSchema(chain: CommandChain): JsonSchema {
  const slots = inputSlots(chain)
  const required = slots.filter(isRequired).map(({ property }) => property)
  return {
    type: 'object',
    properties: Object.fromEntries(slots.map((slot) => [slot.property, slotSchema(slot)])),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  }
}

/** The schema of one property. */
export function slotSchema(slot: InputSlot): JsonSchema {
  if (slot.kind === 'option') return { ...optionSchema(slot), ...optionNotes(slot) }
  if (slot.kind === 'rest') return { ...texts, description: 'Arguments, one item each, if it takes any' }
  const { name, required, variadic } = slot.argument
  const note = name === slot.property ? {} : described(safeLine(name, 80))
  return variadic ? { ...texts, ...(required ? { minItems: 1 } : {}), ...note } : { type: 'string', ...note }
}

const texts = { type: 'array', items: { type: 'string' } }

/** An option that can also be set through the environment is not required. */
export const isRequired = (slot: InputSlot): boolean =>
  slot.kind === 'argument'
    ? slot.argument.required
    : slot.kind === 'option' && slot.option.required && slot.option.env === null
