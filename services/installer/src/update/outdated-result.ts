import { ErrorReportDocument } from '@cli-apps/core/results'
import * as z from 'zod'

const Version = z.string().nullable()

/** The output of `outdated --json`. */
export const OutdatedResult = z.object({
  workspace: z.string().describe('Its absolute path'),
  apps: z.array(
    z.object({
      name: z.string(),
      installed: Version,
      declared: z.string().nullable().describe('Range in cli-apps.json'),
      wanted: Version.describe('The newest version that is declared'),
      latest: Version,
      pinned: z.string().nullable().describe('Why it is pinned'),
      yanked: z.string().nullable().describe('Why the installed version was withdrawn'),
      deprecated: z.string().nullable().describe('What is said of the installed version'),
      removed: z.string().nullable().describe('Why the app was withdrawn as a whole'),
      system: z
        .object({ version: Version, has_update: z.boolean() })
        .nullable()
        .describe('Of a program that the system owns'),
      error: ErrorReportDocument.nullable().describe('Why nothing is known of what there is now'),
      outdated: z.boolean(),
    }),
  ),
})
export type OutdatedResult = z.infer<typeof OutdatedResult>
