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
 * Records the user's decision in the data folder: the workspace, and the templates by the digest that the plan showed.
 */
export async function applyTrust(
  { root, untrusted, templates, registries, isRemoval, isChange }: TrustPlan,
  context: CommandContext,
): Promise<void> {
  if (!isChange) return
  await changeTrust(context, (before) => {
    const folders = new Set(before.folders)
    const digests = new Set(before.templates)
    if (isRemoval) {
      folders.delete(root)
      if (templates !== undefined) digests.delete(templates.digest)
    } else {
      if (untrusted !== undefined) folders.add(root)
      if (templates !== undefined) digests.add(templates.digest)
    }
    const lists = { folders: [...folders].sort(), templates: [...digests].sort() }
    return decideRegistries({ ...before, ...lists }, root, { urls: registries, trusted: !isRemoval })
  })
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
