import { Variable } from '@cli-apps/core/results'
import * as z from 'zod'

const File = z.string().describe('Where values are kept')

/** `env list --json`, and `env set` and `env unset`. No value is ever in it. */
export const EnvResult = z.union([
  z
    .object({
      file: File,
      apps: z.array(
        z.object({
          app: z.string(),
          registry: z.string(),
          variables: z.array(Variable),
          missing: z.array(z.string()).describe('Required and not set'),
          unused: z.array(z.string()).describe('Kept for it and no longer declared: never passed on'),
        }),
      ),
      elsewhere: z
        .array(z.object({ app: z.string(), registry: z.string(), names: z.array(z.string()) }))
        .describe('What is kept for apps that are not installed here'),
    })
    .describe('of `env list`'),
  z
    .object({
      app: z.string(),
      registry: z
        .string()
        .optional()
        .describe('Of the app whose runs see the variable; absent when it was unset'),
      name: z.string(),
      set: z.boolean(),
      changed: z.boolean(),
      file: File,
    })
    .describe('of `env set` and `env unset`'),
])
export type EnvResult = z.infer<typeof EnvResult>
