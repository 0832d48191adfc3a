import { readText } from '@cli-apps/core/node'
import { askManager } from '../strategies/ask-manager.ts'
import type { StrategyHost } from '../strategies/strategy.ts'
import type { LockedPackage } from './locked-packages.ts'

/** A locked package by the names that OSV knows it under. */
export interface OsvQuestion {
  locked: LockedPackage
  /** With the release for distributions, such as `Debian:12`. */
  ecosystem: string
  name: string
  version: string
}

/**
 * OSV lists Debian's packages by release and by the name of their source package. Only a Debian system can tell both, so
 * elsewhere, and on derivatives of Debian with packages of their own, the answer is `undefined`.
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

/** The number of this Debian's release, such as `12` (os-release(5)). */
export async function debianRelease(file = '/etc/os-release'): Promise<string | undefined> {
  const lines = ((await readText(file)) ?? '').split('\n')
  const value = (key: string): string | undefined =>
    lines
      .find((line) => line.startsWith(`${key}=`))
      ?.slice(key.length + 1)
      .replaceAll('"', '')
  return value('ID') === 'debian' ? value('VERSION_ID') : undefined
}
