import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { AppName, MethodKind } from '@cli-apps/core'
import { t } from '@cli-apps/core'
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

/**
 * `system/<package>.json`: a system package that cli-apps installed, its companions, and the workspaces that use it.
 */
const SystemOwners = z.object({
  system: z.literal(1),
  package: z.string(),
  workspaces: z.array(z.string()),
  companions: z.array(z.string()).optional(),
})
type SystemOwners = z.infer<typeof SystemOwners>

/** A system package of an app of this workspace. */
export interface SystemPackage {
  app: AppName
  /** Its manager. */
  method: MethodKind
  /** Name in that manager, such as Debian's. */
  name: string
}

/**
 * Installs a system package for this workspace. Returns whether cli-apps installed it.
 * The claim is noted before `install` runs, so that it survives a crash in between, and rolled back when it fails. A
 * package that existed before without a claim is not owned by cli-apps and is never removed.
 */
export async function claimSystemPackage(
  systemPackage: SystemPackage,
  {
    wasThere,
    companions = [],
    install,
  }: { wasThere: boolean; companions?: readonly string[] | undefined; install: () => Promise<void> },
  context: CommandContext,
): Promise<boolean> {
  return withOwners(systemPackage, context, async (owners, write) => {
    if (owners === undefined && wasThere) return false
    const workspaces = [...new Set([...(owners?.workspaces ?? []), context.workspace.root])]
    const along = [...new Set([...(owners?.companions ?? []), ...companions])]
    await write({
      system: 1,
      package: systemPackage.name,
      workspaces,
      ...(along.length > 0 && { companions: along }),
    })
    try {
      await install()
    } catch (error) {
      await write(owners)
      throw error
    }
    return true
  })
}

/**
 * Releases a system package from this workspace; first runs `remove` when no other workspace uses it.
 * Returns whether it was removed. A package that this workspace has no claim on stays, since a record may come with a
 * cloned workspace; a claim whose removal fails stays too.
 */
export async function releaseSystemPackage(
  systemPackage: SystemPackage,
  remove: () => Promise<void>,
  context: CommandContext,
): Promise<boolean> {
  return withOwners(systemPackage, context, async (owners, write) => {
    if (!owners?.workspaces.includes(context.workspace.root)) return false
    const others = owners.workspaces.filter((root) => root !== context.workspace.root)
    const using = await Promise.all(
      others.map((root) => exists(recordFile(workspaceAt(root), systemPackage.app))),
    )
    const workspaces = others.filter((_root, index) => using[index])
    if (workspaces.length === 0) await remove()
    await write(workspaces.length === 0 ? undefined : { ...owners, workspaces })
    return workspaces.length === 0
  })
}

/** Returns the workspaces that use a system package that cli-apps installed; `undefined` for an unclaimed one. */
export const readClaims = async (
  systemPackage: SystemPackage,
  home: string,
): Promise<readonly string[] | undefined> => (await readOwners(ownersFile(home, systemPackage)))?.workspaces

/** Returns the packages that were installed along with a system package and were missing before. */
export const readCompanions = async (
  systemPackage: SystemPackage,
  home: string,
): Promise<readonly string[]> => (await readOwners(ownersFile(home, systemPackage)))?.companions ?? []

/** Returns the file that lists the users of a system package. */
export const ownersFile = (home: string, { method, name }: Pick<SystemPackage, 'method' | 'name'>): string =>
  path.join(home, 'system', `${method}-${encodeURIComponent(name)}.json`)

const readOwners = (file: string): Promise<SystemOwners | undefined> =>
  readJson(file, SystemOwners, {
    what: t('system-owners.list-workspaces-use-system', 'The list of workspaces that use a system package'),
    code: 'system.corrupt',
    repair: t(
      'system-owners.delete-package-then-stays',
      'Delete {file}; the package then stays when its apps are uninstalled.',
      { file },
    ),
  })

async function withOwners<Result>(
  systemPackage: SystemPackage,
  { config, signal }: CommandContext,
  change: (
    owners: SystemOwners | undefined,
    write: (owners: SystemOwners | undefined) => Promise<void>,
  ) => Promise<Result>,
): Promise<Result> {
  const { method, name } = systemPackage
  const file = ownersFile(config.home, systemPackage)
  await using _lock = await acquireLock(config.locks, `system-${method}-${encodeURIComponent(name)}`, {
    wait: 15 * 60_000,
    what: file,
    signal,
  })
  const owners = await readOwners(file)
  // Awaited here: the lock is held until the change is done.
  return await change(owners, (next) =>
    next === undefined ? rm(file, { force: true }) : writeFileAtomic(file, jsonText(next)),
  )
}
