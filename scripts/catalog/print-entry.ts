import type { AppManifest, CommandNode } from '@cli-apps/core'

const keys = [
  '$schema',
  'manifest',
  'name',
  'version',
  'program_version',
  'display_name',
  'summary',
  'description',
  'i18n',
  'category',
  'tags',
  'aliases',
  'homepage',
  'repository',
  'docs',
  'license',
  'entry_point',
  'programs',
  'install',
  'requires',
  'run',
  'skill',
  'commands',
  'commands_version',
  'commands_read_from',
  'recipes',
] as const satisfies (keyof AppManifest)[]

/** The text of a catalog file: keys in the order of the documentation, two spaces. */
export const printEntry = (manifest: AppManifest): string =>
  `${JSON.stringify(Object.fromEntries(keys.filter((key) => manifest[key] !== undefined).map((key) => [key, manifest[key]])), null, 2)}\n`

/**
 * Prints a command tree without defaults of the schema: one line per option, argument and short field, so that diffs
 * are readable.
 */
export const printTree = (tree: CommandNode): string => `${printNode(withoutDefaults(tree), '')}\n`

const lists = ['usage', 'options', 'arguments', 'examples', 'warnings']

function printNode(node: unknown, indent: string): string {
  const inner = `${indent}  `
  const fields = Object.entries(node as object).map(([key, value]) => {
    const print = key === 'commands' ? printNode : (item: unknown) => JSON.stringify(item)
    return `${inner}${JSON.stringify(key)}: ${
      Array.isArray(value) && (key === 'commands' || lists.includes(key))
        ? `[\n${value.map((item) => `${inner}  ${print(item, `${inner}  `)}`).join(',\n')}\n${inner}]`
        : JSON.stringify(value)
    }`
  })
  return `{\n${fields.join(',\n')}\n${indent}}`
}

/** Removes empty lists and texts, `null` and `false`, which the schema restores on reading. */
export function withoutDefaults(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutDefaults)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, held]) => key === 'name' || !isDefault(key, held))
      .map(([key, held]) => [key, withoutDefaults(held)]),
  )
}

const isDefault = (key: string, value: unknown): boolean =>
  value === null ||
  value === false ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (key === 'type' && value === 'unknown')
