import { type EgressHost, egressHosts, uniqueHosts } from '@cli-apps/core/node'

/** Where well-known registries keep the archives that their lists name or lead to. */
const archives: Readonly<Record<string, readonly string[]>> = {
  'registry.npmmirror.com': ['cdn.npmmirror.com'],
  'npm.pkg.github.com': ['pkg-npm.githubusercontent.com'],
  'pypi.org': ['files.pythonhosted.org'],
  'test.pypi.org': ['test-files.pythonhosted.org'],
  'github.com': ['codeload.github.com'],
}

/** Hosts that a manager may reach for packages of these URLs, with those that the user added. */
export const registryHosts = (sources: readonly string[], added: readonly string[]): EgressHost[] =>
  withArchives([...sources, ...added.map((host) => `https://${host}/`)], { mayBePrivate: true })

/** Hosts of places that packages name: no private network is among them. */
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
