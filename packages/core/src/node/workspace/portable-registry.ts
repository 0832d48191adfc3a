import path from 'node:path'
import type { LockedApp, Lockfile } from '../../workspace/lockfile.ts'
import { lockfileText } from '../../workspace/lockfile-text.ts'
import { isInside } from '../files.ts'
import type { Workspace } from './workspace.ts'

/** How a lockfile spells a folder inside its own workspace, which stands elsewhere on every machine. */
const isPortable = (registry: string): boolean => registry === '.' || registry.startsWith('../')

/** The lockfile with its registries as this machine finds them. */
export const withPlacedRegistries = (lockfile: Lockfile, { root }: Workspace): Lockfile =>
  withRegistries(lockfile, (registry) => (isPortable(registry) ? path.join(root, registry) : registry))

/** The text of a lockfile for this workspace: registries that are folders inside it are told from it. */
export const workspaceLockfileText = (lockfile: Lockfile, { root }: Workspace): string =>
  lockfileText(
    withRegistries(lockfile, (registry) =>
      path.isAbsolute(registry) && isInside(root, registry)
        ? `./${path.relative(root, registry).split(path.sep).join('/')}`
        : registry,
    ),
  )

function withRegistries(lockfile: Lockfile, change: (registry: string) => string): Lockfile {
  const apps = Object.entries<LockedApp>(lockfile.apps).map(([name, app]) => [
    name,
    { ...app, registry: change(app.registry) },
  ])
  return { ...lockfile, apps: Object.fromEntries(apps) }
}
