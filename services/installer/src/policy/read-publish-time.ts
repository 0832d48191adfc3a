import type { InstallMethod } from '@cli-apps/core'
import * as z from 'zod'
import type { CommandContext } from '../context.ts'
import { npmRegistryOf, npmSettingsOf } from '../managers/npm-settings.ts'
import { pypi, readPipSettings } from '../managers/pip-settings.ts'
import type { StrategyHost } from '../strategies/strategy.ts'
import { askJson, parseTime, readIndexFiles } from './python-index.ts'

/** Part of a packument (npm documentation, "Package metadata"): when each version was published. */
const Packument = z.object({ time: z.record(z.string(), z.string()).optional() })

export interface PublishedRelease {
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
    const url = `${registry}${name.replace('/', '%2f')}`
    const headers = { accept: 'application/json' }
    const packument = await askJson(url, { headers, answer: Packument, signal })
    return { name, version, published: parseTime(packument?.time?.[version]) }
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
