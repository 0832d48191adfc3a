import { Variable } from '@cli-apps/core/results'
import * as z from 'zod'

const File = z.string().describe('Has the names, and the values that are not in the keyring')

const InKeyring = z.array(z.string()).describe('Names whose values are in the keyring of the system')

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
          keyring: InKeyring,
        }),
      ),
      elsewhere: z
        .array(
          z.object({ app: z.string(), registry: z.string(), names: z.array(z.string()), keyring: InKeyring }),
        )
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
      place: z.enum(['file', 'keyring']).optional().describe('Has the value; absent when it was unset'),
      file: File,
    })
    .describe('of `env set`, `env unset` and `env move`'),
])
export type EnvResult = z.infer<typeof EnvResult>
