import { Digest } from '@cli-apps/core'
import * as z from 'zod'

/** `trust --json`. */
export const TrustResult = z.object({
  workspace: z.string().describe('Its absolute path'),
  changed: z.boolean(),
  owner: z.int().nullable().describe('User who made it, where that is another one'),
  templates: z
    .object({ folder: z.string(), digest: Digest })
    .nullable()
    .describe('Skill templates that it declares'),
  registries: z
    .array(z.string())
    .describe('Package registries that its files name and that are used there from now on, or no longer'),
  mcp_servers: z
    .object({ names: z.array(z.string()), digest: Digest })
    .nullable()
    .describe(
      'MCP servers that it declares and that are used there from now on, by the digest of all declarations',
    ),
  trusted: z.boolean().describe('Is all of it trusted now?'),
})
export type TrustResult = z.infer<typeof TrustResult>
