import { AgentId } from '@cli-apps/core'
import * as z from 'zod'

const Scope = z.enum(['project', 'user']).describe('In the workspace, or for everything that the user does')
const File = z.string().describe('Configuration file, absolute')
const Changed = z.boolean().describe('Was anything written?')
const Workspace = z.string().describe('Its absolute path')

/** `connect --json`. */
export const ConnectResult = z.union([
  z
    .object({
      workspace: Workspace,
      scope: Scope,
      changed: Changed,
      files: z.array(
        z.object({
          file: File,
          agents: z.array(AgentId),
          status: z.enum(['added', 'updated', 'unchanged']),
        }),
      ),
      skills_only: z.array(AgentId).describe('Agents of which no MCP configuration file is known'),
      server: z.object({
        argv: z.array(z.string()).describe('What the files name'),
        env: z.record(z.string(), z.string()),
        tools: z.array(z.string()).describe('What it offered when it was started exactly so'),
      }),
    })
    .describe('of `connect AGENT…`'),
  z
    .object({
      workspace: Workspace,
      agents: z.array(
        z.object({
          agent: AgentId,
          title: z.string(),
          found: z.array(z.string()).describe('Traces of it in the workspace and in the home of the user'),
          skills: z.string().describe('Folder of the workspace in which it looks for skills'),
          connected: z.array(z.object({ scope: Scope, file: File })),
          scopes: z.array(Scope).describe('Where it has an MCP configuration file'),
        }),
      ),
    })
    .describe('of `connect --list`'),
])
export type ConnectResult = z.infer<typeof ConnectResult>

/** `disconnect --json`. */
export const DisconnectResult = z.object({
  workspace: Workspace,
  scope: Scope,
  changed: Changed,
  files: z.array(
    z.object({
      file: File,
      agents: z.array(AgentId),
      status: z
        .enum(['removed', 'deleted', 'unchanged'])
        .describe('The server was removed, the file was deleted, or other agents still use it'),
    }),
  ),
})
export type DisconnectResult = z.infer<typeof DisconnectResult>
