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
      places: z.array(
        z.object({
          path: z.string().describe('A protected place of the workspace'),
          why: z.string().describe('What the app says it needs it for'),
          granted: z.boolean(),
        }),
      ),
    }),
  ),
})
export type AccessResult = z.infer<typeof AccessResult>
