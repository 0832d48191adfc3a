import { realpath, stat } from 'node:fs/promises'
import { NotFoundError } from '@cli-apps/core'
import {
  accessFile,
  appsHome,
  cleanEnvironment,
  grantsFile,
  openRecordSignatures,
  type Workspace,
  workspaceAt,
} from '@cli-apps/core/node'
import { type AvailableApps, openAvailableApps } from './discovery/available-apps.ts'
import type { FindPlace } from './discovery/find-request.ts'
import { type InstallerSettings, installerEnvironment } from './discovery/run-installer.ts'
import { type InstalledApps, openInstalledApps } from './installed-apps.ts'
import { type FindGrants, openGrants } from './invoke/app-grants.ts'
import { type Limits, limitsOf, type RuntimeOptions } from './options.ts'
import { openAccess } from './sandbox/app-access.ts'
import { type Confiner, openConfiner } from './sandbox/open-confiner.ts'
import { type OpenSkills, openSkills } from './skills/skills.ts'

/** Dependencies of a runtime, from the host's options and the machine. None of them needs closing. */
export interface Dependencies {
  workspace: Workspace
  /** The environment that apps inherit. */
  environment: Readonly<Record<string, string>>
  limits: Limits
  apps: InstalledApps
  skills: OpenSkills
  /** Apps that could be installed. */
  available: AvailableApps
  /** Settings with which a separate thread finds apps. */
  findPlace: FindPlace
  grants: FindGrants
  confiner: Confiner
  /** How to install apps, if the host allows it. */
  installer: InstallerSettings | undefined
  onBug: (error: unknown) => void
}

/** Reads the environment once. Throws `NotFoundError` `workspace.missing` when the folder does not exist. */
export async function openDependencies(options: RuntimeOptions): Promise<Dependencies> {
  const here = workspaceAt(await realFolder(options.workspace))
  const workspace = options.apps === undefined ? here : withAppsOf(workspaceAt(options.apps), here)
  const own = options.environment ?? process.env
  const environment = cleanEnvironment(own)
  const home = options.home ?? appsHome({ ...process.env, ...own })
  const apps = openInstalledApps(workspace, openRecordSignatures(home))
  const registry = options.registry ?? 'cached'
  const onBug = options.onBug ?? (() => {})
  const userGrants = options.userGrants === false ? undefined : grantsFile(own)
  return {
    workspace,
    environment,
    limits: limitsOf(options),
    apps,
    skills: openSkills({ ...options, workspace, apps, environment: own, onBug }),
    available: openAvailableApps(workspace, registry, own),
    findPlace: { root: workspace.root, home, registry, environment: { ...own } },
    grants: openGrants(structuredClone(options.grants ?? {}), userGrants),
    confiner: openConfiner(options.sandbox, {
      workspace,
      own,
      environment,
      home,
      findAccess: openAccess(options.userGrants === false ? undefined : accessFile(own), own),
    }),
    installer: options.installer?.length
      ? {
          argv: [...options.installer],
          environment: { ...installerEnvironment(environment, own), CLI_APPS_HOME: home },
          workspace,
        }
      : undefined,
    onBug,
  }
}

/** What apps may change, and how they are confined, stays that of the workspace they run in. */
const withAppsOf = ({ records, commands, logs }: Workspace, here: Workspace): Workspace => ({
  ...here,
  records,
  commands,
  logs,
})

async function realFolder(folder: string): Promise<string> {
  const real = await realpath(folder).catch(() => undefined)
  if (real !== undefined && (await stat(real)).isDirectory()) return real
  throw new NotFoundError('workspace.missing', `Folder not found: ${JSON.stringify(folder)}.`, {
    hint: 'Pass the folder in which apps were installed.',
  })
}
