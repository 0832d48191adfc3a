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
  const chosen = selectVersion(facts, range, app.dist_tags)
  if (chosen !== undefined) return chosen.entry
  const open = facts.filter(({ yanked }) => !yanked).map(({ version }) => version)
  throw new NotFoundError(
    'app.no-version',
    `No version of ${app.name} in ${registry.location} fits ${range}.`,
    {
      hint:
        open.length > 0
          ? `There are ${[...open.slice(0, 8), ...tagsText(app)].join(', ')}.`
          : 'All its versions are withdrawn.',
      details: { versions: open, dist_tags: app.dist_tags },
    },
  )
}

const tagsText = ({ dist_tags }: AppDocument): string[] =>
  Object.entries(dist_tags).map(([tag, version]) => `${tag} (${version})`)

/** An app that was withdrawn as a whole is installed only where this very version stands in the lockfile. */
export function refuseRemoved(
  { name, removed, versions }: AppDocument,
  range: string,
  locked: LockedApp | undefined,
): void {
  const isLocked = versions.some(
    ({ version, digest }) => range === version && locked?.version === version && locked.digest === digest,
  )
  if (removed === null || isLocked) return
  throw new NotFoundError('app.removed', `${name} was withdrawn: ${removed.message}`, {
    hint:
      removed.replacement === null
        ? '"cli-apps search" finds other apps.'
        : `Use ${removed.replacement} instead: cli-apps install ${removed.replacement}`,
    details: { replacement: removed.replacement },
  })
}
