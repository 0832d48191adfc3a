import { rm } from 'node:fs/promises'
import path from 'node:path'
import { type AppName, type InstallMethod, InvalidError } from '@cli-apps/core'
import {
  acquireLock,
  exists,
  jsonText,
  readJson,
  recordFile,
  workspaceAt,
  writeFileAtomic,
} from '@cli-apps/core/node'
import * as z from 'zod'
import type { CommandContext } from '../context.ts'

/** `system/<package>.json`: a system package that we installed, and the workspaces that use it. */
const SystemOwners = z.object({ system: z.literal(1), package: z.string(), workspaces: z.array(z.string()) })
type SystemOwners = z.infer<typeof SystemOwners>

interface Claim {
  name: AppName
  method: InstallMethod
  adopted: boolean
}

/**
 * Notes that this workspace uses a system package which cli-apps installed, now or for another workspace.
 * False when the package was there before us: nobody's claim, and never removed.
 */
export async function claimSystemPackage(
  { method, adopted }: Claim,
  context: CommandContext,
): Promise<boolean> {
  if (method.method !== 'apt') return false
  return withOwners(method.package, context, async (owners, write) => {
    if (owners === undefined && adopted) return false
    const workspaces = [...new Set([...(owners?.workspaces ?? []), context.workspace.root])]
    await write({ system: 1, package: method.package, workspaces })
    return true
  })
}

/** Takes this workspace off a system package. True when no other one uses it, so that it can be removed. */
export async function releaseSystemPackage(
  { name, method }: Omit<Claim, 'adopted'>,
  context: CommandContext,
): Promise<boolean> {
  if (method.method !== 'apt') return false
  return withOwners(method.package, context, async (owners, write) => {
    if (owners === undefined) return false
    const others = owners.workspaces.filter((root) => root !== context.workspace.root)
    const using = await Promise.all(others.map((root) => exists(recordFile(workspaceAt(root), name))))
    const workspaces = others.filter((_root, index) => using[index])
    await write(workspaces.length === 0 ? undefined : { ...owners, workspaces })
    return workspaces.length === 0
  })
}

async function withOwners<Result>(
  packageName: string,
  { config, signal }: CommandContext,
  change: (
    owners: SystemOwners | undefined,
    write: (owners: SystemOwners | undefined) => Promise<void>,
  ) => Promise<Result>,
): Promise<Result> {
  const file = path.join(config.home, 'system', `apt-${packageName}.json`)
  await using _lock = await acquireLock(config.locks, `system-${packageName}`, {
    wait: 60_000,
    what: file,
    signal,
  })
  const owners = await readJson(file, SystemOwners, {
    what: 'The list of workspaces that use a system package',
    code: 'system.corrupt',
    repair: `Delete ${file}; the package then stays when its apps are uninstalled.`,
  })
  if (owners !== undefined && owners.package !== packageName)
    throw new InvalidError('system.corrupt', `${file} is about ${owners.package}.`)
  return change(owners, (next) =>
    next === undefined ? rm(file, { force: true }) : writeFileAtomic(file, jsonText(next)),
  )
}
