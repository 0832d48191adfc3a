import * as z from 'zod'

const Bytes = z.int().nonnegative()

/** `cache list --json`, and `cache prune`. */
export const CacheResult = z.union([
  z
    .object({
      store: z.string().describe('Its absolute path'),
      bytes: Bytes,
      programs: z.array(
        z.object({
          name: z.string(),
          version: z.string(),
          folder: z.string(),
          bytes: Bytes,
          finished: z.boolean(),
          taken_at: z.iso.datetime().nullable().describe('When a workspace last took it'),
          workspaces: z.array(z.string()).describe('Those that use it'),
        }),
      ),
    })
    .describe('of `cache list`'),
  z
    .object({
      removed: z.array(z.string()).describe('Folders and files'),
      kept: z.array(z.string()).describe('Unused, and left because they may be about to be used'),
      bytes: Bytes.describe('How much was freed'),
    })
    .describe('of `cache prune`'),
])
export type CacheResult = z.infer<typeof CacheResult>
