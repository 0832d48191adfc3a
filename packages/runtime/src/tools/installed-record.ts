import {
  type InstallRecord,
  isAppName,
  NotFoundError,
  nearestNames,
  t,
  toLine,
  UsageError,
} from '@cli-apps/core'
import type { InstalledApp, InstalledApps } from '../installed-apps.ts'

/** Throws `UsageError` for what is no name, `NotFoundError` with the nearest installed names, or what is wrong with the record. */
export async function installedRecord(
  apps: InstalledApps,
  name: string,
  canInstall: boolean,
): Promise<InstallRecord> {
  const app = isAppName(name) ? await apps.get(name) : undefined
  if (app?.record !== undefined) return app.record
  if (app !== undefined) throw app.error
  const near = nearest(await apps.list(), name)
  const shown = JSON.stringify(toLine(name, 100))
  const meant =
    near.length === 0
      ? ''
      : t('run-cli-app.did-you-mean', 'Did you mean {near}? ', {
          near: near.map((one) => `"${one}"`).join(' or '),
        })
  if (!isAppName(name)) {
    throw new UsageError(
      'app.bad-name',
      t('app.bad-name.not-name-app', '{shown} is not the name of an app.', { shown }),
      {
        hint: t(
          'app.bad-name.hint.pass-bare-name-installed',
          '{meant}Pass the bare name of an installed app: no path, no arguments.',
          { meant },
        ),
      },
    )
  }
  throw new NotFoundError(
    'app.not-installed',
    t('app.not-installed', '{shown} is not installed in this workspace.', { shown }),
    {
      // Whoever mistyped a name is not to install what has the mistyped one.
      hint:
        meant.trim() ||
        (canInstall
          ? t('app.not-installed.hint', 'If find_cli_apps names it, install_cli_app installs it.')
          : t(
              'app.not-installed.hint.user-can-install-npx',
              'The user can install it with: npx cli-apps install {name}',
              { name },
            )),
    },
  )
}

/** An app of that alias, else the nearest names; a path counts by its last part. */
function nearest(installed: readonly InstalledApp[], name: string): string[] {
  const word = (name.split(/[/\\@]/).findLast((part) => part !== '') ?? '').toLowerCase().slice(0, 100)
  const named = installed.filter(({ record }) =>
    record?.manifest.aliases?.some((alias) => alias.toLowerCase() === word),
  )
  if (word === '') return []
  return named.length > 0
    ? named.map((app) => app.name)
    : nearestNames(
        word,
        installed.map((app) => app.name),
      )
}
