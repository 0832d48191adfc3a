import { type AppManifest, Digest, isObject, parseJson } from '@cli-apps/core'

interface TreeSources {
  /** Trees beside the manifest, as JSON by program. */
  commandTrees: string | null
  /** The manifest as it was published; called only where there are no trees beside it. */
  published: () => unknown
}

/** The command trees of a version by program, as JSON values: those beside its manifest, or the one in an early manifest. */
export function storedTrees(
  { name, entry_point }: Pick<AppManifest, 'name' | 'entry_point'>,
  { commandTrees, published }: TreeSources,
): ReadonlyMap<string, unknown> {
  if (commandTrees !== null) return new Map(Object.entries(parseJson(commandTrees, name) as object))
  const manifest = published()
  const inline = isObject(manifest) ? manifest.commands : undefined
  return isObject(inline) && !areDigests(inline) ? new Map([[entry_point, inline]]) : new Map()
}

/** A manifest names trees by their digests; an early one has a tree in the same place. */
const areDigests = (commands: Readonly<Record<string, unknown>>): boolean =>
  Object.values(commands).every((value) => Digest.safeParse(value).success)
