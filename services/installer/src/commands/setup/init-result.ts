import { AgentId } from '@cli-apps/core'
import * as z from 'zod'

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
