import { isAppName, isRange, NotFoundError, selectVersion, UsageError } from '@cli-apps/core'
import type { Queries } from '../../db/database.ts'
import { appChoices, versionChoices } from '../../db/queries/version-rows.ts'
import { removedApp } from '../missing-app.ts'
import { unknownApp } from './get-app.ts'

/**
 * Returns the version that a range or tag selects. Throws for an invalid range, an unknown or removed app,
 * and no match.
 */
export async function getVersionInRange(
  db: Queries,
  { name, range }: { name: string; range: string },
): Promise<string> {
  if (!isRange(range))
    throw new UsageError(
      'app.bad-range',
      `${JSON.stringify(range.slice(0, 200))} is not a version or range.`,
      {
        hint: 'Ranges are 1.2.3, ^1.2, >=1 <3, latest or another tag.',
      },
    )
  const [app] = isAppName(name) ? await appChoices(db, [name]) : []
  if (app === undefined) throw await unknownApp(db, name)
  if (app.removed !== null) throw removedApp(name, app.removed)
  const choices = await versionChoices(db, [name])
  const chosen = selectVersion(choices, range, app.tags)
  if (chosen !== undefined) return chosen.version
  throw noVersionFits(name, range, choices)
}

export function noVersionFits(
  name: string,
  range: string,
  choices: readonly { version: string; yanked: boolean }[],
): NotFoundError {
  const latest = selectVersion(choices, 'latest')
  return new NotFoundError('version.none-fits', `No version of ${name} matches ${range}.`, {
    hint:
      latest === undefined
        ? 'Every version was yanked. Request an exact version to get it nevertheless.'
        : `Its latest version is ${latest.version}.`,
  })
}
