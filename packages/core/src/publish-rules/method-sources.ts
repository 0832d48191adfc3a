import type { Issue } from '../errors/errors.ts'
import type { InstallMethod } from '../manifest/install-method.ts'
import { t } from '../messages/t.ts'

/** An address that exists only if what a method names exists. */
export interface MethodSource {
  /** Key of the manifest. */
  path: string
  url: string
  method: 'GET' | 'HEAD'
  /** What is there, for people. */
  what: string
}

const npmRegistry = 'https://registry.npmjs.org/'

/**
 * Returns where npm, PyPI or crates.io have the package of a method, or the downloads of `binary`; nothing for other methods.
 * `path` is that of the method in the manifest, and `npm` the registry that has its package.
 */
export function methodSources(install: InstallMethod, path: string, npm = npmRegistry): MethodSource[] {
  if (install.method === 'npm') {
    const { package: name, version } = install
    const url = `${npm}${name.replace('/', '%2f')}/${version}`
    return [{ path, url, method: 'GET', what: `npm ${name} ${version}` }]
  }
  if (install.method === 'pip' && 'package' in install) {
    const { package: name, version } = install
    const url = `https://pypi.org/pypi/${name}/${version}/json`
    return [{ path, url, method: 'GET', what: `PyPI ${name} ${version}` }]
  }
  if (install.method === 'cargo' && 'crate' in install) {
    const { crate, version } = install
    const url = `https://static.crates.io/crates/${crate}/${crate}-${version}.crate`
    return [{ path, url, method: 'HEAD', what: `crates.io ${crate} ${version}` }]
  }
  if (install.method !== 'binary') return []
  return Object.entries(install.platforms).map(([platform, { url }]) => ({
    ...{ path: `${path}.platforms["${platform}"].url`, url, what: url },
    method: 'HEAD',
  }))
}

/** Returns the issue of a source by the HTTP status of its address; undefined where this does not say that it is missing. */
export const missingSource = ({ path, what }: MethodSource, status: number): Issue | undefined =>
  status !== 404 && status !== 410
    ? undefined
    : {
        path,
        message: t('publish.missing-source', 'names {what}, which does not exist ({status})', {
          what,
          status,
        }),
        hint: t('publish.missing-source.hint', 'Publish that first, or correct its name and version.'),
        rule: 'publish.missing-source',
      }
