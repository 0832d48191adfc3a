import { t } from '@cli-apps/core'
import { exists, type Workspace } from '@cli-apps/core/node'

/** About apps whose records this user's installer did not write, however many they are. */
export function foreignNotice([first = '', ...others]: readonly string[]): string {
  if (others.length === 0)
    return t(
      'list.came-folder-not-run',
      '{name} came with this folder and is not run. Run "{cli} install {name}" to install it yourself.',
      { name: first },
    )
  return t(
    'list.apps-came-folder',
    '{count} apps came with this folder and are not run: {names}. To install them yourself, run "{cli} install" with their names.',
    { count: others.length + 1, names: shortList([first, ...others]) },
  )
}

/** Ten fit on a line or two. */
const shortList = (names: readonly string[]): string =>
  names.length <= 10 ? names.join(', ') : `${names.slice(0, 9).join(', ')}, …`

/** A fresh clone has a lockfile and nothing installed. */
export const emptyText = async ({ root, lockfile }: Workspace): Promise<string> =>
  (await exists(lockfile))
    ? t(
        'list.no-apps-installed-run',
        'No apps are installed in {root}. Run "{cli} ci" to install what cli-apps.lock contains.',
        { root },
      )
    : t(
        'list.no-apps-installed-run.no-apps-installed-run',
        'No apps are installed in {root}. Run "{cli} search" to find some.',
        { root },
      )
