import { type AppManifest, Digest, isObject, parseJson } from '@cli-apps/core'

interface TreeSources {
  /** Command trees stored next to the manifest, as JSON by program. */
  commandTrees: string | null
  /** Returns the manifest as published; called only if no trees are stored next to it. */
  published: () => unknown
}

/**
 * Returns the command trees of a version by program, as JSON values: those stored next to the manifest, or the single
 * tree inside an early manifest.
 */
export function storedTrees(
  { name, entry_point }: Pick<AppManifest, 'name' | 'entry_point'>,
  { commandTrees, published }: TreeSources,
): ReadonlyMap<string, unknown> {
  if (commandTrees !== null) return documentsIn(commandTrees, name)
  const manifest = published()
  const inline = isObject(manifest) ? manifest.commands : undefined
  return isObject(inline) && !areDigests(inline) ? new Map([[entry_point, inline]]) : new Map()
}

/** Returns the documents in a stored JSON object by key; none for null. `name` is of the app, for errors. */
export const documentsIn = (text: string | null, name: string): ReadonlyMap<string, unknown> =>
  new Map(text === null ? [] : Object.entries(parseJson(text, name) as object))

/** Current manifests refer to trees by digest; early ones contain a tree in the same field. */
const areDigests = (commands: Readonly<Record<string, unknown>>): boolean =>
  Object.values(commands).every((value) => Digest.safeParse(value).success)
