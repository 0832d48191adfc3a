import type { Issue } from '@cli-apps/core'
import type * as z from 'zod/v4/core'

/** A JSON Schema of an object, as servers of the Model Context Protocol and other hosts give it. */
export type JsonObjectSchema = Readonly<Record<string, unknown>> & { readonly type: 'object' }

/** What a tool takes, in either form: a schema of zod or zod/mini, or a JSON Schema. */
export type InputSchema = z.$ZodType | JsonObjectSchema

/** What a tool is handed: of a JSON Schema nothing more is known than that it is an object. */
export type InputOf<Input> = Input extends z.$ZodType ? z.output<Input> : Readonly<Record<string, unknown>>

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

export const isObjectSchema = (schema: unknown): schema is JsonObjectSchema =>
  typeof schema === 'object' && schema !== null && 'type' in schema && schema.type === 'object'
