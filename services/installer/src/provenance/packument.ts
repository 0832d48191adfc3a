import { isAppError, t } from '@cli-apps/core'
import { fetchText } from '@cli-apps/core/node'
import * as z from 'zod'

/** Part of a packument (npm documentation, "Package metadata"); versions are parsed where they are used. */
const Packument = z.object({
  time: z.record(z.string(), z.string()).optional().catch(undefined),
  versions: z.record(z.string(), z.unknown()),
})
export type Packument = z.infer<typeof Packument>

/** Returns the packument of a package in a registry, or why there is none; requests each only once. */
export type Packuments = (registry: string, name: string) => Promise<Packument | string>

export function openPackuments(signal: AbortSignal): Packuments {
  const asked = new Map<string, Promise<Packument | string>>()
  return (registry, name) => {
    const url = `${registry}${name.replace('/', '%2f')}`
    const answer = asked.get(url) ?? askNpmRegistry(url, Packument, signal)
    asked.set(url, answer)
    return answer
  }
}

const ofHosts = new WeakMap<object, Packuments>()

/** The packument reader shared by everything in one plan. */
export function packumentsOf(host: object, signal: AbortSignal): Packuments {
  const known = ofHosts.get(host) ?? openPackuments(signal)
  ofHosts.set(host, known)
  return known
}

/** When a version was published, if the registry says so. */
export function publishTime({ time }: Packument, version: string): Date | undefined {
  const text = time !== undefined && Object.hasOwn(time, version) ? time[version] : undefined
  const date = text === undefined ? undefined : new Date(text)
  return date === undefined || Number.isNaN(date.getTime()) ? undefined : date
}

/** Reads a document of a registry; returns the reason if that fails. */
export async function askNpmRegistry<Schema extends z.ZodType>(
  url: string,
  schema: Schema,
  signal: AbortSignal,
): Promise<z.output<Schema> | string> {
  try {
    const { status, text } = await fetchText(url, { headers: { accept: 'application/json' }, signal })
    if (status !== 200)
      return t('packument.returned-status', '{origin} returned status {status}', {
        origin: new URL(url).origin,
        status,
      })
    const { data } = schema.safeParse(JSON.parse(text))
    return (
      data ??
      t('packument.not-npm-registry', '{origin} is not an npm registry', { origin: new URL(url).origin })
    )
  } catch (error) {
    if (signal.aborted || !(isAppError(error) || error instanceof SyntaxError)) throw error
    return error.message.replace(/\.$/, '')
  }
}
