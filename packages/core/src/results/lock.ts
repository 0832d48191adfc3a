import * as z from 'zod'
import { MethodKind } from '../manifest/install-method.ts'
import { InstallResult } from './apps.ts'
import { ErrorReportDocument } from './error-document.ts'

const Workspace = z.string().describe('Its absolute path')
const Version = z.string().nullable()
const Program = z.string().nullable().describe('What the program says of its version')

/** `ci --json`. */
export const CiResult = z.object({ workspace: Workspace, restored: InstallResult.shape.installed })
export type CiResult = z.infer<typeof CiResult>

/** `lock --json`; with `--check` the differences. */
export const LockResult = z.union([
  z
    .object({
      workspace: Workspace,
      changes: z.array(
        z.object({
          name: z.string(),
          state: z.enum(['locked', 'changed', 'forgotten', 'joined']),
          from: Version,
          to: Version,
        }),
      ),
    })
    .describe('of `lock`'),
  z
    .object({
      workspace: Workspace,
      differences: z
        .array(
          z.object({
            code: z.string().describe('Such as lock.out-of-range'),
            app: z.string(),
            message: z.string(),
            hint: z.string(),
          }),
        )
        .describe('In what is declared, locked and installed; the exit status is 8 where there are any'),
    })
    .describe('of `lock --check`'),
])
export type LockResult = z.infer<typeof LockResult>

/** `outdated --json`. */
export const OutdatedResult = z.object({
  workspace: Workspace,
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

/** `pin --json`; with no name the list of pins. */
export const PinResult = z.union([
  z
    .object({
      name: z.string(),
      range: z.string().describe('What cli-apps.json declares now'),
      reason: z.string().nullable().describe('Null where the pin was taken away'),
    })
    .describe('of `pin` with a name'),
  z
    .object({
      workspace: Workspace,
      pins: z.array(z.object({ name: z.string(), range: z.string().nullable(), reason: z.string() })),
    })
    .describe('of `pin` alone'),
])
export type PinResult = z.infer<typeof PinResult>

const RemadeFiles = z
  .array(z.string())
  .describe(
    'Files of the skill that were made again, of the same app: by other templates, language or cli-apps',
  )

/** `update --json`. */
export const UpdateResult = z.object({
  workspace: Workspace,
  updated: z.array(
    z.object({
      name: z.string(),
      from: Version,
      to: z.string(),
      range_from: z.string().nullable(),
      range: z.string().describe('What cli-apps.json declares now'),
      method_from: MethodKind.nullable(),
      method: MethodKind,
      program_from: Program,
      program: Program,
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
