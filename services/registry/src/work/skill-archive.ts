import { createHash } from 'node:crypto'
import { zipSync } from 'fflate'

/** One file of a skill, with its digest. */
export interface ArchivedFile {
  /** Relative, with slashes. */
  path: string
  bytes: Uint8Array<ArrayBuffer>
  /** 64 lower case hexadecimal digits. */
  sha256: string
}

export const sha256Of = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex')

/** The files of a skill in their one order: SKILL.md before its references. */
export const archivedFiles = (texts: Readonly<Record<string, string>>): ArchivedFile[] =>
  Object.entries(texts)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, text]) => {
      const bytes = new Uint8Array(Buffer.from(text))
      return { path, bytes, sha256: sha256Of(bytes) }
    })

/**
 * The files as a zip that is the same bytes wherever and whenever it is made: one order, one time, and stored, since a
 * compressor may change with its version. What carries it compresses it.
 */
export function zipSkill(files: readonly ArchivedFile[]): Uint8Array<ArrayBuffer> {
  // Zip keeps the local time, which is the same text in every time zone when it is made from local numbers.
  const mtime = new Date(1980, 0, 1, 12)
  const entries = Object.fromEntries(files.map(({ path, bytes }) => [path, bytes]))
  return new Uint8Array(zipSync(entries, { level: 0, mtime, os: 3, attrs: 0o100644 << 16 }))
}

/** What the clawhub CLI computes of the files on disk to find out which version they are. */
export function fingerprintOf(files: readonly Pick<ArchivedFile, 'path' | 'sha256'>[]): string {
  const lines = [...files]
    .sort((a, b) => a.path.localeCompare(b.path, 'en'))
    .map(({ path, sha256 }) => `${path}:${sha256}`)
  return sha256Of(lines.join('\n'))
}
