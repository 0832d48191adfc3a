import { isDeepStrictEqual } from 'node:util'
import type { AgentId } from '@cli-apps/core'
import { agentServers } from '../agents/agent-servers.ts'
import { type ConfigPlace, type ConnectScope, fileText, readNamedPlace, readPlace } from './config-place.ts'
import type { Connection, Connections } from './connections.ts'
import { foreignServer, isBare, readEntry, removal, spelledKeys } from './edit-config.ts'
import { isOurServer } from './server-command.ts'
import { commandOf, type ServerCommand } from './server-entry.ts'

/** What `disconnect` does to one configuration file. */
export interface PlannedRemoval {
  place: ConfigPlace
  /** Agents that are disconnected. */
  agents: AgentId[]
  status: 'removed' | 'unchanged'
  /** The whole file afterwards; `null` removes a file that `connect` created. */
  after: string | null
  /** What is recorded afterwards, if other agents still use the file. */
  connection: Connection | undefined
}

/** Plans the removal of our server from the configuration of these agents. Only reads. */
export async function planDisconnect(
  ids: readonly AgentId[],
  scope: ConnectScope,
  { command, known }: { command: ServerCommand; known: Connections },
): Promise<PlannedRemoval[]> {
  const recorded = known.files.filter(({ agents }) => agents.some((id) => ids.includes(id)))
  const planned: PlannedRemoval[] = []
  for (const connection of recorded)
    planned.push(planRemoval(connection, await readNamedPlace(connection.file, scope), ids))
  const covered = new Set(recorded.flatMap(({ agents }) => agents))
  for (const id of ids.filter((one) => !covered.has(one)))
    for (const connection of await unrecorded(id, scope, command)) {
      if (planned.some(({ place }) => place.name === connection.file)) continue
      planned.push(planRemoval(connection, await readNamedPlace(connection.file, scope), ids))
    }
  return planned
}

/** What `connect` would have recorded for an agent whose file has our server, such as in a cloned project. */
async function unrecorded(id: AgentId, scope: ConnectScope, command: ServerCommand): Promise<Connection[]> {
  const found: Connection[] = []
  for (const file of agentServers[id]?.[scope.kind] ?? []) {
    const { format, shape } = file
    const { name, target, text } = await readPlace(file, scope)
    if (text === undefined) continue
    const servers = spelledKeys({ file: target, text }, file)
    const current = commandOf(shape, readEntry({ file: target, text }, { format, servers }))
    if (current === undefined || !(isDeepStrictEqual(current, command) || isOurServer(current))) continue
    found.push({
      file: name,
      format,
      servers,
      shape,
      agents: [id],
      command: current,
      created: false,
      kept: servers.length,
    })
  }
  return found
}

function planRemoval(connection: Connection, place: ConfigPlace, ids: readonly AgentId[]): PlannedRemoval {
  const agents = connection.agents.filter((id) => ids.includes(id))
  const others = connection.agents.filter((id) => !ids.includes(id))
  const text = place.text ?? ''
  const current = { file: place.target, text }
  const entry = readEntry(current, connection)
  const kept = { place, agents, status: 'unchanged' as const, after: fileText(place, text) }
  if (others.length > 0) return { ...kept, connection: { ...connection, agents: others } }
  if (entry === undefined) return { ...kept, connection: undefined }
  const command = commandOf(connection.shape, entry)
  const isOurs =
    command !== undefined && (isDeepStrictEqual(command, connection.command) || isOurServer(command))
  if (!isOurs) throw foreignServer(place.target)
  const after = removal(current, connection, { edit: connection.edit, kept: connection.kept })
  const isEmpty =
    connection.created && isBare({ file: place.target, text: after }, connection, connection.base)
  return {
    place,
    agents,
    status: 'removed',
    after: isEmpty ? null : fileText(place, after),
    connection: undefined,
  }
}
