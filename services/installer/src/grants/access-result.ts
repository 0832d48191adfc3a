import { AccessEntry, DeclaredNetwork } from '@cli-apps/core/results'
import * as z from 'zod'

/** What `cli-apps grant` and `revoke` print. */
export const AccessResult = z.object({
  file: z.string().describe('Where grants are kept'),
  workspace: z.string(),
  changed: z.boolean(),
  apps: z.array(
    z.object({
      app: z.string(),
      registry: z.string(),
      places: z.array(AccessEntry),
      network: DeclaredNetwork,
    }),
  ),
})
export type AccessResult = z.infer<typeof AccessResult>
