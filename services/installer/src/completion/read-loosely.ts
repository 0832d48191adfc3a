import { constants } from 'node:fs'
import { readFile } from 'node:fs/promises'

/** Names are all that a shell ever gets unquoted, so nothing else passes for one. */
export const appName = /^[a-z0-9]+(-[a-z0-9]+)*$/

export const field = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? Reflect.get(value, key)
    : undefined

/** A pipe without a writer has no content here, and holds up nobody. */
const flag = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

export const readLoosely = (file: string): Promise<unknown> =>
  readFile(file, { encoding: 'utf8', flag }).then(asLooseJson, () => undefined)

/** `undefined` for what is no JSON. */
export function asLooseJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    return undefined
  }
}
