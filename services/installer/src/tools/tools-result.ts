import { RunResult } from '@cli-apps/core/results'
import * as z from 'zod'

/** The output of `tools list --json` and `tools show --json`: commands of installed apps by key, best match first. */
const CommandTools = z
  .record(
    z.string(),
    z.object({
      description: z.string(),
      input: z.record(z.string(), z.json()).describe('JSON Schema, draft 2020-12, of what the command takes'),
    }),
  )
  .describe('of list and show: by app and command words, joined with dots')

/** The output of `tools run --dry-run --json`. */
const ToolArguments = z
  .object({ argv: z.array(z.string()).min(1).describe('The program and its arguments') })
  .describe('of run with --dry-run')

/** The output of `tools --json`. */
export const ToolsResult = z.union([RunResult.describe('of run'), ToolArguments, CommandTools])
export type ToolsResult =
  | z.infer<typeof RunResult>
  | z.infer<typeof ToolArguments>
  | Record<string, { description: string; input: Readonly<Record<string, unknown>> }>
