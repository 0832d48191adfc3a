import type { BigIntStats, Stats } from 'node:fs'
import * as z from 'zod/mini'

/** Something at a protected place of a workspace. */
export const FoundPlace = z.object({
  /** Relative to the workspace; a readable form if the name is not UTF-8. */
  path: z.string(),
  /** The path in hex if it is not UTF-8. */
  bytes: z.optional(z.string()),
  /** The protected place's name in grants. */
  name: z.string(),
  /** Identifies it even after it was moved. */
  id: z.string(),
  /** Identifies its parent folder likewise. */
  parent: z.string(),
  /** Target of a link. */
  link: z.optional(z.string()),
})
export type FoundPlace = z.infer<typeof FoundPlace>

/** Names of places that no grant opens: they describe a kind of finding, not a file name. */
export const linkOutside = 'link-outside'
export const tooDeep = 'too-deep'

/** Inode numbers are reused; the creation time distinguishes files. */
export const idOf = ({ dev, ino, mode, birthtimeMs }: Stats | BigIntStats): string =>
  [dev, ino, Number(mode) >> 12, Math.round(Number(birthtimeMs))].join(':')

/** A path inside the workspace: text, or bytes if it is not UTF-8. */
export type InnerPath = string | Buffer

const slash = Buffer.from('/')

export function joinInner(folder: InnerPath, entry: InnerPath): InnerPath {
  if (folder.length === 0) return entry
  if (typeof folder === 'string' && typeof entry === 'string') return `${folder}/${entry}`
  return Buffer.concat([Buffer.from(folder), slash, Buffer.from(entry)])
}

export const innerPathOf = ({ path, bytes }: Pick<FoundPlace, 'path' | 'bytes'>): InnerPath =>
  bytes === undefined ? path : Buffer.from(bytes, 'hex')

/** A unique key of a place: two paths that are not UTF-8 may display the same. */
export const keyOf = ({ path, bytes }: Pick<FoundPlace, 'path' | 'bytes'>): string => bytes ?? path

/** The path in the form that a place stores. */
export const placePath = (inner: InnerPath): Pick<FoundPlace, 'path' | 'bytes'> =>
  typeof inner === 'string' ? { path: inner } : { path: inner.toString(), bytes: inner.toString('hex') }

/** Splits off the last name from its parent folder. */
export function splitInner(inner: InnerPath): [InnerPath, InnerPath] {
  const at = inner.lastIndexOf('/')
  return typeof inner === 'string'
    ? [inner.slice(0, Math.max(at, 0)), inner.slice(at + 1)]
    : [inner.subarray(0, Math.max(at, 0)), inner.subarray(at + 1)]
}
