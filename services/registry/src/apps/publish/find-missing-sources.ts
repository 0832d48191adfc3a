import { type InstallMethod, InvalidError, type Issue, isAppError } from '@cli-apps/core'
import { fetchText } from '@cli-apps/core/node'
import { type MethodSource, methodSources, missingSource } from '@cli-apps/core/publish-rules'

/** Returns an issue for every package and download that does not exist. */
export type FindMissingSources = (install: readonly InstallMethod[]) => Promise<Issue[]>

/** The registries of packages, and where most releases are: these answer for a file themselves, if only with an address. */
const askedHosts: readonly string[] = [
  ...['registry.npmjs.org', 'pypi.org', 'static.crates.io'],
  ...['github.com', 'gitlab.com', 'codeberg.org'],
]

/** A publish waits for it. */
const limits = { timeoutMs: 5000, maxBytes: 4 * 1024 * 1024, redirects: 0 }

/** The HTTP status of an address; undefined where it does not answer. */
type AskStatus = (url: string, method: 'GET' | 'HEAD') => Promise<number | undefined>

/**
 * Looks packages up at npm, PyPI and crates.io and downloads at the hosts of releases, and asks no other server: a manifest
 * could name any. It follows no redirect. What does not answer counts as there.
 */
export const missingSourcesFinder =
  (ask: AskStatus = askStatus): FindMissingSources =>
  async (install) => {
    const sources = install.flatMap((method, at) => methodSources(method, `install[${at}]`).filter(isAsked))
    const found = sources.map(async (source): Promise<Issue[]> => {
      const status = await ask(source.url, source.method)
      const issue = status === undefined ? undefined : missingSource(source, status)
      return issue === undefined ? [] : [issue]
    })
    return (await Promise.all(found)).flat()
  }

const isAsked = ({ url }: MethodSource): boolean => askedHosts.includes(new URL(url).host)

async function askStatus(url: string, method: 'GET' | 'HEAD'): Promise<number | undefined> {
  try {
    return (await fetchText(url, { ...limits, method, headers: { accept: '*/*' } })).status
  } catch (error) {
    if (!isAppError(error)) throw error
    return undefined
  }
}

/** Throws `InvalidError` `manifest.invalid` with an issue for every package and download that does not exist. */
export async function requireSourcesFound(
  install: readonly InstallMethod[],
  find: FindMissingSources,
): Promise<void> {
  const issues = await find(install)
  if (issues.length === 0) return
  throw new InvalidError('manifest.invalid', 'The manifest names what does not exist.', {
    hint: 'Publish that first, or correct its name and version.',
    issues,
  })
}
