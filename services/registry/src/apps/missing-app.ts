import { ConflictError, NotFoundError } from '@cli-apps/core'
import type { AppRow } from '../db/queries/apps/app-rows.ts'

/** Returns the error for an app that is not in the registry; `unknownApp` also suggests similar names. */
export const noSuchApp = (name: string): NotFoundError =>
  new NotFoundError('app.unknown', `The app ${JSON.stringify(name.slice(0, 100))} was not found.`, {
    hint: 'Search for what it does: cli-apps search, search_apps, or /v1/search?q=.',
  })

/** Returns the error for a request for a removed app. */
export const removedApp = (
  name: string,
  { message, replacement }: { message: string; replacement: string | null },
): NotFoundError =>
  new NotFoundError('app.removed', `${name} was removed: ${message}`, {
    hint:
      replacement === null
        ? `Versions in a lockfile can still be downloaded. Find another app with /v1/search?q=.`
        : `Use ${replacement} instead.`,
    details: { replacement },
  })

/**
 * Requires that an app is not removed, because a removed app takes no new versions. Throws `ConflictError`
 * `app.removed`.
 */
export function requirePresent({ name, removedAt, removedMessage, isWithheld }: AppRow): void {
  if (removedAt === null) return
  throw new ConflictError('app.removed', `${name} was removed: ${removedMessage}`, {
    hint: isWithheld
      ? `The registry's operator withholds it. Ask the operator.`
      : `Restore it first with POST /v1/apps/${name}/restore, or publish under another name.`,
  })
}
