import { acquireLock, readWorkspaceTrust, workspaceTrustFile, writeWorkspaceTrust } from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'
import type { TrustPlan } from './plan-trust.ts'

/** Notes in the user's data folder what was agreed to: the folder, and the templates by the digest that the plan showed. */
export async function applyTrust(
  { root, foreign, templates, isRemoval, isChange }: TrustPlan,
  { config, signal }: CommandContext,
): Promise<void> {
  if (!isChange) return
  await using _lock = await acquireLock(config.locks, 'workspace-trust', {
    wait: 60_000,
    what: workspaceTrustFile(config.home),
    signal,
  })
  const before = await readWorkspaceTrust(config.home)
  const folders = new Set(before.folders)
  const digests = new Set(before.templates)
  if (isRemoval) {
    folders.delete(root)
    if (templates !== undefined) digests.delete(templates.digest)
  } else {
    if (foreign !== undefined) folders.add(root)
    if (templates !== undefined) digests.add(templates.digest)
  }
  await writeWorkspaceTrust(config.home, {
    trust: 1,
    folders: [...folders].sort(),
    templates: [...digests].sort(),
  })
}
