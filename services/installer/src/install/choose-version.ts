import {
  type AppDocument,
  type AppReference,
  type LockedApp,
  NotFoundError,
  selectVersion,
  type VersionEntry,
  type WorkspaceFile,
} from '@cli-apps/core'
import type { Registry } from '@cli-apps/core/node'

/** An app as it was asked for; `isExplicit` when the range was typed. */
export interface Wanted extends AppReference {
  isExplicit: boolean
}

/** What was typed, else the version that the lockfile holds, else what `cli-apps.json` declares, else the latest. */
export function wantedRange(
  { name, range, isExplicit }: Wanted,
  declared: WorkspaceFile,
  locked: LockedApp | undefined,
): string {
  return isExplicit ? range : (locked?.version ?? declared.apps[name] ?? range)
}

/** What `cli-apps.json` declares afterwards. */
export const savedRange = (
  { name, range, isExplicit }: Wanted,
  declared: WorkspaceFile,
  version: string,
): string => (isExplicit ? range : (declared.apps[name] ?? `^${version.replace(/\+.*/, '')}`))

/** The version that a range means. Throws `NotFoundError` `app.no-version` with the versions there are. */
export function chooseVersion(app: AppDocument, range: string, registry: Registry): VersionEntry {
  const facts = app.versions.map((entry) => ({
    version: entry.version,
    yanked: entry.yanked !== null,
    entry,
  }))
  const chosen = selectVersion(facts, range)
  if (chosen !== undefined) return chosen.entry
  const open = facts.filter(({ yanked }) => !yanked).map(({ version }) => version)
  throw new NotFoundError(
    'app.no-version',
    `No version of ${app.name} in ${registry.location} fits ${range}.`,
    {
      hint: open.length > 0 ? `There are ${open.slice(0, 8).join(', ')}.` : 'All its versions are withdrawn.',
      details: { versions: open },
    },
  )
}
