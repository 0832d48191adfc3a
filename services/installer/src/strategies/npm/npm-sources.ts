import { ForbiddenError, type LockedArtifact, t } from '@cli-apps/core'
import { readNpmTree, readTreeFile } from './npm-tree.ts'

const shortcuts: Readonly<Record<string, string>> = {
  github: 'github.com',
  gitlab: 'gitlab.com',
  bitbucket: 'bitbucket.org',
}

/**
 * Returns what different spellings of one source share: host and path, without scheme, user, commit and `.git`.
 * `undefined` for folders and for anything else that is not a source, which cannot be allowed.
 */
export function sourceName(text: string): string | undefined {
  const [plain = ''] = text.replace(/^git\+/, '').split('#')
  const [, forge, rest] = /^(?:(github|gitlab|bitbucket):)?([\w.-]+\/[\w.-]+)$/.exec(plain) ?? []
  const url = rest === undefined ? plain : `https://${shortcuts[forge ?? 'github']}/${rest}`
  if (!/^(https?|ssh|git):\/\//.test(url) || !URL.canParse(url)) return undefined
  const { protocol, host, pathname, search } = new URL(url)
  const place = `${host}${pathname.replace(/(\.git)?\/*$/, '')}${search}`
  // An unencrypted connection is a different source.
  return protocol === 'http:' || protocol === 'git:' ? `${protocol}//${place}` : place
}

/** Checks whether the user allowed packages from this source. One that names a commit allows only that commit. */
export const isAllowedSource = (url: string, sources: readonly string[]): boolean =>
  sourceName(url) !== undefined &&
  sources.some((source) => {
    const [, commit] = source.split('#')
    return sourceName(source) === sourceName(url) && (commit === undefined || url.endsWith(`#${commit}`))
  })

/** Returns the packages of a tree from outside the registry, grouped by the source that was not allowed. */
export const refusedSources = (
  tree: readonly LockedArtifact[],
  sources: readonly string[],
): { name: string; url: string }[] =>
  tree.flatMap(({ name, url }) => (url === undefined || isAllowedSource(url, sources) ? [] : [{ name, url }]))

/**
 * Throws `ForbiddenError` `install.source-refused` if a list of npm holds a package from a source that was not allowed.
 */
export async function requireSources(
  file: string,
  { package: root, sources }: { package: string; sources: readonly string[] },
): Promise<void> {
  const refused = refusedSources(readNpmTree(await readTreeFile(file)), sources)
  if (refused.length > 0) throw sourceRefused(root, refused)
}

export function sourceRefused(
  root: string,
  refused: readonly { name: string; url: string }[],
): ForbiddenError {
  const named = refused.map(({ name, url }) => `${name} (${url})`).join(', ')
  const urls = [...new Set(refused.map(({ url }) => url))]
  return new ForbiddenError(
    'install.source-refused',
    t('install.source-refused', '{root} requires packages that do not come from its registry: {named}.', {
      root,
      named,
    }),
    {
      hint: urls.every((url) => sourceName(url) !== undefined)
        ? t('install.source-refused.hint', 'They were not run. To allow them, pass: --allow-sources {urls}', {
            urls: urls.join(','),
          })
        : t(
            'install.source-refused.hint.they-were-not-run',
            'They were not run. Packages in local folders and files are never accepted.',
          ),
      details: { refused },
    },
  )
}

/** Converts npm's error about packages from outside the registry, which it was told to refuse. */
export function refusedByNpm(root: string, said: string): ForbiddenError | undefined {
  if (/\bEALLOW(GIT|REMOTE|FILE|DIRECTORY)\b/.test(said)) {
    const [, name, url] = /Refusing to fetch "((?:@[^/@]+\/)?[^/@]+)@(.+)"/.exec(said) ?? []
    if (name !== undefined && url !== undefined) return sourceRefused(root, [{ name, url }])
  } else if (!said.includes(noGit)) return undefined
  return new ForbiddenError(
    'install.source-refused',
    t(
      'install.source-refused.requires-package-does-not',
      '{root} requires a package that does not come from its registry; npm does not report which one.',
      { root },
    ),
    {
      hint: t(
        'install.source-refused.hint.not-run-review-dependencies',
        'It was not run. Review the dependencies; to allow the package, pass --allow-sources with its URL.',
      ),
    },
  )
}

/** Path at which npm finds no git: absolute, so that no package folder can contain one. */
export const noGit = '/nonexistent/git-is-not-allowed'

/** Shell for scripts of dependencies from git, on machines without a program that does nothing. */
export const noShell = '/nonexistent/scripts-are-not-allowed'
