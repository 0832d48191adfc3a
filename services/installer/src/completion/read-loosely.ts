import { constants } from 'node:fs'
import { readFile } from 'node:fs/promises'

/** Only valid app names are offered, because the shell inserts them unquoted. */
export const appName = /^[a-z0-9]+(-[a-z0-9]+)*$/

export const field = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? Reflect.get(value, key)
    : undefined

/** Opening a pipe without a writer must not block; it reads as empty. */
const flag = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

export const readLoosely = (file: string): Promise<unknown> =>
  readFile(file, { encoding: 'utf8', flag }).then(asLooseJson, () => undefined)

/** Parses JSON; `undefined` if it is not valid. */
export function asLooseJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    return undefined
  }
}
