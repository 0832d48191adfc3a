import * as z from 'zod'

/** The output of `new --json`. */
export const NewResult = z.object({
  name: z.string(),
  file: z.string().describe('The manifest that was written'),
  manifest: z.record(z.string(), z.unknown()).describe('What stands in it; empty where a person must write'),
  sources: z.array(z.string()).describe('What the facts in it are from'),
  missing: z
    .array(z.object({ key: z.string(), what: z.string() }))
    .describe('What is left to write, by key of the manifest'),
  notices: z.array(z.string()).describe('What could not be asked or read'),
})
export type NewResult = z.infer<typeof NewResult>
