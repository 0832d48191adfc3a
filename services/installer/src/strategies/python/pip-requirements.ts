import { InvalidError, type LockedArtifact, t } from '@cli-apps/core'

/** Normalizes project names as indexes do (PyPA "Names and normalization"), so that pip and uv lock the same. */
export const normalName = (name: string): string => name.toLowerCase().replace(/[-_.]+/g, '-')

const name = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/
const version = /^[0-9A-Za-z][0-9A-Za-z.+!_-]*$/
const digest = /^sha256:[0-9a-f]{64}$/

/** Checks whether it is locked by a git commit, for which no archive digest exists. */
export const isFromGit = ({ url }: LockedArtifact): boolean => url !== undefined

/**
 * Requires that the program is the release of the manifest.
 * A lock must not omit it or hold another release. Throws `lockfile.bad-artifact`.
 */
export function requireLockedProject(
  { name, version }: { name: string; version: string },
  tree: readonly LockedArtifact[],
): void {
  const locked = tree.find((artifact) => artifact.name === normalName(name))
  if (locked !== undefined && !isFromGit(locked) && isSameRelease(locked.version, version)) return
  throw new InvalidError(
    'lockfile.bad-artifact',
    t(
      'lockfile.bad-artifact.cli-apps-lock-has-other',
      'cli-apps.lock has other content for {name} {version}.',
      { name, version },
    ),
    {
      hint: t('lockfile.bad-artifact.hint', 'Restore cli-apps.lock from version control.'),
      details: { artifact: locked ?? null },
    },
  )
}

/** Compares releases: zeros, letter case and separators may differ (PyPA "Version specifiers"). */
const isSameRelease = (a: string, b: string): boolean => releaseOf(a) === releaseOf(b)
const releaseOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/^v/, '')
    .replace(/[-_]/g, '.')
    .replace(/(alpha|beta|preview|pre|rc|c)(?=[.\d])/g, (word) =>
      /^[ab]/.test(word) ? word.slice(0, 1) : 'rc',
    )
    .replace(/\.?(a|b|rc|post|dev)\.?/g, '$1')
    .replace(/(^|\D)0+(?=\d)/g, '$1')
    .replace(/(\.0)+(?=$|[a-z+])/g, '')

/**
 * Returns a requirements file that requires exactly these archives by digest.
 * The file format has its own syntax, so only names, versions and digests are accepted. Throws `lockfile.bad-artifact`.
 */
export const requirementsText = (tree: readonly LockedArtifact[]): string =>
  tree.map((artifact) => `${requirement(artifact)}\n`).join('')

function requirement(artifact: LockedArtifact): string {
  const digests = artifact.integrity?.split(' ') ?? []
  const isSound =
    name.test(artifact.name) && version.test(artifact.version) && digests.every((one) => digest.test(one))
  if (!isSound || digests.length === 0) {
    throw new InvalidError(
      'lockfile.bad-artifact',
      t(
        'lockfile.bad-artifact.cli-apps-lock-contains-without',
        'cli-apps.lock contains {name} without a hash that pip can verify.',
        { name: JSON.stringify(artifact.name) },
      ),
      {
        hint: t('lockfile.bad-artifact.hint', 'Restore cli-apps.lock from version control.'),
        details: { artifact },
      },
    )
  }
  return [`${artifact.name}==${artifact.version}`, ...digests.map((one) => `--hash=${one}`)].join(' ')
}

/** Parses a compiled requirements file: `name==version` with digests, or `name @ git+https://…@commit`. */
export function parseRequirements(text: string): LockedArtifact[] {
  const lines = text.replace(/\\\r?\n/g, ' ').split('\n')
  const artifacts = lines.flatMap((line): LockedArtifact[] => {
    const [, ofGit, url] = /^([A-Za-z0-9._-]+) @ (git\+\S+)/.exec(line) ?? []
    if (ofGit !== undefined && url !== undefined)
      return [{ name: normalName(ofGit), version: '', integrity: null, url }]
    const [, named, pinned] = /^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([^\s;]+)/.exec(line) ?? []
    if (named === undefined || pinned === undefined) return []
    const digests = [...line.matchAll(/--hash=(sha256:[0-9a-f]{64})/g)].map(([, one]) => one ?? '')
    const integrity = digests.length === 0 ? null : digests.sort().join(' ')
    return [{ name: normalName(named), version: pinned, integrity }]
  })
  return artifacts.sort((a, b) => (a.name < b.name ? -1 : 1))
}
