import { InvalidError, issuesOf } from '@cli-apps/core'
import type * as z from 'zod'
import type { RegistryConfig } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { Signer } from '../signing/open-signer.ts'

/** What verbs operate on. */
export interface OperatorContext {
  database: Database
  config: RegistryConfig
  now: () => Date
  /** Called when an app may have changed; without a name, any app. */
  changed: (app?: string) => void
  /** Loads the signing key on first use, since most verbs sign nothing. */
  signer: () => Promise<Signer | undefined>
}

/** One operation that only the operator of a registry may perform. Input and output are JSON. */
interface Verb<Input extends z.ZodType, Output extends z.ZodType> {
  input: Input
  output: Output
  /** Runs the verb on unvalidated input. Throws `InvalidError` `operator.bad-input` with every issue. */
  call(context: OperatorContext, value: unknown): Promise<z.input<Output>>
}

/** Creates a verb from its schemas and implementation. */
export function verb<Input extends z.ZodType, Output extends z.ZodType>(
  input: Input,
  output: Output,
  run: (context: OperatorContext, input: z.output<Input>) => Promise<z.input<Output>>,
): Verb<Input, Output> {
  return {
    input,
    output,
    call: async (context, value) => {
      const parsed = input.safeParse(value)
      if (parsed.success) return run(context, parsed.data)
      throw new InvalidError('operator.bad-input', 'The input of the command is not valid.', {
        hint: 'cli-apps-registry <command> --help describes it.',
        issues: issuesOf(parsed.error, value),
      })
    },
  }
}
