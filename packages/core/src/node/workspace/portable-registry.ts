import path from 'node:path'
import type { LockedApp, Lockfile } from '../../workspace/lockfile.ts'
import { lockfileText } from '../../workspace/lockfile-text.ts'
import { isInside } from '../files.ts'
import type { Workspace } from './workspace.ts'

/** Whether a lockfile's registry is a path relative to its workspace, whose location differs per machine. */
const isPortable = (registry: string): boolean => /^\.\.?(\/|$)/.test(registry)

/** Resolves the lockfile's relative registries for this machine. */
export const withPlacedRegistries = (lockfile: Lockfile, { root }: Workspace): Lockfile =>
  withRegistries(lockfile, (registry) => (isPortable(registry) ? path.join(root, registry) : registry))

/** Renders a lockfile for this workspace, with registries in folders inside it as relative paths. */
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
