import { type AppManifest, isObject } from '@cli-apps/core'

/** The parts of a manifest that people compare, in the order in which a page shows them. */
const changedParts = ['install', 'requires', 'effects', 'recipes', 'other'] as const

/** What differs at one place of a manifest. */
interface ManifestChange {
  part: (typeof changedParts)[number]
  /** Keys and names from the outside in, such as `install.npm.version`. */
  path: string
  removed: string[]
  added: string[]
}

/** Returns what differs between the manifests of two versions, besides the version. */
export function compareManifests(before: AppManifest, after: AppManifest): ManifestChange[] {
  const [old, young] = [valuesOf(before), valuesOf(after)]
  const changes = [...new Set([...old.keys(), ...young.keys()])].flatMap((path): ManifestChange[] => {
    const [removed, added] = [old.get(path) ?? [], young.get(path) ?? []]
    const change = { removed: without(removed, added), added: without(added, removed) }
    return change.removed.length + change.added.length === 0 ? [] : [{ part: partOf(path), path, ...change }]
  })
  return changes.sort((a, b) => changedParts.indexOf(a.part) - changedParts.indexOf(b.part))
}

function partOf(path: string): ManifestChange['part'] {
  if (/^(?:run|programs\..+)\.effects\./.test(path)) return 'effects'
  const [first] = path.split('.')
  return first === 'install' || first === 'requires' || first === 'recipes' ? first : 'other'
}

const without = (values: readonly string[], others: readonly string[]): string[] =>
  values.filter((value) => !others.includes(value))

/** Every text, number and switch of a manifest by its path; a list of words has several at one path. */
function valuesOf({ manifest: _, version: __, $schema: ___, ...rest }: AppManifest): Map<string, string[]> {
  const values = new Map<string, string[]>()
  addValues(values, [], rest)
  return values
}

function addValues(values: Map<string, string[]>, path: readonly string[], value: unknown): void {
  const add = (text: string): void => {
    const key = path.join('.')
    values.set(key, [...(values.get(key) ?? []), text])
  }
  if (isObject(value)) {
    for (const [key, inner] of Object.entries(value)) addValues(values, [...path, key], inner)
  } else if (!Array.isArray(value)) {
    if (value !== undefined) add(String(value))
  } else if (argumentLists.has(path.at(-1))) {
    add(JSON.stringify(value))
  } else {
    // Methods are tried in their order.
    if (path.join('.') === 'install') add(value.map(nameOf).join(', '))
    for (const item of value) {
      const name = nameOf(item)
      addValues(values, name === undefined ? path : [...path, name], name === undefined ? textOf(item) : item)
    }
  }
}

/** In another order, arguments mean something else. */
const argumentLists: ReadonlySet<string | undefined> = new Set(['args', 'help', 'sign_in'])

/** An item without a name in a line, such as `push --force` for a call with an effect. */
function textOf(item: unknown): string {
  if (!isObject(item)) return String(item)
  const parts = Object.values(item).flat()
  return parts.map((part) => (isObject(part) ? JSON.stringify(part) : String(part))).join(' ')
}

/** By what an item of a list is found in the list of the other version. */
function nameOf(item: unknown): string | undefined {
  if (!isObject(item)) return undefined
  const name = ['id', 'name', 'method'].map((key) => item[key]).find((value) => typeof value === 'string')
  return typeof name === 'string' ? name : undefined
}
