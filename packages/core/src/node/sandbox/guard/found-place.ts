import type { BigIntStats, Stats } from 'node:fs'
import * as z from 'zod'

/** Something at a protected place of a workspace. */
export const FoundPlace = z.object({
  /** Relative to the workspace. Where the name is not UTF-8, a readable form of it. */
  path: z.string(),
  /** The path in hexadecimal, where it is not UTF-8. */
  bytes: z.string().optional(),
  /** Which protected place it is, as grants name it. */
  name: z.string(),
  /** By which it is known again after it was moved. */
  id: z.string(),
  /** The folder that it is in, in the same way. */
  parent: z.string(),
  /** What it says, where it is a link. */
  link: z.string().optional(),
})
export type FoundPlace = z.infer<typeof FoundPlace>

/** Names of places that no grant opens: these stand for what is found, not for how it is called. */
export const linkOutside = 'link-outside'
export const tooDeep = 'too-deep'

/** Numbers of files are used again: the time of birth tells two files apart. */
export const idOf = ({ dev, ino, mode, birthtimeMs }: Stats | BigIntStats): string =>
  [dev, ino, Number(mode) >> 12, Math.round(Number(birthtimeMs))].join(':')

/** A path inside the workspace: text, or bytes where it is not UTF-8. */
export type InnerPath = string | Buffer

const slash = Buffer.from('/')

export function joinInner(folder: InnerPath, entry: InnerPath): InnerPath {
  if (folder.length === 0) return entry
  if (typeof folder === 'string' && typeof entry === 'string') return `${folder}/${entry}`
  return Buffer.concat([Buffer.from(folder), slash, Buffer.from(entry)])
}

export const innerPathOf = ({ path, bytes }: Pick<FoundPlace, 'path' | 'bytes'>): InnerPath =>
  bytes === undefined ? path : Buffer.from(bytes, 'hex')

/** What tells the paths of places apart: two that are not UTF-8 may read the same. */
export const keyOf = ({ path, bytes }: Pick<FoundPlace, 'path' | 'bytes'>): string => bytes ?? path

/** The path as a place keeps it. */
export const placePath = (inner: InnerPath): Pick<FoundPlace, 'path' | 'bytes'> =>
  typeof inner === 'string' ? { path: inner } : { path: inner.toString(), bytes: inner.toString('hex') }

/** The folder around and the last name. */
export function splitInner(inner: InnerPath): [InnerPath, InnerPath] {
  const at = inner.lastIndexOf('/')
  return typeof inner === 'string'
    ? [inner.slice(0, Math.max(at, 0)), inner.slice(at + 1)]
    : [inner.subarray(0, Math.max(at, 0)), inner.subarray(at + 1)]
}
