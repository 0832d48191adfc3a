import { AgentId, SkillLayout } from '@cli-apps/core'
import * as z from 'zod'

/** `init --json`. */
export const InitResult = z.object({
  workspace: z.string().describe('Its absolute path'),
  changed: z.boolean(),
  written: z.array(z.string()).describe('Files, absolute'),
  agents: z.array(AgentId).describe('Those whose folders get skills too'),
  added: z.array(AgentId).describe('Those of them that are new'),
  layout: z
    .enum(SkillLayout.options)
    .describe('Whether agents find a skill for each app, or one that names all'),
  connected: z
    .array(AgentId)
    .optional()
    .describe('Those whose configuration was given the MCP server; absent where nobody asked for it'),
  found: z
    .array(z.object({ name: z.string(), program: z.string(), summary: z.string() }))
    .optional()
    .describe('With --scan: apps whose program is on PATH'),
  adopted: z
    .array(z.string())
    .optional()
    .describe('With --scan: those that a person chose, proved and adopted'),
  refused: z
    .array(z.object({ name: z.string(), reason: z.string() }))
    .optional()
    .describe('With --scan: those that were chosen and are other programs, or do not work here'),
  next: z.array(z.string()).describe('Commands to go on with'),
})
export type InitResult = z.infer<typeof InitResult>
