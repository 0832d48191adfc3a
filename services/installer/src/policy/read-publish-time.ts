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
 * Returns when a method's release was published, according to its index. `undefined` for methods whose index does not
 * record it; the time is `undefined` if the index does not respond or does not say.
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
  // A file added later makes the release as new as that file.
  const published = times.length === 0 ? undefined : new Date(Math.max(...times.map(Number)))
  return { name, version, published }
}
