import { type AgentId, sortedAgents } from '@cli-apps/core'
import { digestOf, jsonText } from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'
import { workspaceFileChange } from '../install/install-changes.ts'
import { gitignoreChange, planInit } from '../workspace/plan-init.ts'
import { commitChanges, type FileChange } from '../workspace/transaction.ts'
import type { ChangedConfig } from './apply-user.ts'
import { fileText, modeOf } from './config-place.ts'
import { connectedAgents } from './connected-agents.ts'
import { type Connections, connectionsPath } from './connections.ts'
import { skillCopies } from './skill-copies.ts'

/** What changes in a project besides the configuration files. */
interface ProjectChange {
  command: 'connect' | 'disconnect'
  /** Agents that are added to `cli-apps.json`. */
  added: readonly AgentId[]
  /** Agents that are removed from it. */
  dropped: readonly AgentId[]
}

/** Where the earlier text of a file of a project is kept, relative to the workspace. */
export const savedPath = (name: string, text: string): string =>
  `.cli-apps/saved/agents/${name.replace(/^\./, '').replaceAll('/.', '/').replaceAll('/', '-')}.${digestOf(text).slice(7, 15)}`

/**
 * Writes the files of a project, what is recorded about them, `cli-apps.json` and the skills of its agents: all of it or
 * nothing, also after a crash. The caller holds the workspace's lock.
 */
export async function applyProjectFiles(
  files: readonly ChangedConfig[],
  next: Connections,
  { command, added, dropped }: ProjectChange,
  context: CommandContext,
): Promise<void> {
  const { workspace } = context
  const init = await planInit(workspace, added)
  const agents = (init.file.agents ?? []).filter((id) => !dropped.includes(id))
  const { agents: _before, ...rest } = init.file
  const file = agents.length > 0 ? { ...rest, agents: sortedAgents(agents) } : rest
  const backups = await Promise.all(files.map(backupOf))
  const isStart = command === 'connect'
  const isDeclaring = isStart ? init.isDeclaring : dropped.length > 0
  const isEmpty = next.files.length === 0 && next.declared.length === 0
  const wish = { declared: agents, connected: await connectedAgents(context, next), settings: file.skills }
  const changes = [
    ...backups.flat(),
    { path: connectionsPath, content: isEmpty ? null : jsonText(next) },
    ...files.map(({ place, after }) => ({ path: place.name, content: after })),
    ...(isDeclaring ? await workspaceFileChange(workspace, file) : []),
    ...(isStart && init.gitignore !== undefined ? [gitignoreChange(init.gitignore)] : []),
    ...(await skillCopies(wish, context)),
  ]
  await commitChanges(workspace, command, changes)
}

async function backupOf({ place }: ChangedConfig): Promise<FileChange[]> {
  if (place.text === undefined) return []
  const content = fileText(place, place.text)
  const mode = await modeOf(place.target)
  return [{ path: savedPath(place.name, content), content, ...(mode !== undefined && { mode }) }]
}
