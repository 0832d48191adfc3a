import * as core from '@cli-apps/core'
import * as z from 'zod'

/** The schemas that core exports, by their names in the OpenAPI document. */
export const namedSchemas: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
  Object.entries<unknown>(core).filter(
    (entry): entry is [string, z.ZodType] => entry[1] instanceof z.ZodType,
  ),
)
