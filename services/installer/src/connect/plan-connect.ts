import { isDeepStrictEqual } from 'node:util'
import { type AgentId, agents, t, UnsupportedError } from '@cli-apps/core'
import { agentServers, type ServerFile } from '../agents/agent-servers.ts'
import { applyEdit } from './config-format.ts'
import { type ConfigPlace, type ConnectScope, fileText, readPlace } from './config-place.ts'
import type { Connection, Connections } from './connections.ts'
import { countKeys, foreignServer, insertion, readEntry, removal, spelledKeys } from './edit-config.ts'
import { isOurServer } from './server-command.ts'
import { commandOf, entryOf, type ServerCommand } from './server-entry.ts'

/** What happens to one configuration file. */
export interface PlannedFile {
  place: ConfigPlace
  agents: AgentId[]
  status: 'added' | 'updated' | 'unchanged'
  /** The whole file afterwards. */
  after: string
  connection: Connection
}

/** Plans the configuration of these agents. Only reads. Throws if any of them cannot be connected. */
export async function planConnect(
  ids: readonly AgentId[],
  scope: ConnectScope,
  { command, known }: { command: ServerCommand; known: Connections },
): Promise<PlannedFile[]> {
  const planned = new Map<string, PlannedFile>()
  for (const id of ids)
    for (const file of filesOf(id, scope)) {
      const place = await readPlace(file, scope)
      const same = planned.get(place.target)
      if (same === undefined) planned.set(place.target, planFile(id, file, place, { command, known }))
      else {
        same.agents.push(id)
        same.connection.agents = union(same.connection.agents, [id])
      }
    }
  return [...planned.values()]
}

/** The files of an agent in this scope. Throws `UnsupportedError` `connect.no-file` with the next step. */
function filesOf(id: AgentId, { kind }: ConnectScope): readonly ServerFile[] {
  const servers = agentServers[id]
  const files = servers?.[kind] ?? []
  // An agent without any such file gets skills alone.
  if (files.length > 0 || (servers === undefined && kind === 'project')) return files
  const { title } = agents[id]
  if (servers === undefined)
    throw new UnsupportedError(
      'connect.no-file',
      t('connect.no-file', 'No MCP configuration file of {title} is known.', { title }),
      {
        hint: t('connect.no-file.hint', 'It can read skills: {cli} init --agent {id}', { id }),
        details: { agent: id },
      },
    )
  throw new UnsupportedError(
    'connect.other-scope',
    kind === 'project'
      ? t('connect.only-user', '{title} has no MCP configuration file in projects, only one of the user.', {
          title,
        })
      : t(
          'connect.only-project',
          '{title} has no MCP configuration file of the user, only one in projects.',
          { title },
        ),
    {
      hint:
        kind === 'project'
          ? t('connect.only-user.hint', 'Run: {cli} connect {id} --user', { id })
          : t('connect.only-project.hint', 'Run: {cli} connect {id}', { id }),
      details: { agent: id },
    },
  )
}

function planFile(
  id: AgentId,
  file: ServerFile,
  place: ConfigPlace,
  { command, known }: { command: ServerCommand; known: Connections },
): PlannedFile {
  const { format, shape, base } = file
  const recorded = known.files.find((one) => one.file === place.name)
  const text = place.text ?? ''
  const current = { file: place.target, text }
  const servers = spelledKeys(current, file)
  const keys = { format, servers }
  const entry = readEntry(current, keys)
  const before = entry === undefined ? undefined : commandOf(shape, entry)
  const about = { file: place.name, format, servers, shape, command, ...(base && { base: { ...base } }) }
  const ids = union(recorded?.agents ?? [], [id])
  if (isDeepStrictEqual(before, command)) {
    const connection = recorded ?? { ...about, created: false, kept: servers.length, agents: [] }
    return {
      place,
      agents: [id],
      status: 'unchanged',
      after: fileText(place, text),
      connection: { ...connection, agents: ids },
    }
  }
  if (entry !== undefined && !isReplaceable(entry, before, { file, recorded }))
    throw foreignServer(place.target)
  const isKnown = recorded !== undefined && entry !== undefined
  const without =
    entry === undefined
      ? text
      : removal(current, keys, { edit: recorded?.edit, kept: recorded?.kept ?? servers.length })
  const isNew = place.text === undefined
  const start = isNew && base !== undefined ? `${JSON.stringify(base, null, 2)}\n` : without
  const edit = insertion({ file: place.target, text: start }, keys, entryOf(shape, command))
  return {
    place,
    agents: [id],
    status: entry === undefined ? 'added' : 'updated',
    after: fileText(place, applyEdit(start, edit)),
    connection: {
      ...about,
      agents: ids,
      edit,
      created: isKnown ? recorded.created : isNew,
      kept: isKnown ? recorded.kept : countKeys(current, keys),
    },
  }
}

/** Only an entry that we wrote, or one as we write it for another installation of cli-apps. */
function isReplaceable(
  entry: unknown,
  command: ServerCommand | undefined,
  { file, recorded }: { file: ServerFile; recorded: Connection | undefined },
): boolean {
  if (command === undefined) return false
  if (isDeepStrictEqual(command, recorded?.command)) return true
  return isOurServer(command) && isDeepStrictEqual({ ...(entry as object) }, entryOf(file.shape, command))
}

const union = (one: readonly AgentId[], other: readonly AgentId[]): AgentId[] => [
  ...new Set([...one, ...other]),
]
