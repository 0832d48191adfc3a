import { type InstallMethod, isAppError } from '@cli-apps/core'
import { fetchText } from '@cli-apps/core/node'
import * as z from 'zod'
import type { CommandContext } from '../context.ts'
import { npmRegistryOf, npmSettingsOf } from '../managers/npm-settings.ts'
import { pypi, readPipSettings } from '../managers/pip-settings.ts'
import { normalName } from '../strategies/pip-requirements.ts'
import type { StrategyHost } from '../strategies/strategy.ts'

/** Part of a packument (npm documentation, "Package metadata"): when each version was published. */
const Packument = z.object({ time: z.record(z.string(), z.string()).optional() })
/** Part of a project page of a Python index as JSON (PEP 691, PEP 700). */
const ProjectPage = z.object({
  files: z.array(z.object({ filename: z.string(), 'upload-time': z.string().optional() })),
})

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
    const packument = await ask(url, { accept: 'application/json', answer: Packument, signal })
    return { name, version, published: parseTime(packument?.time?.[version]) }
  }
  if (method.method !== 'pip' || 'git' in method) return undefined
  const { package: name, version } = method
  const { sources } = await readPipSettings(host)
  const url = `${(sources[0] ?? pypi).replace(/\/+$/, '')}/${normalName(name)}/`
  const accept = 'application/vnd.pypi.simple.v1+json'
  const page = await ask(url, { accept, answer: ProjectPage, signal })
  const times = (page?.files ?? [])
    .filter(({ filename }) => isOfRelease(filename, { name, version }))
    .flatMap((file) => parseTime(file['upload-time']) ?? [])
  // A file that was added later is as new as a release.
  const published = times.length === 0 ? undefined : new Date(Math.max(...times.map(Number)))
  return { name, version, published }
}

/** Wheels are `name-version-…`, archives `name-version.tar.gz`, with whatever separators the name is written by. */
function isOfRelease(filename: string, { name, version }: { name: string; version: string }): boolean {
  const [, own = '', ownVersion = ''] = /^(.+?)-(\d[^-]*?)(?:-.*\.whl|\.tar\.gz|\.zip)$/.exec(filename) ?? []
  return normalName(own) === normalName(name) && ownVersion === version
}

function parseTime(text: string | undefined): Date | undefined {
  const time = text === undefined ? undefined : new Date(text)
  return time === undefined || Number.isNaN(time.getTime()) ? undefined : time
}

/** A document of an index, or `undefined` where it cannot be had: the age is unknown then. */
async function ask<Schema extends z.ZodType>(
  url: string,
  { accept, answer, signal }: { accept: string; answer: Schema; signal: AbortSignal },
): Promise<z.output<Schema> | undefined> {
  try {
    const { status, text } = await fetchText(url, { headers: { accept }, signal })
    return status === 200 ? answer.safeParse(JSON.parse(text)).data : undefined
  } catch (error) {
    if (signal.aborted || !(isAppError(error) || error instanceof SyntaxError)) throw error
    return undefined
  }
}
