import semver from 'semver'
import { UsageError } from '../errors/errors.ts'
import { t } from '../messages/t.ts'
import { bounded } from '../text.ts'
import { type AppName, parseAppName } from './app-name.ts'

/** Version of an entry: semver; build metadata is only `+N`, the count of corrections to the entry alone. */
export const EntryVersion = bounded(100).refine(
  // semver itself is lenient: it drops a leading v and white space around.
  (text) => semver.valid(text) === text.replace(/\+[1-9][0-9]{0,4}$/, ''),
  {
    error: () =>
      t(
        'versions.semver-version-correction',
        'must be a semver version such as 3.6.2, or 3.6.2+1 for a correction of the entry alone',
      ),
  },
)

/** `name` or `name@range` as a person types it; `range` is a semver range, one exact version, or `latest`. */
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

/** Is this a name for a version, such as `latest` or `next`? Nothing is that could be read as a version or range. */
export const isDistTag = (text: string): boolean =>
  text.length <= 40 && /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(text) && semver.validRange(text) === null

/** Versions by the names that an owner gave them. */
export type DistTags = Readonly<Record<string, string>>

/** What choosing needs to know of a published version. */
interface VersionFacts {
  version: string
  yanked: boolean
}

export const compareVersions = (a: string, b: string): number => semver.compareBuild(a, b)

/**
 * The version that `range` means: the highest that fits, never a yanked one unless it is named exactly, and a prerelease
 * only where the range names one or nothing else exists. A tag means its version; `latest`, where nobody set it, the
 * highest. `undefined` when none fits.
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

/** Is this one version, with nothing to choose? */
export const isExactVersion = (range: string): boolean => EntryVersion.safeParse(range).success

/**
 * Does a version that was chosen before still answer to a range? A tag is answered by whatever it once chose: tags move,
 * and only an update follows them.
 */
export function fitsRange(version: string, range: string): boolean {
  if (isDistTag(range) || range.trim() === '*') return true
  if (isExactVersion(range) && range.includes('+')) return version === range
  return semver.satisfies(version, range)
}

/** The range that is declared for a version that a person took as the newest. */
export const caretRange = (version: string): string => `^${version.replace(/\+.*/, '')}`
