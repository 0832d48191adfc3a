import { ErrorReportDocument } from '@cli-apps/core/results'
import * as z from 'zod'

const Version = z.string().nullable()

/** The output of `outdated --json`. */
export const OutdatedResult = z.object({
  workspace: z.string().describe('Its absolute path'),
  apps: z.array(
    z.object({
      name: z.string(),
      installed: Version.describe('Version of the entry'),
      declared: z.string().nullable().describe('Range in cli-apps.json'),
      wanted: Version.describe('The newest version of the entry that is declared'),
      latest: Version.describe('The newest version of the entry'),
      program: z
        .object({ installed: Version, wanted: Version, latest: Version })
        .nullable()
        .describe('Versions of the program: what is there, and what these entries would bring'),
      pinned: z.string().nullable().describe('Why it is pinned'),
      yanked: z.string().nullable().describe('Why the installed version was withdrawn'),
      deprecated: z.string().nullable().describe('What is said of the installed version'),
      removed: z.string().nullable().describe('Why the app was withdrawn as a whole'),
      system: z
        .object({
          version: Version,
          has_update: z.boolean(),
          changed: z
            .boolean()
            .optional()
            .describe('An adopted program is another file than the recorded one'),
        })
        .nullable()
        .describe('Of a program that the system owns'),
      packages: z
        .array(
          z.object({
            package: z.string(),
            installed: Version,
            offered: z.string(),
            security: z.boolean().describe("Whether it comes from Debian's security archive"),
          }),
        )
        .describe('Of an app with Debian packages: those that its entry now lists in another version'),
      error: ErrorReportDocument.nullable().describe('Why nothing is known of what there is now'),
      outdated: z.boolean(),
    }),
  ),
})
export type OutdatedResult = z.infer<typeof OutdatedResult>
