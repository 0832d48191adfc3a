import {
  acquireLock,
  readWorkspaceTrust,
  type WorkspaceTrust,
  workspaceTrustFile,
  writeWorkspaceTrust,
} from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'
import type { TrustPlan } from './plan-trust.ts'

/**
 * Records the user's decision in the data folder: the workspace, and templates and MCP servers by the digest of what the plan showed.
 */
export async function applyTrust(plan: TrustPlan, context: CommandContext): Promise<void> {
  const { root, untrusted, templates, registries, isForParts, isRemoval, isChange } = plan
  if (!isChange) return
  await changeTrust(context, (before) => {
    const folders = new Set(before.folders)
    const digests = new Set(before.templates)
    if (isRemoval) {
      if (!isForParts) folders.delete(root)
      if (templates !== undefined) digests.delete(templates.digest)
    } else {
      if (untrusted !== undefined) folders.add(root)
      if (templates !== undefined) digests.add(templates.digest)
    }
    const lists = { folders: [...folders].sort(), templates: [...digests].sort() }
    const decided = decideRegistries({ ...before, ...lists }, root, { urls: registries, trusted: !isRemoval })
    return decideServers(decided, plan)
  })
}

/** A workspace has one list of servers, so a new decision replaces the one before. */
function decideServers(
  { mcp_servers: before = [], ...rest }: WorkspaceTrust,
  { root, servers, changesServers }: TrustPlan,
): WorkspaceTrust {
  const others = changesServers ? before.filter(({ workspace }) => workspace !== root) : before
  const added = changesServers && servers !== undefined ? [{ workspace: root, digest: servers.digest }] : []
  const all = [...others, ...added].sort((a, b) => (a.workspace < b.workspace ? -1 : 1))
  return { ...rest, ...(all.length > 0 && { mcp_servers: all }) }
}

/** Records whether package registries that files of a workspace name are used there. */
export const noteRegistries = (
  root: string,
  decision: { urls: readonly string[]; trusted: boolean },
  context: Pick<CommandContext, 'config' | 'signal'>,
): Promise<void> => changeTrust(context, (before) => decideRegistries(before, root, decision))

function decideRegistries(
  before: WorkspaceTrust,
  root: string,
  { urls, trusted }: { urls: readonly string[]; trusted: boolean },
): WorkspaceTrust {
  const others = (before.registries ?? []).filter(
    ({ workspace, url }) => workspace !== root || !urls.includes(url),
  )
  const decided = urls.map((url) => ({ workspace: root, url, trusted }))
  const registries = [...others, ...decided].sort((a, b) =>
    `${a.workspace} ${a.url}` < `${b.workspace} ${b.url}` ? -1 : 1,
  )
  return { ...before, ...(registries.length > 0 && { registries }) }
}

async function changeTrust(
  { config, signal }: Pick<CommandContext, 'config' | 'signal'>,
  change: (before: WorkspaceTrust) => WorkspaceTrust,
): Promise<void> {
  await using _lock = await acquireLock(config.locks, 'workspace-trust', {
    wait: 60_000,
    what: workspaceTrustFile(config.home),
    signal,
  })
  await writeWorkspaceTrust(config.home, change(await readWorkspaceTrust(config.home)))
}
