import { type InstallRecord, isAppError } from '@cli-apps/core'
import { readRecords, workspaceAt } from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'
import { listKnownWorkspaces } from '../store/known-workspaces.ts'
import { readCompanions, type SystemPackage } from '../store/system-owners.ts'
import { systemPackageOf } from '../store/system-package.ts'

/** Returns the dependencies installed along with a system package, except those that another app uses since. */
export async function findCompanions(
  systemPackage: SystemPackage,
  { config, workspace }: CommandContext,
): Promise<string[]> {
  const companions = await readCompanions(systemPackage, config.home)
  if (companions.length === 0) return []
  try {
    const known = await listKnownWorkspaces(config.home)
    const roots = new Set([workspace.root, ...known.flatMap(({ root, isGone }) => (isGone ? [] : [root]))])
    const records = await Promise.all([...roots].map((root) => readRecords(workspaceAt(root))))
    const used = new Set(records.flat().flatMap((record) => systemNameOf(record, systemPackage)))
    return companions.filter((name) => !used.has(name))
  } catch (error) {
    // If a workspace cannot be read, it may use any of them.
    if (isAppError(error)) return []
    throw error
  }
}

/** Returns the package name of an app's program in the same manager. */
function systemNameOf(record: InstallRecord, { method: manager }: SystemPackage): string[] {
  const method = record.manifest.install.find(({ method }) => method === record.method)
  const own = method && systemPackageOf({ name: record.name, method })
  return own?.method === manager ? [own.name] : []
}
