import { CommandNode } from '@cli-apps/help/command-tree'
import * as z from 'zod'
import { Digest } from '../digest.ts'
import { isObject } from '../is-object.ts'
import { ExecutableName } from './install-method.ts'

/** Digests of command trees by program. Each tree is a document of its own, in RFC 8785 form. */
export const CommandDigests = z.record(ExecutableName, Digest)

/** The command trees of an app: their digests or, in early manifests, the tree of its entry point. */
export const ManifestCommands = z.union([CommandDigests, CommandNode])
type ManifestCommands = z.infer<typeof ManifestCommands>

/** The tree inside a manifest, if any. */
export const inlineTree = (commands: ManifestCommands | undefined): CommandNode | undefined =>
  commands !== undefined && Array.isArray(commands.options) ? (commands as CommandNode) : undefined

/** Digests of the command trees that a manifest, valid or not, names, by program. */
export const namedTrees = (manifest: unknown): ReadonlyMap<string, Digest> =>
  new Map(Object.entries((isObject(manifest) && CommandDigests.safeParse(manifest.commands).data) || {}))

/** Digests of the closures that the `debian` methods of a manifest, valid or not, name, by architecture. */
export function namedClosures(manifest: unknown): ReadonlyMap<string, Digest> {
  const methods = isObject(manifest) && Array.isArray(manifest.install) ? manifest.install : []
  return new Map(
    methods.flatMap((method) =>
      isObject(method) && method.method === 'debian' && isObject(method.architectures)
        ? Object.entries(method.architectures).flatMap(([architecture, facts]): [string, Digest][] => {
            const { data } = Digest.safeParse(isObject(facts) ? facts.closure : undefined)
            return data === undefined ? [] : [[architecture, data]]
          })
        : [],
    ),
  )
}

/**
 * What a publisher sends: a manifest with the documents that it refers to by digest, as JSON values: its command trees by
 * program, and its Debian closures by architecture.
 */
export interface Publication {
  manifest: unknown
  commands: Readonly<Record<string, unknown>>
  closures: Readonly<Record<string, unknown>>
}

/**
 * Reads a manifest with its `commands`, its `closures` or both. Any other value is treated as a manifest, whose schema then reports what is
 * wrong.
 */
export function readPublication(value: unknown): Publication {
  const alone: Publication = { manifest: value, commands: {}, closures: {} }
  if (!isObject(value) || !isObject(value.manifest)) return alone
  const { manifest, commands = {}, closures = {}, ...others } = value
  const isPublication =
    isObject(commands) &&
    isObject(closures) &&
    Object.keys(others).length === 0 &&
    ('commands' in value || 'closures' in value)
  return isPublication ? { manifest, commands, closures } : alone
}

/** Joins the JSON texts of a publication's parts; those of `commands` and `closures` are texts of objects. */
export function publicationText(
  manifest: string,
  { commands, closures }: { commands: string | null; closures: string | null },
): string {
  const parts = Object.entries({ commands, closures }).flatMap(([name, text]) =>
    text === null ? [] : `,"${name}":${text}`,
  )
  return parts.length === 0 ? manifest : `{"manifest":${manifest}${parts.join('')}}`
}
