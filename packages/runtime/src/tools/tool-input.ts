import { type Issue, issuesOf, nearestMember, UsageError } from '@cli-apps/core'
import * as z from 'zod'
import { openJsonSchema } from './json-schema.ts'

/** A JSON Schema of an object, as servers of the Model Context Protocol and other hosts give it. */
export type JsonObjectSchema = Readonly<Record<string, unknown>> & { readonly type: 'object' }

/** What a tool takes, in either form. */
export type InputSchema = z.ZodType | JsonObjectSchema

/** What a tool is handed: of a JSON Schema nothing more is known than that it is an object. */
export type InputOf<Input> = Input extends z.ZodType ? z.output<Input> : Readonly<Record<string, unknown>>

export type Checked =
  | { ok: true; value: unknown }
  /** `texts`: where text stands and another type was wanted. */
  | { ok: false; issues: readonly Issue[]; texts: readonly (readonly PropertyKey[])[] }

/** The input of a tool, whatever its schema was written in. */
export interface ToolInput {
  /** As models are shown it. */
  schema: JsonObjectSchema
  check(value: unknown): Checked
}

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
const isZod = (input: InputSchema): input is z.ZodType => '_zod' in input

export const isObjectSchema = (schema: unknown): schema is JsonObjectSchema =>
  typeof schema === 'object' && schema !== null && 'type' in schema && schema.type === 'object'

function checkByZod(input: z.ZodType, value: unknown): Checked {
  const parsed = input.safeParse(value)
  if (parsed.success) return { ok: true, value: parsed.data }
  return { ok: false, issues: issuesOf(parsed.error, value), texts: parsed.error.issues.flatMap(wrongTypes) }
}

function wrongTypes(issue: z.core.$ZodIssue): (readonly PropertyKey[])[] {
  if (issue.code === 'invalid_type') return [issue.path]
  if (issue.code !== 'invalid_union') return []
  return nearestMember(issue).flatMap((inner) =>
    wrongTypes({ ...inner, path: [...issue.path, ...inner.path] }),
  )
}
