import { RunOutcome } from '@cli-apps/core/results'
import * as z from 'zod'
import type { JsonObjectSchema } from './input-schema.ts'

const text = z.string()
const count = z.int()
/** Its fields depend on what happened; the documentation has them. */
const facts = z.looseObject({})

const Job = z.looseObject({ id: text, status: text })

/** What each built-in tool returns besides `ok` when it succeeds. Later versions may add fields. */
const outputs: Readonly<Record<string, z.ZodObject>> = {
  run_cli_app: RunOutcome.omit({ stdout_file_error: true }).partial().extend({ job: Job.optional() }),
  find_cli_apps: z.object({
    hits: z.array(z.looseObject({ kind: text, name: text, summary: text, why: text })),
    commands: z.record(text, facts),
    more: z.object({ hits: count, commands: count }),
    playbook: facts.optional(),
    chain: z.array(facts).optional(),
    notes: z.array(text).optional(),
    hint: text,
  }),
  read_skill: z.object({
    name: text,
    file: text,
    text,
    total_characters: count,
    next_offset: count.optional(),
    references: z.array(text).optional(),
    unavailable: text.optional(),
  }),
  job_status: z.object({ job: Job.optional(), jobs: z.array(Job).optional(), more: count.optional() }),
  job_result: z.object({
    job: Job,
    result: facts.optional(),
    error: facts.optional(),
    hint: text.optional(),
  }),
  job_cancel: z.object({ job: Job }),
  install_cli_app: z.object({ installed: facts }),
  read_cli_output: z.object({ run_id: text, stream: z.enum(['stdout', 'stderr']) }),
}

const known = new Map<string, JsonObjectSchema>()

/**
 * The JSON Schema of the results of a built-in tool; `undefined` for other tools. It allows failures too, because clients hold
 * those to it as well, and refuse an answer that differs. Without descriptions: some clients show it to their model, which has
 * to pay for each word.
 */
export function outputSchema(tool: string): JsonObjectSchema | undefined {
  const output = Object.hasOwn(outputs, tool) ? outputs[tool] : undefined
  if (output === undefined) return undefined
  const made = known.get(tool) ?? schemaOf(output)
  known.set(tool, made)
  return made
}

function schemaOf(output: z.ZodObject): JsonObjectSchema {
  const schema = z.toJSONSchema(
    z.looseObject({ ok: z.boolean(), error: facts.optional(), ...output.partial().shape }),
    {
      unrepresentable: 'any',
      override: ({ jsonSchema }) => {
        delete jsonSchema.description
        // Whoever reads it would be told that 2^53 is the limit of an exit status.
        delete jsonSchema.minimum
        delete jsonSchema.maximum
        // Fields that a later version adds must not make a result invalid.
        delete jsonSchema.additionalProperties
      },
    },
  )
  const { $schema: _, ...rest } = schema
  return { ...rest, type: 'object' }
}
