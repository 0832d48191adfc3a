import { type InstallMethod, InvalidError, type Issue, isAppError } from '@cli-apps/core'
import { fetchText } from '@cli-apps/core/node'
import { missingSource, packageSourceOf } from '@cli-apps/core/publish-rules'

/** Returns an issue for every package and download that does not exist. */
export type FindMissingSources = (install: readonly InstallMethod[]) => Promise<Issue[]>

/** Where most releases are. Their servers answer for a file themselves, if only with the address that has it. */
const releaseHosts: readonly string[] = ['github.com', 'gitlab.com', 'codeberg.org']

/** A publish waits for it. */
const limits = { timeoutMs: 5000, maxBytes: 4 * 1024 * 1024, redirects: 0 }

/** The HTTP status of an address; undefined where it does not answer. */
type AskStatus = (url: string, method: 'GET' | 'HEAD') => Promise<number | undefined>

interface Source {
  /** Key of the manifest. */
  path: string
  url: string
  /** What is there, for people. */
  what: string
  method: 'GET' | 'HEAD'
}

/**
 * Looks packages up at npm, PyPI and crates.io and downloads at the hosts of releases, and asks no other server: a manifest
 * could name any. It follows no redirect. What does not answer counts as there.
 */
export const missingSourcesFinder =
  (ask: AskStatus = askStatus): FindMissingSources =>
  async (install) => {
    const sources = install.flatMap((method, at) => sourcesOf(method, `install[${at}]`))
    const found = sources.map(async ({ path, url, what, method }): Promise<Issue[]> => {
      const status = await ask(url, method)
      const issue = status === undefined ? undefined : missingSource(path, what, status)
      return issue === undefined ? [] : [issue]
    })
    return (await Promise.all(found)).flat()
  }

function sourcesOf(install: InstallMethod, path: string): Source[] {
  const source = packageSourceOf(install)
  if (source !== undefined) return [{ ...source, path }]
  if (install.method !== 'binary') return []
  return Object.entries(install.platforms)
    .filter(([, { url }]) => releaseHosts.includes(new URL(url).host))
    .map(([platform, { url }]) => ({
      ...{ path: `${path}.platforms["${platform}"].url`, url, what: url },
      method: 'HEAD',
    }))
}

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
    hint: 'Publish them first, or correct their names and versions.',
    issues,
  })
}
