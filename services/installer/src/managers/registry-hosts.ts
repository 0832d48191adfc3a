import { type EgressHost, egressHosts, uniqueHosts } from '@cli-apps/core/node'

/** Download hosts to which well-known registries refer. */
const archives: Readonly<Record<string, readonly string[]>> = {
  'registry.npmmirror.com': ['cdn.npmmirror.com'],
  'npm.pkg.github.com': ['pkg-npm.githubusercontent.com'],
  'pypi.org': ['files.pythonhosted.org'],
  'test.pypi.org': ['test-files.pythonhosted.org'],
  'github.com': ['codeload.github.com'],
}

/** Returns the hosts that a manager may reach for packages from these URLs, and those that the user added. */
export const registryHosts = (sources: readonly string[], added: readonly string[]): EgressHost[] =>
  withArchives([...sources, ...added.map((host) => `https://${host}/`)], { mayBePrivate: true })

/** Returns the hosts that packages name as their sources; never in a private network. */
export const sourceHosts = (urls: readonly string[]): EgressHost[] =>
  withArchives(
    urls.map((url) => url.replace(/^git\+/, '')),
    { mayBePrivate: false },
  )

const withArchives = (urls: readonly string[], options: Pick<EgressHost, 'mayBePrivate'>): EgressHost[] =>
  uniqueHosts(
    egressHosts(urls, options).flatMap((host) => [
      host,
      ...(archives[host.hostname] ?? []).map((hostname) => ({ ...host, hostname })),
    ]),
  )
