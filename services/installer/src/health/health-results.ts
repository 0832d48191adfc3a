import { Digest } from '@cli-apps/core'
import * as z from 'zod'

const Fault = z.object({
  code: z.string().describe('Stable and dotted, such as program.changed'),
  app: z.string().nullable().describe('Null for what is about the workspace, the store or a playbook'),
  playbook: z.string().optional().describe('The playbook that it is about'),
  message: z.string(),
  hint: z.string().describe('One next step'),
  paths: z.array(z.string()).describe('Files and folders that it is about, absolute'),
})

const Workspace = z.string().describe('Its absolute path')

/** `doctor --json`. */
export const DoctorResult = z.object({
  workspace: Workspace,
  checked: z.int().describe('How many apps were looked at'),
  fixed: z.array(Fault).describe('Faults that were fixed; empty without --fix'),
  failures: z
    .array(z.object({ subject: z.string(), code: z.string(), message: z.string(), hint: z.string() }))
    .describe('Repairs that did not succeed'),
  faults: z.array(Fault).describe('What is wrong now; the exit status is 8 where there is any'),
  unconfined: z
    .string()
    .optional()
    .describe('Why apps run with all rights of their user here; absent where a sandbox works'),
  catalog_date: z.iso
    .date()
    .optional()
    .describe(
      'Day of the last change of the catalog in this package; absent where it is not used, or not known',
    ),
})
export type DoctorResult = z.infer<typeof DoctorResult>

/** `verify --json`. */
export const VerifyResult = z.object({
  workspace: Workspace,
  apps: z.array(
    z.object({
      name: z.string(),
      version: z.string().nullable(),
      installed_version: z.string().nullable().describe('That the program has; null where nothing tells it'),
      registry: z.string().nullable(),
      level: z
        .enum(['signed', 'digest', 'broken'])
        .describe('Proved by a known key, by the digest of the install alone, or not at all'),
      key: z.string().nullable().describe('Id of the key that proved it'),
      files: z
        .object({
          program: z.int().nonnegative(),
          skill: z.int().nonnegative(),
          digest: Digest.optional().describe(
            'Of the files of the program, for "commands_read_from" of a manifest; absent where the store does not have it',
          ),
        })
        .describe('How many were hashed'),
      faults: z.array(Fault),
      recipes: z
        .array(
          z.object({
            id: z.string(),
            task: z.string().nullable().describe('Null for a call that only proves the program'),
            outcome: z.enum(['passed', 'failed', 'not-run']),
            reason: z.string().nullable().describe('Why it failed or was not run'),
            source: z
              .string()
              .optional()
              .describe('Page from which a recipe that was not run was taken, where its manifest says so'),
          }),
        )
        .optional()
        .describe('With --recipes, of an app that is not broken: what became of each'),
    }),
  ),
  faults: z.array(Fault).describe('All that were found; the exit status is 8 where there is any'),
  duration_ms: z.int().nonnegative(),
})
export type VerifyResult = z.infer<typeof VerifyResult>
