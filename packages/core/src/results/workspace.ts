import * as z from 'zod'
import { AgentId } from '../agents.ts'
import { Digest } from '../digest.ts'
import { Variable } from './requires.ts'

/** `init --json`. */
export const InitResult = z.object({
  workspace: z.string().describe('Its absolute path'),
  changed: z.boolean(),
  written: z.array(z.string()).describe('Files, absolute'),
  agents: z.array(AgentId).describe('Those whose folders get skills too'),
  added: z.array(AgentId).describe('Those of them that are new'),
  next: z.array(z.string()).describe('Commands to go on with'),
})
export type InitResult = z.infer<typeof InitResult>

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
  trusted: z.boolean().describe('Is all of it trusted now?'),
})
export type TrustResult = z.infer<typeof TrustResult>

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
