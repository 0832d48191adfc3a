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

/** What a publisher sends: a manifest, and the command trees that it refers to by digest. JSON values as received. */
export interface Publication {
  manifest: unknown
  commands: Readonly<Record<string, unknown>>
}

/** Reads `{manifest, commands}`. Any other value is treated as a manifest, whose schema then reports what is wrong. */
export function readPublication(value: unknown): Publication {
  if (!isObject(value) || !isObject(value.manifest)) return { manifest: value, commands: {} }
  const { manifest, commands, ...others } = value
  const isPublication = isObject(commands) && Object.keys(others).length === 0
  return isPublication ? { manifest, commands } : { manifest: value, commands: {} }
}

/** Joins the JSON texts of a publication's parts; `commands` is the text of an object. */
export const publicationText = (manifest: string, commands: string | null): string =>
  commands === null ? manifest : `{"manifest":${manifest},"commands":${commands}}`
