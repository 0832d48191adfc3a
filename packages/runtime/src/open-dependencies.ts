import { type AvailableApps, openAvailableApps } from './discovery/available-apps.ts'
import type { FindPlace } from './discovery/find-request.ts'
import { type InstallerSettings, installerEnvironment } from './discovery/run-installer.ts'
import { type InstalledApps, openInstalledApps } from './installed-apps.ts'
import { openRunDependencies, type RunDependencies } from './open-run-dependencies.ts'
import type { RuntimeOptions } from './options.ts'
import { type OpenSkills, openSkills } from './skills/skills.ts'

/** Dependencies of a runtime, from the host's options and the machine. None of them needs closing. */
export interface Dependencies extends RunDependencies {
  apps: InstalledApps
  skills: OpenSkills
  /** Apps that could be installed. */
  available: AvailableApps
  /** Settings with which a separate thread finds apps. */
  findPlace: FindPlace
  /** How to install apps, if the host allows it. */
  installer: InstallerSettings | undefined
}

/** Throws what `openRunDependencies` throws. */
export async function openDependencies(options: RuntimeOptions): Promise<Dependencies> {
  const run = await openRunDependencies(options)
  const { workspace, own, environment, home, signatures, onBug } = run
  const apps = openInstalledApps(workspace, signatures)
  const registry = options.registry ?? 'cached'
  return {
    ...run,
    apps,
    skills: openSkills({ ...options, workspace, apps, signatures, environment: own, onBug }),
    available: openAvailableApps(workspace, registry, own),
    findPlace: { workspace, home, registry, environment: { ...own } },
    installer: options.installer?.length
      ? {
          argv: [...options.installer],
          environment: { ...installerEnvironment(environment, own), CLI_APPS_HOME: home },
          workspace,
        }
      : undefined,
  }
}
