import { UsageError } from '@cli-apps/core'
import * as z from 'zod'
import { checkByZod } from '../../check-by-zod.ts'
import { type InputSchema, isObjectSchema, type ToolInput } from './input-schema.ts'
import { openJsonSchema } from './json-schema.ts'

/** Throws `UsageError` `tool.bad-input` for what is no schema of an object. */
export function toolInput(tool: string, input: InputSchema): ToolInput {
  if (!isZod(input)) return openJsonSchema(tool, input)
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  if (!isObjectSchema(schema)) {
    throw new UsageError('tool.bad-input', `The input of ${tool} is not an object.`, {
      hint: 'Model APIs take only objects: wrap it in z.object({ … }).',
    })
  }
  return { schema, check: (value) => checkByZod(input, value) }
}

// A schema may come from another copy of zod, so it is told by what it has.
const isZod = (input: InputSchema): input is z.core.$ZodType => '_zod' in input
