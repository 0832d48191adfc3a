import { MethodKind } from '@cli-apps/core'
import { InstallResult } from '@cli-apps/core/results'
import * as z from 'zod'

const PassedOverReport = InstallResult.shape.installed.element.shape.passed_over

const Program = z.string().nullable().describe('What the program says of its version')

const Package = z.string().nullable().describe('What its package manager says of its version')

const RemadeFiles = z
  .array(z.string())
  .describe(
    'Files of the skill that were made again, of the same app: by other templates, language or cli-apps',
  )

/** The output of `update --json`. */
export const UpdateResult = z.object({
  workspace: z.string().describe('Its absolute path'),
  updated: z.array(
    z.object({
      name: z.string(),
      from: z.string().nullable().describe('Version of the entry'),
      to: z.string().describe('Version of the entry'),
      range_from: z.string().nullable(),
      range: z.string().describe('What cli-apps.json declares now'),
      method_from: MethodKind.nullable(),
      method: MethodKind,
      passed_over: PassedOverReport.describe(
        'Methods that fit this machine and did not work, or needed more',
      ),
      program_from: Program,
      program: Program,
      package_from: Package,
      package: Package,
      commands: z
        .object({ added: z.array(z.string()), removed: z.array(z.string()) })
        .describe('Commands of the program that came and went'),
      skill_files: z.array(z.string()).describe('Files of the skill that are other than before'),
    }),
  ),
  skipped: z.array(
    z.object({ name: z.string(), version: z.string(), reason: z.string(), skill_files: RemadeFiles }),
  ),
  current: z.array(z.object({ name: z.string(), version: z.string(), skill_files: RemadeFiles })),
})
export type UpdateResult = z.infer<typeof UpdateResult>
