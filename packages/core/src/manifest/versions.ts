import semver from 'semver'
import { UsageError } from '../errors/errors.ts'
import { t } from '../messages/t.ts'
import { bounded } from '../text.ts'
import type { AppName } from './app-name.ts'
import { parseAppName } from './parse-app-name.ts'

/** Version of an entry: semver, with build metadata only as `+N`, the number of corrections to the entry alone. */
export const EntryVersion = bounded(100).refine(
  // semver is lenient: it accepts a leading v and surrounding white space.
  (text) => semver.valid(text) === text.replace(/\+[1-9][0-9]{0,4}$/, ''),
  {
    error: () =>
      t(
        'versions.semver-version-correction',
        'must be a semver version such as 3.6.2, or 3.6.2+1 for a correction of the entry alone',
      ),
  },
)

/** `name` or `name@range` as a person types it; `range` is a semver range, an exact version, or `latest`. */
export interface AppReference {
  name: AppName
  range: string
}

export function parseReference(text: string): AppReference {
  const at = text.indexOf('@')
  const name = parseAppName(at === -1 ? text : text.slice(0, at))
  const range = at === -1 ? 'latest' : text.slice(at + 1)
  if (!isRange(range)) {
    throw new UsageError(
      'app.bad-range',
      t('app.bad-range', '{range} is not a version or range.', { range: JSON.stringify(range) }),
      {
        hint: t(
          'app.bad-range.hint',
          'Write {name}, {name}@1.2.3, {name}@^1.2 or a tag as in {name}@latest.',
          { name },
        ),
      },
    )
  }
  return { name, range }
}

export const isRange = (text: string): boolean =>
  isDistTag(text) || (text.trim() !== '' && text.length <= 200 && semver.validRange(text) !== null)

/** Whether a text is a tag such as `latest` or `next`, and cannot be read as a version or range. */
export const isDistTag = (text: string): boolean =>
  text.length <= 40 && /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(text) && semver.validRange(text) === null

/** Versions by tag. */
export type DistTags = Readonly<Record<string, string>>

/** What the selection needs to know of a published version. */
interface VersionFacts {
  version: string
  yanked: boolean
}

export const compareVersions = (a: string, b: string): number => semver.compareBuild(a, b)

/**
 * Selects the version for `range`: the highest that matches; a yanked one only if requested exactly, a prerelease only
 * if the range contains one or nothing else exists. A tag selects its version; `latest` defaults to the highest.
 * `undefined` if none matches.
 */
export function selectVersion<T extends VersionFacts>(
  versions: readonly T[],
  range: string,
  tags: DistTags = {},
): T | undefined {
  const descending = [...versions].sort((a, b) => compareVersions(b.version, a.version))
  const exact = descending.find(({ version }) => version === range)
  if (exact !== undefined && (range.includes('+') || exact.yanked)) return exact
  const open = descending.filter(({ yanked }) => !yanked)
  const tagged = Object.hasOwn(tags, range) ? open.find(({ version }) => version === tags[range]) : undefined
  if (tagged !== undefined || (isDistTag(range) && range !== 'latest')) return tagged
  if (range === 'latest' || range === '*') {
    return open.find(({ version }) => semver.prerelease(version) === null) ?? open[0]
  }
  return open.find(({ version }) => semver.satisfies(version, range))
}

/** Whether a range is a single exact version. */
export const isExactVersion = (range: string): boolean => EntryVersion.safeParse(range).success

/**
 * Whether a version selected before still satisfies a range. A tag is satisfied by whatever it once selected: tags
 * move, and only an update follows them.
 */
export function fitsRange(version: string, range: string): boolean {
  if (isDistTag(range) || range.trim() === '*') return true
  if (isExactVersion(range) && range.includes('+')) return version === range
  return semver.satisfies(version, range)
}

/** The range to declare for a version that a person installed as the newest. */
export const caretRange = (version: string): string => `^${version.replace(/\+.*/, '')}`
