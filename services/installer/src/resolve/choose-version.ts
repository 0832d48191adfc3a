import {
  type AppDocument,
  type AppReference,
  ConflictError,
  caretRange,
  fitsRange,
  isDistTag,
  NotFoundError,
  selectVersion,
  t,
  type VersionEntry,
} from '@cli-apps/core'
import type { AppState } from './workspace-facts.ts'

/** A requested app; `isExplicit` if the user typed the range. */
export interface Wanted extends AppReference {
  isExplicit: boolean
  /** The request itself sets a pin. */
  overridesPin?: boolean
  /** Location of the manifest file that was named. */
  file?: string
}

/** The version to find. */
export interface VersionWish {
  /** The locked version, if it must be used. */
  locked: string | undefined
  /** A range or tag, used without a locked version. */
  range: string
  /** Returns the range to declare in `cli-apps.json`. */
  declare(version: string): string
}

/**
 * Returns the typed range; else the locked version if it fits `cli-apps.json`; else the declared range; else the
 * latest. Throws `ConflictError` `app.pinned` for a version other than the pinned one.
 */
export function installWish(
  { name, range, isExplicit, overridesPin = false }: Wanted,
  facts: AppState,
): VersionWish {
  const { declared, locked, pin } = facts
  if (isExplicit) {
    if (pin !== undefined && range !== declared && !overridesPin) throw pinned(name, pin)
    return { locked: undefined, range, declare: () => range }
  }
  const isKept = locked !== undefined && (declared === undefined || fitsRange(locked.version, declared))
  return {
    locked: isKept ? locked.version : undefined,
    range: declared ?? range,
    declare: (version) => declared ?? caretRange(version),
  }
}

/** Requests what a manifest file holds, now and later. Throws `ConflictError` `app.pinned`. */
export function fileWish({ name, pin }: AppState): VersionWish {
  if (pin !== undefined) throw pinned(name, pin)
  return { locked: undefined, range: 'latest', declare: () => 'latest' }
}

/** Requests the newest version in the declared range, or of all; a declared tag stays a tag. */
export function updateWish({ declared, locked }: AppState, { latest }: { latest: boolean }): VersionWish {
  const range = declared ?? (locked === undefined ? 'latest' : caretRange(locked.version))
  if (!latest || isDistTag(range)) return { locked: undefined, range, declare: () => range }
  return {
    locked: undefined,
    range: 'latest',
    declare: (version) => (fitsRange(version, range) ? range : caretRange(version)),
  }
}

export const pinned = (name: string, reason: string): ConflictError =>
  new ConflictError('app.pinned', t('app.pinned', '{name} is pinned: {reason}', { name, reason }), {
    hint: t('app.pinned.hint', 'If the reason no longer applies, run "{cli} pin {name} --remove" first.', {
      name,
    }),
    details: { reason },
  })

/** Returns the requested version. Throws `NotFoundError` `app.no-version`, which lists the versions. */
export function chooseVersion(app: AppDocument, wish: VersionWish, location: string): VersionEntry {
  const facts = app.versions.map((entry) => ({
    version: entry.version,
    yanked: entry.yanked !== null,
    entry,
  }))
  // A locked version is matched exactly, even if corrections were published later.
  const chosen =
    wish.locked === undefined
      ? selectVersion(facts, wish.range, app.dist_tags)
      : facts.find(({ version }) => version === wish.locked)
  if (chosen !== undefined) return chosen.entry
  const open = facts.filter(({ yanked }) => !yanked).map(({ version }) => version)
  throw new NotFoundError(
    'app.no-version',
    t('app.no-version.no-version-matches', 'No version of {name} in {location} matches {locked}.', {
      name: app.name,
      location,
      locked: wish.locked ?? wish.range,
    }),
    {
      hint:
        open.length > 0
          ? t('app.no-version.hint.use-one', 'Use one of: {list}.', {
              list: [...open.slice(0, 8), ...tagsText(app)].join(', '),
            })
          : t('app.no-version.hint.all-versions-withdrawn', 'All its versions are withdrawn.'),
      details: { versions: open, dist_tags: app.dist_tags },
    },
  )
}

const tagsText = ({ dist_tags }: AppDocument): string[] =>
  Object.entries(dist_tags).map(([tag, version]) => `${tag} (${version})`)

/** Refuses an app that was removed as a whole, unless this version is in the lockfile. */
export function refuseRemoved(
  { name, removed, versions }: AppDocument,
  wish: VersionWish,
  facts: AppState,
): void {
  const { locked } = facts
  const asked = wish.locked ?? wish.range
  const isLocked = versions.some(
    ({ version, digest }) => asked === version && locked?.version === version && locked.digest === digest,
  )
  if (removed === null || isLocked) return
  throw new NotFoundError(
    'app.removed',
    t('app.removed', '{name} was withdrawn: {message}', { name, message: removed.message }),
    {
      hint:
        removed.replacement === null
          ? t('app.removed.hint', 'Run "{cli} search" to find other apps.')
          : t(
              'app.removed.hint.use-instead-cli-apps-install',
              'Use {replacement} instead: {cli} install {replacement}',
              { replacement: removed.replacement },
            ),
      details: { replacement: removed.replacement },
    },
  )
}
