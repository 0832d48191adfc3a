import path from 'node:path'
import { type AgentId, t } from '@cli-apps/core'
import { readWorkspaceFile } from '@cli-apps/core/node'
import type { ChangePlan } from '@cli-apps/core/results'
import type { CommandResult } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { removes, writes } from '../plan/planned-effect.ts'
import { withWorkspaceLock } from '../workspace/with-workspace.ts'
import { applyProjectFiles } from './apply-project.ts'
import { applyUserFiles, withUserLock } from './apply-user.ts'
import { titlesOf } from './connect-agents.ts'
import { type ConnectRequest, scopeOf } from './connect-options.ts'
import type { DisconnectResult } from './connect-result.ts'
import { connectedAgents } from './connected-agents.ts'
import { type Connections, readConnections } from './connections.ts'
import { type PlannedRemoval, planDisconnect } from './plan-disconnect.ts'
import { skillCopies } from './skill-copies.ts'

/** What disconnecting agents will do. */
interface DisconnectPlan {
  known: Connections
  files: PlannedRemoval[]
  /** Agents that `connect` added to `cli-apps.json`, and that it names no longer. */
  dropped: AgentId[]
  /** Skills that are removed or written, absolute. */
  skills: { removed: string[]; written: string[] }
  /** What is recorded afterwards. */
  next: Connections
}

/** Plans disconnecting agents. Only reads. */
export async function planDisconnection(
  { ids, scope, command }: ConnectRequest,
  context: CommandContext,
): Promise<DisconnectPlan> {
  const known = await readConnections(scope, context.config)
  const files = await planDisconnect(ids, scope, { command, known })
  const next = nextOf(ids, known, files)
  if (scope.kind === 'user') return { known, files, dropped: [], skills: { removed: [], written: [] }, next }
  const { workspace } = context
  const { agents: declared = [], skills: settings } = await readWorkspaceFile(workspace)
  const dropped = known.declared.filter((id) => ids.includes(id) && declared.includes(id))
  const left = declared.filter((id) => !dropped.includes(id))
  const isChange = dropped.length > 0 || files.length > 0
  const agents = { declared: left, connected: await connectedAgents(context, next), settings }
  const copies = isChange ? await skillCopies(agents, context) : []
  const pathsOf = (isGone: boolean): string[] =>
    copies
      .filter(({ content }) => (content === null) === isGone)
      .map(({ path: name }) => path.join(workspace.root, name))
  return { known, files, dropped, skills: { removed: pathsOf(true), written: pathsOf(false) }, next }
}

function nextOf(ids: readonly AgentId[], known: Connections, files: readonly PlannedRemoval[]): Connections {
  const handled = new Map(files.map(({ place, connection }) => [place.name, connection]))
  return {
    connections: 1,
    files: known.files.flatMap((one) => (handled.has(one.file) ? (handled.get(one.file) ?? []) : one)),
    declared: known.declared.filter((id) => !ids.includes(id)),
  }
}

const isRemoved = ({ status }: PlannedRemoval): boolean => status === 'removed'

/** The plan that a person confirms. */
export function shownRemoval(
  { ids, scope }: ConnectRequest,
  { files, dropped, skills }: DisconnectPlan,
  { workspace }: CommandContext,
): ChangePlan {
  const written = files.filter(isRemoved)
  const isChange = written.length > 0 || dropped.length > 0
  const change = {
    subject: 'cli-apps',
    summary: isChange
      ? t('disconnect.summary', 'disconnect {titles}', { titles: titlesOf(ids) })
      : t('disconnect.nothing', '{titles}: not connected', { titles: titlesOf(ids) }),
    effects: [
      ...written.flatMap(({ place, after }) =>
        after === null ? removes(place.target) : writes(place.target),
      ),
      ...(dropped.length > 0 ? writes(workspace.file) : []),
      ...writes(...skills.written),
      ...removes(...skills.removed),
    ],
    permissions: [],
    remarks: [],
    facts: { scope: scope.kind, agents: ids },
  }
  return { command: 'disconnect', workspace: workspace.root, changes: [change] }
}

/** Removes what `connect` wrote: all of it or nothing. */
export function applyDisconnection(
  request: ConnectRequest,
  context: CommandContext,
): Promise<CommandResult<DisconnectResult>> {
  const { workspace, signal, output } = context
  const change = async (): Promise<CommandResult<DisconnectResult>> => {
    // Another command may have changed the files since they were read for the plan.
    const plan = await planDisconnection(request, context)
    await write(request, plan, context)
    return resultOf(request, plan, {
      workspace: workspace.root,
      elsewhere: await elsewhereOf(request, context),
    })
  }
  return request.scope.kind === 'project'
    ? withWorkspaceLock(workspace, { signal, notice: output.notice }, change)
    : withUserLock(context, change)
}

async function write(
  { scope }: ConnectRequest,
  { known, files, dropped, next }: DisconnectPlan,
  context: CommandContext,
): Promise<void> {
  if (files.length === 0 && dropped.length === 0 && next.declared.length === known.declared.length) return
  const removed = files.filter(isRemoved)
  if (scope.kind === 'user')
    await applyUserFiles(removed, next, { scope, before: known, config: context.config })
  else await applyProjectFiles(removed, next, { command: 'disconnect', added: [], dropped }, context)
}

/** The agents that are connected by the files of the other scope. */
async function elsewhereOf({ ids, scope }: ConnectRequest, context: CommandContext): Promise<AgentId[]> {
  const other = scopeOf(scope.kind === 'project', context)
  const { files } = await readConnections(other, context.config)
  return ids.filter((id) => files.some(({ agents }) => agents.includes(id)))
}

const fileText = (file: string, status: DisconnectResult['files'][number]['status']): string =>
  ({
    removed: () => t('disconnect.removed', 'the server was removed from {file}', { file }),
    deleted: () => t('disconnect.deleted', '{file} was deleted; nothing else was in it', { file }),
    unchanged: () => t('disconnect.file-unchanged', '{file} is unchanged', { file }),
  })[status]()

function resultOf(
  { ids, scope }: ConnectRequest,
  { files, dropped }: DisconnectPlan,
  { workspace, elsewhere }: { workspace: string; elsewhere: readonly AgentId[] },
): CommandResult<DisconnectResult> {
  const value: DisconnectResult = {
    workspace,
    scope: scope.kind,
    changed: files.some(isRemoved) || dropped.length > 0,
    files: files.map(({ place, agents, status, after }) => ({
      file: place.target,
      agents,
      status: status === 'unchanged' ? 'unchanged' : after === null ? 'deleted' : 'removed',
    })),
  }
  const titles = titlesOf(ids)
  const done = value.changed
    ? t('disconnect.done', '{titles}: disconnected.', { titles })
    : t('disconnect.unchanged', '{titles}: not connected.', { titles })
  return {
    value,
    text: [
      done,
      ...value.files.map(({ file, status }) => `  ${fileText(file, status)}`),
      ...(elsewhere.length === 0 ? [] : [elsewhereText(elsewhere, scope.kind === 'project')]),
    ].join('\n'),
  }
}

const elsewhereText = (ids: readonly AgentId[], isUser: boolean): string => {
  const facts = { titles: titlesOf(ids), ids: ids.join(' ') }
  return isUser
    ? t(
        'disconnect.of-user',
        'For all your projects, {titles}: still connected. Run: {cli} disconnect {ids} --user',
        facts,
      )
    : t(
        'disconnect.of-project',
        'In this project, {titles}: still connected. Run: {cli} disconnect {ids}',
        facts,
      )
}
