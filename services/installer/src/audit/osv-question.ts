import { readText } from '@cli-apps/core/node'
import { askManager } from '../strategies/ask-manager.ts'
import type { StrategyHost } from '../strategies/strategy.ts'
import type { LockedPackage } from './locked-packages.ts'

/** A locked package under its names in OSV. */
export interface OsvQuestion {
  locked: LockedPackage
  /** Includes the release for distributions, such as `Debian:12`. */
  ecosystem: string
  name: string
  version: string
}

/**
 * Returns the query for a package. OSV lists Debian packages by release and source package, which only a Debian system
 * knows: elsewhere, and on derivatives with their own packages, the result is `undefined`.
 */
export async function osvQuestion(
  locked: LockedPackage,
  host: StrategyHost,
): Promise<OsvQuestion | undefined> {
  const { ecosystem, name, version } = locked
  if (ecosystem !== 'Debian') return { locked, ecosystem, name, version }
  const release = await debianRelease()
  if (release === undefined) return undefined
  const format = '${source:Package}=${source:Version}'
  const { exitCode, text } = await askManager(host, [
    'dpkg-query',
    '--show',
    `--showformat=${format}`,
    '--',
    name,
  ])
  const [source = '', sourceVersion = ''] = exitCode === 0 ? text.split('=') : []
  if (source === '' || sourceVersion === '') return undefined
  return { locked, ecosystem: `Debian:${release}`, name: source, version: sourceVersion }
}

/** The release number of this Debian, such as `12` (os-release(5)). */
export async function debianRelease(file = '/etc/os-release'): Promise<string | undefined> {
  const lines = ((await readText(file)) ?? '').split('\n')
  const value = (key: string): string | undefined =>
    lines
      .find((line) => line.startsWith(`${key}=`))
      ?.slice(key.length + 1)
      .replaceAll('"', '')
  return value('ID') === 'debian' ? value('VERSION_ID') : undefined
}
