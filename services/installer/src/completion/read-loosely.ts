import { readFile } from 'node:fs/promises'

/** Names are all that a shell ever gets unquoted, so nothing else passes for one. */
export const appName = /^[a-z0-9]+(-[a-z0-9]+)*$/

export const field = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? Reflect.get(value, key)
    : undefined

export const readLoosely = (file: string): Promise<unknown> =>
  readFile(file, 'utf8').then(parseLoosely, () => undefined)

/** `undefined` for what is no JSON. */
export function parseLoosely(text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    return undefined
  }
}
