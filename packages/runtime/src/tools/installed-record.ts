import {
  appByAlias,
  appByProgram,
  isAppError,
  isAppName,
  NotFoundError,
  nearestNames,
  type ProgramRecord,
  programRecord,
  type RunRecord,
  t,
  toLine,
  UsageError,
} from '@cli-apps/core'
import type { InstalledApp, InstalledApps } from '../installed-apps.ts'

/** Finds one app, in whatever form its record is read, and lists all of them. */
interface FindInstalled<Found> extends Pick<InstalledApps, 'list'> {
  get(name: InstalledApp['name']): Promise<{ record: Found } | { error: unknown } | undefined>
}

/**
 * Returns the record of an app by its name, else by an alias. Throws `UsageError` for what is no name,
 * `NotFoundError` with the nearest installed names, or what is wrong with the record.
 */
export async function installedRecord<Found extends RunRecord>(
  apps: FindInstalled<Found>,
  name: string,
  canInstall: boolean,
): Promise<Found> {
  const app = isAppName(name) ? await apps.get(name) : undefined
  if (app !== undefined && 'error' in app) throw app.error
  if (app !== undefined) return app.record
  const installed = await apps.list()
  const meant = appByAlias(
    installed.flatMap(({ name: real, record }) => (record === undefined ? [] : { ...record.manifest, real })),
    name,
  )
  if (meant !== undefined) return installedRecord(apps, meant.real, canInstall)
  const near = nearest(installed, name)
  const shown = JSON.stringify(toLine(name, 100))
  const guess =
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
          { meant: guess },
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
        guess.trim() ||
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

/**
 * Returns the record of what a call names: an app, as `installedRecord` finds it, or else a program that just one installed app
 * has, such as `ffprobe`. Throws what `installedRecord` throws.
 */
export async function calledRecord<Found extends RunRecord>(
  apps: FindInstalled<Found>,
  name: string,
  canInstall: boolean,
): Promise<Found | ProgramRecord> {
  try {
    return await installedRecord(apps, name, canInstall)
  } catch (error) {
    if (!isAppError(error) || (error.code !== 'app.not-installed' && error.code !== 'app.bad-name'))
      throw error
    const records = (await apps.list()).flatMap(({ record }) => record ?? [])
    const owner = appByProgram(
      records.map((record) => ({ ...record.manifest, record })),
      name,
    )
    if (owner === undefined) throw error
    return programRecord(owner.record, name)
  }
}

/** The nearest names; a path counts by its last part. Several apps may have the name as an alias. */
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
