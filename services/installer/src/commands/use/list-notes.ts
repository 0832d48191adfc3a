import { t } from '@cli-apps/core'
import { exists, type Workspace } from '@cli-apps/core/node'

export const foreignNotice = (name: string): string =>
  t(
    'list.came-folder-not-run',
    '{name} came with this folder and is not run. Run "cli-apps install {name}" to install it yourself.',
    { name },
  )

/** A fresh clone has a lockfile and nothing installed. */
export const emptyText = async ({ root, lockfile }: Workspace): Promise<string> =>
  (await exists(lockfile))
    ? t(
        'list.no-apps-installed-run',
        'No apps are installed in {root}. Run "cli-apps ci" to install what cli-apps.lock contains.',
        { root },
      )
    : t(
        'list.no-apps-installed-run.no-apps-installed-run',
        'No apps are installed in {root}. Run "cli-apps search" to find some.',
        { root },
      )
