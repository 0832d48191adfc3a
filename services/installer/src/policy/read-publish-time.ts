import type { InstallMethod } from '@cli-apps/core'
import type { CommandContext } from '../context.ts'
import { npmRegistryOf, npmSettingsOf } from '../managers/npm-settings.ts'
import { pypi, readPipSettings } from '../managers/pip-settings.ts'
import { packumentsOf, publishTime } from '../provenance/packument.ts'
import type { StrategyHost } from '../strategies/strategy.ts'
import { readIndexFiles } from './python-index.ts'

interface PublishedRelease {
  name: string
  version: string
  published: Date | undefined
}

/**
 * When the release that a method installs was published, as its index says. `undefined` for methods without an index that
 * says so; the time is `undefined` where the index does not answer or does not say.
 */
export async function readPublishTime(
  method: InstallMethod,
  host: StrategyHost,
  { signal }: Pick<CommandContext, 'signal'>,
): Promise<PublishedRelease | undefined> {
  if (method.method === 'npm') {
    const { package: name, version } = method
    const registry = npmRegistryOf(name, await npmSettingsOf(host))
    const packument = await packumentsOf(host, signal)(registry, name)
    const published = typeof packument === 'string' ? undefined : publishTime(packument, version)
    return { name, version, published }
  }
  if (method.method !== 'pip' || 'git' in method) return undefined
  const { package: name, version } = method
  const { sources } = await readPipSettings(host)
  const files = await readIndexFiles(sources[0] ?? pypi, name, signal)
  const times = files.flatMap((file) => (file.version === version ? (file.uploaded ?? []) : []))
  // A file that was added later is as new as a release.
  const published = times.length === 0 ? undefined : new Date(Math.max(...times.map(Number)))
  return { name, version, published }
}
