import type { Issue } from '../errors/errors.ts'
import type { InstallMethod } from '../manifest/install-method.ts'
import { t } from '../messages/t.ts'

/** An address of a public package registry that exists only if the package of a method does, in its version. */
interface PackageSource {
  url: string
  method: 'GET' | 'HEAD'
  /** What is there, for people. */
  what: string
}

const npmRegistry = 'https://registry.npmjs.org/'

/** Returns where npm, PyPI or crates.io have the package of a method; undefined for other methods. */
export function packageSourceOf(install: InstallMethod, npm = npmRegistry): PackageSource | undefined {
  if (install.method === 'npm') {
    const { package: name, version } = install
    const url = `${npm}${name.replace('/', '%2f')}/${version}`
    return { url, method: 'GET', what: `npm ${name} ${version}` }
  }
  if (install.method === 'pip' && 'package' in install) {
    const { package: name, version } = install
    return {
      url: `https://pypi.org/pypi/${name}/${version}/json`,
      method: 'GET',
      what: `PyPI ${name} ${version}`,
    }
  }
  if (install.method !== 'cargo' || !('crate' in install)) return undefined
  const { crate, version } = install
  const url = `https://static.crates.io/crates/${crate}/${crate}-${version}.crate`
  return { url, method: 'HEAD', what: `crates.io ${crate} ${version}` }
}

/** Returns the issue of a source by the HTTP status of its address; undefined where this does not say that it is missing. */
export const missingSource = (path: string, what: string, status: number): Issue | undefined =>
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
