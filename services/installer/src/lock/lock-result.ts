import * as z from 'zod'

const Workspace = z.string().describe('Its absolute path')
const Version = z.string().nullable()

/** The output of `lock --json`; with `--check` the differences. */
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
