import { ForbiddenError, type LockedArtifact, t } from '@cli-apps/core'
import { readNpmTree, readTreeFile } from './npm-tree.ts'

const shortcuts: Readonly<Record<string, string>> = {
  github: 'github.com',
  gitlab: 'gitlab.com',
  bitbucket: 'bitbucket.org',
}

/**
 * What two ways to write one place have in common: host and path, without scheme, user, commit and `.git`. `undefined` for
 * folders and for what is not a place, which nobody can allow.
 */
export function sourceName(text: string): string | undefined {
  const [plain = ''] = text.replace(/^git\+/, '').split('#')
  const [, forge, rest] = /^(?:(github|gitlab|bitbucket):)?([\w.-]+\/[\w.-]+)$/.exec(plain) ?? []
  const url = rest === undefined ? plain : `https://${shortcuts[forge ?? 'github']}/${rest}`
  if (!/^(https?|ssh|git):\/\//.test(url) || !URL.canParse(url)) return undefined
  const { protocol, host, pathname, search } = new URL(url)
  const place = `${host}${pathname.replace(/(\.git)?\/*$/, '')}${search}`
  // What is not encrypted on its way is another place.
  return protocol === 'http:' || protocol === 'git:' ? `${protocol}//${place}` : place
}

/** Did a person allow packages from this place? One that names a commit allows that commit alone. */
export const isAllowedSource = (url: string, sources: readonly string[]): boolean =>
  sourceName(url) !== undefined &&
  sources.some((source) => {
    const [, commit] = source.split('#')
    return sourceName(source) === sourceName(url) && (commit === undefined || url.endsWith(`#${commit}`))
  })

/** Packages of a tree that come from elsewhere than the registry, by what nobody allowed. */
export const refusedSources = (
  tree: readonly LockedArtifact[],
  sources: readonly string[],
): { name: string; url: string }[] =>
  tree.flatMap(({ name, url }) => (url === undefined || isAllowedSource(url, sources) ? [] : [{ name, url }]))

/** Throws `ForbiddenError` `install.source-refused` where a list of npm holds a package from elsewhere that nobody allowed. */
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

/** npm says so where it was told to take packages of the registry alone. */
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

/** Where npm finds no git: absolute, so that no folder of a package can have one. */
export const noGit = '/nonexistent/git-is-not-allowed'

/** What npm would run scripts of dependencies from git by, where this machine has no program that does nothing. */
export const noShell = '/nonexistent/scripts-are-not-allowed'
