import { MethodKind } from '@cli-apps/core'
import { ErrorReportDocument } from '@cli-apps/core/results'
import * as z from 'zod'

const Ecosystem = z.string().describe('As in the OSV schema, such as npm, PyPI or Debian')

/** `audit --json`. */
export const AuditResult = z.object({
  workspace: z.string().describe('Its absolute path'),
  checked: z.int().nonnegative().describe('How many package versions were looked up'),
  advisories: z
    .array(
      z.object({
        id: z.string().describe('Such as GHSA-…, CVE-… or DSA-…'),
        aliases: z.array(z.string()),
        severity: z.enum(['low', 'moderate', 'high', 'critical']).nullable(),
        title: z.string(),
        url: z.string(),
        fixed: z.array(z.string()).describe('Versions in which it is fixed'),
        ecosystem: Ecosystem,
        package: z.string(),
        version: z.string().describe('The locked one'),
        apps: z.array(z.string()).describe('Apps that brought the package'),
      }),
    )
    .describe('Of the level asked for and above; the exit status is 8 where there is any'),
  unchecked: z
    .array(z.object({ ecosystem: Ecosystem, packages: z.int().positive(), error: ErrorReportDocument }))
    .describe('What could not be looked up; without advisories the exit status is then 9'),
  uncovered: z
    .array(z.object({ app: z.string(), method: MethodKind, package: z.string().nullable() }))
    .describe('What no advisory database knows; package is null for the program itself'),
})
export type AuditResult = z.infer<typeof AuditResult>
