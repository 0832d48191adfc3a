import path from 'node:path'
import { AgentId, t } from '@cli-apps/core'
import { readJson } from '@cli-apps/core/node'
import * as z from 'zod'
import type { InstallerConfig } from '../config.ts'
import { isRecord } from './config-format.ts'
import type { ConnectScope } from './config-place.ts'

/** Earlier records have one key of the servers, and say with `whole` that `connect` wrote it. */
function upgraded(record: unknown): unknown {
  if (!isRecord(record) || typeof record.servers !== 'string') return record
  const { servers, whole, ...rest } = record
  return { ...rest, servers: [servers], kept: whole === true ? 0 : 1 }
}

/** What `connect` wrote to one configuration file, so that `disconnect` removes exactly that. */
export const Connection = z.preprocess(
  upgraded,
  z.object({
    file: z.string().describe('Relative to the workspace, or absolute for files of the user'),
    format: z.enum(['json', 'json5', 'toml', 'toml-list', 'yaml']),
    servers: z.tuple([z.string()], z.string()).readonly().describe('Keys that lead to the servers'),
    shape: z.enum(['plain', 'stdio', 'copilot', 'opencode', 'goose', 'zed', 'rovodev', 'vibe']),
    agents: z.array(AgentId).describe('Agents that read the file and were connected'),
    command: z.object({
      argv: z.tuple([z.string()], z.string()),
      env: z.record(z.string(), z.string()),
    }),
    /** Absent if the file had the server before. */
    edit: z.object({ offset: z.int(), replaced: z.string(), inserted: z.string() }).optional(),
    /** Whether `connect` created the file. */
    created: z.boolean(),
    /** How many of the keys in `servers` the file had before. */
    kept: z.int(),
    base: z.record(z.string(), z.string()).optional(),
  }),
)
export type Connection = z.infer<typeof Connection>

/** `connections.json`, in `.cli-apps` of a workspace or in the home of cli-apps. */
export const Connections = z.object({
  connections: z.literal(1),
  files: z.array(Connection),
  /** Agents that `connect` added to `cli-apps.json`. */
  declared: z.array(AgentId).default([]),
})
export type Connections = z.infer<typeof Connections>

/** Its path in a workspace. */
export const connectionsPath = '.cli-apps/connections.json'

export const connectionsFile = (scope: ConnectScope, { home }: Pick<InstallerConfig, 'home'>): string =>
  scope.kind === 'project'
    ? path.join(scope.workspace.root, connectionsPath)
    : path.join(home, 'connections.json')

/** Returns what is connected; nothing without a file. Throws `InvalidError` `connect.record-damaged`. */
export async function readConnections(
  scope: ConnectScope,
  config: Pick<InstallerConfig, 'home'>,
): Promise<Connections> {
  const file = connectionsFile(scope, config)
  const read = await readJson(file, Connections, {
    what: t('connections.record', 'The record of connected agents'),
    code: 'connect.record-damaged',
    repair: t('connections.delete', 'Delete {file}, then connect the agents again.', { file }),
  })
  return read ?? { connections: 1, files: [], declared: [] }
}
