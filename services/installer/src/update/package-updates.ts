import {
  type AppDocument,
  type DebianClosure,
  debianArchitecture,
  type InstallRecord,
  isAppError,
} from '@cli-apps/core'
import type { Registry } from '@cli-apps/core/node'
import type { AppState } from '../resolve/workspace-facts.ts'

/** A Debian package of an app that its entry now has in another version. */
export interface PackageUpdate {
  package: string
  /** Null for one that the installed program does not have. */
  installed: string | null
  offered: string
  /** Whether it comes from Debian's security archive. */
  security: boolean
}

/**
 * Compares the Debian packages of an installed app with those of the entry that `update` would install: the next version, or
 * another list for the same one, as after a security update. Empty for an app of any other method, and where the list cannot
 * be read now.
 */
export async function packageUpdates(
  { record, locked }: AppState,
  { app, wanted, registry }: { app: AppDocument; wanted: string | null; registry: Registry },
): Promise<PackageUpdate[]> {
  // The packages of what is installed are those of the lockfile, as long as it is of the same entry.
  if (record?.method !== 'debian' || locked?.digest !== record.digest) return []
  const artifacts = locked.platforms[record.platform]?.artifacts
  if (artifacts === undefined) return []
  const entry = app.versions.find(({ version }) => version === wanted)
  if (entry === undefined || entry.digest === record.digest) return []
  const installed = new Map(artifacts.map(({ name, version }) => [name, version]))
  try {
    const closure = await offeredClosure(record, entry.version, registry)
    return (closure?.packages ?? [])
      .filter((one) => installed.get(one.package) !== one.version)
      .map((one) => ({
        package: one.package,
        installed: installed.get(one.package) ?? null,
        offered: one.version,
        security: one.path.startsWith('debian-security/'),
      }))
  } catch (error) {
    if (isAppError(error)) return []
    throw error
  }
}

async function offeredClosure(
  { name, platform }: InstallRecord,
  version: string,
  registry: Registry,
): Promise<DebianClosure | undefined> {
  const architecture = debianArchitecture(platform)
  const { manifest } = await registry.manifest(name, version)
  const method = manifest.install.find((one) => one.method === 'debian')
  const facts = architecture && method?.architectures[architecture]
  return facts && registry.closure(name, version, architecture, facts.closure)
}
