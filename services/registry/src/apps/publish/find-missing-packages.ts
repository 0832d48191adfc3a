import { type InstallMethod, InvalidError, type Issue, isAppError } from '@cli-apps/core'
import { fetchText } from '@cli-apps/core/node'
import { missingSource, packageSourceOf } from '@cli-apps/core/publish-rules'

/** Returns an issue for every package that does not exist. */
export type FindMissingPackages = (install: readonly InstallMethod[]) => Promise<Issue[]>

/** A publish waits for it. */
const limits = { timeoutMs: 5000, maxBytes: 4 * 1024 * 1024, redirects: 0 }

/** The HTTP status of an address; undefined where it does not answer. */
type AskStatus = (url: string, method: 'GET' | 'HEAD') => Promise<number | undefined>

/**
 * Looks packages up at npm, PyPI and crates.io, and nowhere else: the registry opens no address that a manifest names. What
 * does not answer counts as there.
 */
export const missingPackagesFinder =
  (ask: AskStatus = askStatus): FindMissingPackages =>
  async (install) => {
    const found = install.map(async (method, at): Promise<Issue[]> => {
      const source = packageSourceOf(method)
      if (source === undefined) return []
      const status = await ask(source.url, source.method)
      const issue = status === undefined ? undefined : missingSource(`install[${at}]`, source.what, status)
      return issue === undefined ? [] : [issue]
    })
    return (await Promise.all(found)).flat()
  }

async function askStatus(url: string, method: 'GET' | 'HEAD'): Promise<number | undefined> {
  try {
    return (await fetchText(url, { ...limits, method, headers: { accept: '*/*' } })).status
  } catch (error) {
    if (!isAppError(error)) throw error
    return undefined
  }
}

/** Throws `InvalidError` `manifest.invalid` with an issue for every package that does not exist. */
export async function requirePackages(
  install: readonly InstallMethod[],
  find: FindMissingPackages,
): Promise<void> {
  const issues = await find(install)
  if (issues.length === 0) return
  throw new InvalidError('manifest.invalid', 'The manifest names packages that do not exist.', {
    hint: 'Publish them first, or correct their names and versions.',
    issues,
  })
}
