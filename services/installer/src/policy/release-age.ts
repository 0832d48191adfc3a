import { ForbiddenError, type InstallPolicy, t } from '@cli-apps/core'

/** The effective policy for an install: the user's and the workspace's, combined. */
interface ReleaseAgePolicy {
  /** Hours; 0 if no age is required. */
  minimumAge: number
  exceptions: readonly string[]
  isStrict: boolean
}

const usualHours = 24
const hour = 3_600_000

/**
 * Combines the policies of user and workspace. A workspace may require more than the user, never less: its exceptions
 * count only if the user set no age.
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

/**
 * Releases after this time are too new; `undefined` if any age is allowed. Rounded to hours, so that a plan stays the
 * same.
 */
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
  /** `undefined` if unknown. */
  published: Date | undefined
}

/**
 * Returns remarks on the age of a release. Throws `ForbiddenError` `policy.release-too-new` if it is too new, and
 * `policy.release-age-unknown` if the policy is strict and the age unknown.
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
        'It can be installed from {allowed} on. Install an older version, or add an exception: {cli} config set policy.release_age_exceptions {name}',
        { allowed: allowed.toISOString(), name },
      ),
      details: { published: published.toISOString(), allowed_from: allowed.toISOString() },
    },
  )
}

/** When a release published at this time will be old enough, in whole hours. */
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
        'To install it, add an exception: {cli} config set policy.release_age_exceptions {name}',
        { name },
      ),
    },
  )
