import type * as z from 'zod/v4/core'
import { nearestNames } from '../search/nearest-names.ts'

/** Returns the key that an unknown one at this path (`install[0].packge`) may mean, by what the schema has there. */
export function nearestKey(schema: z.$ZodType, path: string): string | undefined {
  const parts = partsOf(path)
  const key = parts.pop()
  return key === undefined ? undefined : nearestNames(key, keysAt(schema, parts), 1)[0]
}

/** The parts of a path as `jsonPath` writes it. */
const partsOf = (path: string): string[] =>
  [...path.matchAll(/\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]|([A-Za-z_$][\w$]*)/g)].map(
    ([, index, quoted, name]) => index ?? quoted ?? name ?? '',
  )

/** The keys that an object may have at the end of a path; of each member where it may be one of several. */
function keysAt(schema: z.$ZodType, path: readonly string[]): string[] {
  const { def } = (schema as z.$ZodTypes)._zod
  const [part = '', ...rest] = path
  switch (def.type) {
    case 'object':
      if (path.length === 0) return Object.keys(def.shape)
      return Object.hasOwn(def.shape, part) && def.shape[part] ? keysAt(def.shape[part], rest) : []
    case 'array':
      return keysAt(def.element, rest)
    case 'record':
      return keysAt(def.valueType, rest)
    case 'union':
      return [...new Set(def.options.flatMap((option) => keysAt(option, path)))]
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
    case 'catch':
      return keysAt(def.innerType, path)
    case 'pipe':
      return keysAt(def.in, path)
    case 'lazy':
      return keysAt(def.getter(), path)
    default:
      return []
  }
}
