import * as core from '@cli-apps/core'
import * as z from 'zod'

/** The schemas that core exports, by their names in the OpenAPI document. */
export const namedSchemas: Readonly<Record<string, z.core.$ZodType>> = Object.fromEntries(
  Object.entries<unknown>(core).filter((entry): entry is [string, z.core.$ZodType] => isNamed(entry[1])),
)

/** What zod/mini makes is for programs that start fast; it is part of a document where it has an id. */
function isNamed(value: unknown): boolean {
  if (value instanceof z.ZodType) return true
  return value instanceof z.core.$ZodType && z.globalRegistry.get(value)?.id !== undefined
}
