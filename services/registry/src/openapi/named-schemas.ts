import * as core from '@cli-apps/core'
import * as z from 'zod'

/** The schemas that have a name in the OpenAPI document: what core exports, by the name that it has there. */
export const namedSchemas: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
  Object.entries<unknown>(core).filter(
    (entry): entry is [string, z.ZodType] => entry[1] instanceof z.ZodType,
  ),
)
