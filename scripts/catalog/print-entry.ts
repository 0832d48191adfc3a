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
  'install',
  'requires',
  'run',
  'skill',
  'commands',
  'smoke',
] as const satisfies (keyof AppManifest)[]

/**
 * The text of a catalog file: keys in the order of the documentation, two spaces, and the command tree with one command
 * of the program a line, without what the schema fills in.
 */
export function printEntry(manifest: AppManifest): string {
  const mark = '\u0000commands'
  const ordered = Object.fromEntries(
    keys.filter((key) => manifest[key] !== undefined).map((key) => [key, manifest[key]]),
  )
  const text = JSON.stringify({ ...ordered, ...(manifest.commands && { commands: mark }) }, null, 2)
  if (manifest.commands === undefined) return `${text}\n`
  return `${text.replace(JSON.stringify(mark), () => printTree(manifest.commands as CommandNode))}\n`
}

function printTree({ commands, ...root }: CommandNode): string {
  const head = JSON.stringify(withoutDefaults(root)).slice(0, -1)
  if (commands.length === 0) return `${head}}`
  const lines = commands.map((command) => `      ${JSON.stringify(withoutDefaults(command))}`)
  return `${head}, "commands": [\n${lines.join(',\n')}\n    ]}`
}

/** A command tree without empty lists and texts, `null` and `false`, which its schema gives back when it is read. */
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
