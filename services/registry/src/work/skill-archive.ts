import { createHash } from 'node:crypto'
import { zipSync } from 'fflate'

/** One file of a skill, with its digest. */
export interface ArchivedFile {
  /** Relative path with forward slashes. */
  path: string
  bytes: Uint8Array<ArrayBuffer>
  /** 64 lowercase hex digits. */
  sha256: string
}

export const sha256Of = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex')

/** The files of a skill in canonical order: SKILL.md, then its references. */
export const archivedFiles = (texts: Readonly<Record<string, string>>): ArchivedFile[] =>
  Object.entries(texts)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, text]) => {
      const bytes = new Uint8Array(Buffer.from(text))
      return { path, bytes, sha256: sha256Of(bytes) }
    })

/**
 * Zips the files reproducibly: fixed order and time, and no compression, since compressors differ between versions.
 * HTTP compresses the archive.
 */
export function zipSkill(files: readonly ArchivedFile[]): Uint8Array<ArrayBuffer> {
  // Zip stores local time. A date built from local numbers yields the same bytes in every time zone.
  const mtime = new Date(1980, 0, 1, 12)
  const entries = Object.fromEntries(files.map(({ path, bytes }) => [path, bytes]))
  return new Uint8Array(zipSync(entries, { level: 0, mtime, os: 3, attrs: 0o100644 << 16 }))
}

/** The fingerprint by which the clawhub CLI identifies the version of the files on disk. */
export function fingerprintOf(files: readonly Pick<ArchivedFile, 'path' | 'sha256'>[]): string {
  const lines = [...files]
    .sort((a, b) => a.path.localeCompare(b.path, 'en'))
    .map(({ path, sha256 }) => `${path}:${sha256}`)
  return sha256Of(lines.join('\n'))
}
