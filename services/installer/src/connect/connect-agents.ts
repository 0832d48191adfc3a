import path from 'node:path'
import { type AgentId, agents, IntegrityError, t } from '@cli-apps/core'
import { readWorkspaceFile } from '@cli-apps/core/node'
import type { ChangePlan, PlannedChange } from '@cli-apps/core/results'
import { agentServers } from '../agents/agent-servers.ts'
import type { CommandResult } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { writes } from '../plan/planned-effect.ts'
import { shellWord } from '../shims/shell-word.ts'
import { initFiles, planInit } from '../workspace/plan-init.ts'
import { withWorkspaceLock } from '../workspace/with-workspace.ts'
import { applyProjectFiles, savedPath } from './apply-project.ts'
import { applyUserFiles, backupOf, withUserLock } from './apply-user.ts'
import { fileText } from './config-place.ts'
import type { ConnectRequest } from './connect-options.ts'
import type { ConnectResult } from './connect-result.ts'
import { connectedAgents } from './connected-agents.ts'
import { type Connections, readConnections } from './connections.ts'
import { readEntry } from './edit-config.ts'
import { type PlannedFile, planConnect } from './plan-connect.ts'
import { proveServer } from './prove-server.ts'
import { commandOf, type ServerCommand } from './server-entry.ts'
import { skillCopies } from './skill-copies.ts'

/** What connecting agents will do. */
interface ConnectPlan {
  known: Connections
  files: PlannedFile[]
  /** Agents that `cli-apps.json` will name. */
  added: AgentId[]
  /** Further files that are written, absolute. */
  others: string[]
  /** What is recorded afterwards. */
  next: Connections
}

/** Plans connecting agents. Only reads. */
export async function planConnection(
  { ids, scope, command }: ConnectRequest,
  context: CommandContext,
): Promise<ConnectPlan> {
  const known = await readConnections(scope, context.config)
  const files = await planConnect(ids, scope, { command, known })
  if (scope.kind === 'user') return { known, files, added: [], others: [], next: nextOf(known, files, []) }
  const { workspace } = context
  const { agents: declared = [], skills: settings } = await readWorkspaceFile(workspace)
  const added = ids.filter((id) => !declared.includes(id))
  const next = nextOf(known, files, added)
  const connected = await connectedAgents(context, next)
  const agents = { declared: [...declared, ...added], connected, settings }
  const copies = (await skillCopies(agents, context))
    .filter(({ content }) => content !== null)
    .map(({ path: name }) => path.join(workspace.root, name))
  const others = [...initFiles(await planInit(workspace, added), workspace), ...copies]
  return { known, files, added, others, next }
}

function nextOf(known: Connections, files: readonly PlannedFile[], added: readonly AgentId[]): Connections {
  const replaced = new Map(files.map(({ place, connection }) => [place.name, connection]))
  return {
    connections: 1,
    files: [...known.files.filter(({ file }) => !replaced.has(file)), ...replaced.values()],
    declared: [...new Set([...known.declared, ...added])],
  }
}

/** Agents without a known configuration file, which get nothing but skills. */
const skillsOnlyOf = (ids: readonly AgentId[]): AgentId[] =>
  ids.filter((id) => agentServers[id] === undefined)

const isWritten = ({ status }: PlannedFile): boolean => status !== 'unchanged'

/** The plan that a person confirms. */
export function shownPlan(
  { ids, scope, command, cwd }: ConnectRequest,
  { files, others }: ConnectPlan,
  { workspace }: CommandContext,
): ChangePlan {
  const written = files.filter(isWritten)
  const isChange = written.length > 0 || others.length > 0
  const proof = {
    effect: 'run' as const,
    title: t('connect.proof', 'start the server as an agent does, and list its tools'),
    argv: [...command.argv],
    cwd,
  }
  const skillsOnly = skillsOnlyOf(ids)
  const change: PlannedChange = {
    subject: 'cli-apps',
    summary: isChange
      ? t('connect.summary', 'connect {titles} to the apps of {place}', {
          titles: titlesOf(ids),
          place: scope.kind === 'project' ? workspace.root : t('connect.each-workspace', 'each workspace'),
        })
      : t('connect.connected-already', '{titles}: connected already', { titles: titlesOf(ids) }),
    effects: isChange
      ? [
          ...(files.length > 0 ? [proof] : []),
          ...writes(...written.flatMap((file) => writtenPaths(file, scope.kind, workspace.root)), ...others),
        ]
      : [],
    permissions: [],
    remarks: [
      ...(scope.kind === 'project' && written.length > 0
        ? [
            t(
              'connect.machine',
              'the files name paths of this machine; others connect their agents themselves',
            ),
          ]
        : []),
      ...(skillsOnly.length > 0
        ? [
            t('connect.skills-only', '{titles}: skills only, no MCP configuration file is known', {
              titles: titlesOf(skillsOnly),
            }),
          ]
        : []),
      ...(command.argv.some((word) => /[/\\]_npx[/\\]/.test(word))
        ? [
            t(
              'connect.npx',
              'cli-apps runs from the cache of npx, which npm may clear; install it to keep the connection',
            ),
          ]
        : []),
    ],
    facts: { scope: scope.kind, agents: ids, server: { argv: [...command.argv], env: command.env } },
  }
  return { command: 'connect', workspace: workspace.root, changes: [change] }
}

function writtenPaths({ place }: PlannedFile, kind: 'project' | 'user', root: string): string[] {
  if (place.text === undefined) return [place.target]
  const backup =
    kind === 'user'
      ? backupOf(place.target)
      : path.join(root, savedPath(place.name, fileText(place, place.text)))
  return [backup, place.target]
}

export const titlesOf = (ids: readonly AgentId[]): string => ids.map((id) => agents[id].title).join(', ')

/** Proves what the files will name, and writes them: all of them or none. */
export function applyConnection(
  request: ConnectRequest,
  context: CommandContext,
): Promise<CommandResult<ConnectResult>> {
  const { workspace, signal, output } = context
  const change = async (): Promise<CommandResult<ConnectResult>> => {
    // Another command may have changed the files since they were read for the plan.
    const plan = await planConnection(request, context)
    const tools = await prove(request, plan, context)
    await write(request, plan, context)
    return resultOf(request, plan, { tools, workspace: workspace.root })
  }
  return request.scope.kind === 'project'
    ? withWorkspaceLock(workspace, { signal, notice: output.notice }, change)
    : withUserLock(context, change)
}

/** Starts what each file will name, read from its new text as the agent reads it. */
async function prove(
  { command, cwd }: ConnectRequest,
  { files }: ConnectPlan,
  { signal }: CommandContext,
): Promise<string[]> {
  if (files.length === 0) return []
  const named = files.map((file) => namedCommand(file))
  const different = [...new Map([command, ...named].map((one) => [JSON.stringify(one), one])).values()]
  let tools: string[] = []
  for (const one of different) tools = await proveServer(one, { cwd, signal })
  return tools
}

function namedCommand({ place, after, connection }: PlannedFile): ServerCommand {
  const text = place.hasMark ? after.slice(1) : after
  const command = commandOf(connection.shape, readEntry({ file: place.target, text }, connection))
  if (command !== undefined) return command
  throw new IntegrityError(
    'connect.not-read-back',
    t('connect.not-read-back', 'The new text of {file} does not name the server.', { file: place.target }),
    { hint: t('ask-manager.hint', 'Nothing was changed.') },
  )
}

async function write(
  { scope }: ConnectRequest,
  { known, files, added, others, next }: ConnectPlan,
  context: CommandContext,
): Promise<void> {
  const written = files.filter(isWritten)
  const isRecorded = JSON.stringify(next) === JSON.stringify(known)
  if (written.length === 0 && others.length === 0 && isRecorded) return
  if (scope.kind === 'user')
    await applyUserFiles(written, next, { scope, before: known, config: context.config })
  else await applyProjectFiles(written, next, { command: 'connect', added, dropped: [] }, context)
}

function resultOf(
  { ids, scope, command }: ConnectRequest,
  { files, others }: ConnectPlan,
  { tools, workspace }: { tools: string[]; workspace: string },
): CommandResult<ConnectResult> {
  const value = {
    workspace,
    scope: scope.kind,
    changed: files.some(isWritten) || others.length > 0,
    files: files.map(({ place, agents: ids, status }) => ({ file: place.target, agents: ids, status })),
    skills_only: skillsOnlyOf(ids),
    server: { argv: [...command.argv], env: command.env, tools },
  }
  const lines = [
    ...connectedLines(
      ids.filter((id) => !value.skills_only.includes(id)),
      tools,
      value.changed,
    ),
    ...files.map(({ place, status }) => `  ${status.padEnd(9)}  ${place.target}`),
    ...value.skills_only.map((id) =>
      t(
        'connect.by-hand',
        '{title}: gets skills only. To give it the tools, register this server in its settings: {command}',
        { title: agents[id].title, command: command.argv.map(shellWord).join(' ') },
      ),
    ),
    ...(value.changed && files.length > 0
      ? [t('connect.next', '  next: restart the agent; it may ask whether it may use the server')]
      : []),
  ]
  return { value, text: lines.join('\n') }
}

function connectedLines(ids: readonly AgentId[], tools: readonly string[], isChanged: boolean): string[] {
  if (ids.length === 0) return []
  const facts = { titles: titlesOf(ids), count: tools.length }
  return [
    isChanged
      ? t('connect.done', '{titles}: connected. The server was started and offers {count} tools.', facts)
      : t(
          'connect.unchanged',
          '{titles}: connected already. The server was started and offers {count} tools.',
          facts,
        ),
  ]
}
