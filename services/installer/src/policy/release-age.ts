import { ForbiddenError, type InstallPolicy, t } from '@cli-apps/core'

/** The policy that holds for an install: what the user set and what the workspace declares, joined. */
interface ReleaseAgePolicy {
  /** Hours; 0 where no age is demanded. */
  minimumAge: number
  exceptions: readonly string[]
  isStrict: boolean
}

const usualHours = 24
const hour = 3_600_000

/**
 * Joins the user's policy with that of the workspace. A workspace may ask for more than the user set, never for less: its
 * exceptions count only where the user set no age.
 */
export function releaseAgePolicy(
  user: InstallPolicy | undefined,
  workspace: InstallPolicy | undefined,
): ReleaseAgePolicy {
  const ages = [user?.minimum_release_age, workspace?.minimum_release_age].filter((age) => age !== undefined)
  const isUsers = user?.minimum_release_age !== undefined
  return {
    minimumAge: ages.length === 0 ? usualHours : Math.max(...ages),
    exceptions: [
      ...(user?.release_age_exceptions ?? []),
      ...(isUsers ? [] : (workspace?.release_age_exceptions ?? [])),
    ],
    isStrict: user?.strict === true || workspace?.strict === true,
  }
}

/** Releases after this moment are too new; `undefined` where every age will do. Whole hours, so that a plan stays the same. */
export function newestAllowed(
  name: string,
  { minimumAge, exceptions }: ReleaseAgePolicy,
  now: Date,
): Date | undefined {
  if (minimumAge === 0 || exceptions.includes(name)) return undefined
  return new Date(Math.floor(now.getTime() / hour - minimumAge) * hour)
}

interface Release {
  name: string
  version: string
  /** `undefined` where nobody can tell. */
  published: Date | undefined
}

/**
 * Remarks on the age of a release. Throws `ForbiddenError` `policy.release-too-new` for one that is too new, and
 * `policy.release-age-unknown` where a strict policy holds and its age is not known.
 */
export function judgeReleaseAge(release: Release, policy: ReleaseAgePolicy, now: Date): string[] {
  const { name, version, published } = release
  const newest = newestAllowed(name, policy, now)
  if (newest === undefined) return []
  if (published === undefined) {
    if (policy.isStrict) throw unknownAge(release)
    return [
      t(
        'release-age.release-age-unknown-no',
        'release age unknown: no source reports when {name} {version} was published',
        { name, version },
      ),
    ]
  }
  if (published <= newest) return []
  const allowed = allowedFrom(published, policy.minimumAge)
  throw new ForbiddenError(
    'policy.release-too-new',
    t(
      'policy.release-too-new.published-releases-must-hours',
      '{name} {version} was published at {published}, and releases must be {minimumAge} hours old.',
      { name, version, published: published.toISOString(), minimumAge: policy.minimumAge },
    ),
    {
      hint: t(
        'policy.release-too-new.hint.can-installed-from-install',
        'It can be installed from {allowed} on. Install an older version, or add an exception: cli-apps config set policy.release_age_exceptions {name}',
        { allowed: allowed.toISOString(), name },
      ),
      details: { published: published.toISOString(), allowed_from: allowed.toISOString() },
    },
  )
}

/** When a release that was published then is old enough, in whole hours. */
export const allowedFrom = (published: Date, minimumAge: number): Date =>
  new Date(Math.ceil(published.getTime() / hour + minimumAge) * hour)

const unknownAge = ({ name, version }: Release): ForbiddenError =>
  new ForbiddenError(
    'policy.release-age-unknown',
    t(
      'policy.release-age-unknown.no-source-reports-when',
      'No source reports when {name} {version} was published, and the policy is strict.',
      { name, version },
    ),
    {
      hint: t(
        'policy.release-age-unknown.hint',
        'To install it, add an exception: cli-apps config set policy.release_age_exceptions {name}',
        { name },
      ),
    },
  )
