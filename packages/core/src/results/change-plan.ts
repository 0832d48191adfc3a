import * as z from 'zod'
import { ArchiveKind } from '../manifest/install-method.ts'

/** One thing that a changing command does. Paths are absolute; one that ends with a slash is a folder of which everything is meant. */
export const PlannedEffect = z.discriminatedUnion('effect', [
  z.object({
    effect: z.literal('run'),
    title: z.string().describe('What it is for, for people'),
    argv: z.array(z.string()).min(1).describe('Exactly what is started; no shell is involved'),
    cwd: z.string(),
  }),
  z.object({
    effect: z.literal('download'),
    url: z.string(),
    sha256: z.string().nullable(),
    size: z.int().nullable().describe('Bytes, where it is known beforehand'),
    to: z.string(),
  }),
  z.object({ effect: z.literal('unpack'), archive: ArchiveKind, from: z.string(), to: z.string() }),
  z.object({ effect: z.literal('write'), path: z.string() }),
  z.object({ effect: z.literal('remove'), path: z.string() }),
  z.object({
    effect: z.literal('request'),
    method: z.string(),
    url: z.string().describe('Of the registry that is changed'),
  }),
])
export type PlannedEffect = z.infer<typeof PlannedEffect>

/** What happens to one subject, such as an app. */
export const PlannedChange = z.object({
  subject: z.string().describe('Name of the app, or of what else is changed'),
  summary: z.string().describe('One line for people'),
  effects: z.array(PlannedEffect).describe('In the order in which they happen'),
  /** What `--yes` does not cover and has to be allowed by name. */
  permissions: z.array(
    z.object({
      option: z.string().describe('Option that gives it, such as "--allow-scripts esbuild"'),
      reason: z.string(),
      granted: z.boolean(),
    }),
  ),
  remarks: z.array(z.string()).describe('What a person should know before confirming'),
  details: z
    .array(z.string())
    .optional()
    .describe('Further remarks; where there is such a list, people see it and the effects with --verbose'),
  facts: z.record(z.string(), z.json()).describe('What was decided, for programs'),
})
export type PlannedChange = z.infer<typeof PlannedChange>

/** What `--dry-run --json` prints for every command that changes something; consent is given to exactly this. */
export const ChangePlan = z.object({
  command: z.string(),
  workspace: z.string(),
  changes: z.array(PlannedChange),
})
export type ChangePlan = z.infer<typeof ChangePlan>
