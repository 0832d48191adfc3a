import { constants, type Dirent } from 'node:fs'
import { lstat, open, readdir, realpath } from 'node:fs/promises'
import path from 'node:path'
import { hasCode, isInside, isMissing } from '@cli-apps/core/node'
import type { SkillFile } from '../skill-lint/skill-file.ts'

const maxFiles = 1_000
const maxDepth = 12
/** Limits per file and in total; bytes. */
const maxFileSize = 512_000
const maxTotal = 8_000_000

/** Git history and installed packages are not part of a skill. */
const skipped = new Set(['.git', 'node_modules', '__pycache__', '.venv', '.DS_Store'])

interface SkillFolder {
  files: SkillFile[]
  /** Number of skipped entries: too many, or too deeply nested. */
  unread: number
}

/**
 * Reads an untrusted folder within limits. Links are reported and never followed, and only regular files are opened.
 * Returns the files by path; only text files have content.
 */
export async function readSkillFolder(root: string): Promise<SkillFolder> {
  const walk: Walk = { root: await realpath(root), files: [], unread: 0, bytesLeft: maxTotal }
  await readFolder(walk, '', 0)
  walk.files.sort((a, b) => (a.path < b.path ? -1 : 1))
  return { files: walk.files, unread: walk.unread }
}

interface Walk extends SkillFolder {
  root: string
  /** Bytes that may still be read. */
  bytesLeft: number
}

async function readFolder(walk: Walk, folder: string, depth: number): Promise<void> {
  const entries = (await readdir(path.join(walk.root, folder), { withFileTypes: true }))
    .filter(({ name }) => !skipped.has(name))
    .sort((a, b) => Number(a.isDirectory()) - Number(b.isDirectory()) || (a.name < b.name ? -1 : 1))
  for (const entry of entries) {
    const file = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (walk.files.length >= maxFiles || depth >= maxDepth) walk.unread += 1
    else if (entry.isDirectory()) await readFolder(walk, file, depth + 1)
    else walk.files.push(await readEntry(walk, file, entry))
  }
}

async function readEntry(walk: Walk, file: string, entry: Dirent): Promise<SkillFile> {
  const place = path.join(walk.root, file)
  if (entry.isSymbolicLink()) return { path: file, size: 0, kind: await linkKind(walk.root, place) }
  const { size } = await lstat(place)
  if (!entry.isFile()) return { path: file, size, kind: 'special' }
  if (size > maxFileSize || size > walk.bytesLeft) return { path: file, size, kind: 'too-large' }
  const bytes = await readPlainFile(place)
  if (bytes === undefined) return { path: file, size, kind: 'special' }
  walk.bytesLeft -= bytes.length
  if (bytes.subarray(0, 8_000).includes(0)) return { path: file, size, kind: 'binary' }
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return { path: file, size, kind: 'text', text }
  } catch {
    return { path: file, size, kind: 'not-utf8' }
  }
}

async function linkKind(root: string, place: string): Promise<SkillFile['kind']> {
  try {
    return isInside(root, await realpath(place)) ? 'link' : 'link-outside'
  } catch (error) {
    if (isMissing(error) || hasCode(error, 'ELOOP')) return 'link-broken'
    throw error
  }
}

/** The file may have been replaced since it was listed, for example by a link or a pipe. */
async function readPlainFile(place: string): Promise<Buffer | undefined> {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
  const handle = await open(place, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  try {
    const stats = await handle.stat()
    if (!stats.isFile()) return undefined
    const bytes = Buffer.alloc(Math.min(stats.size, maxFileSize))
    let length = 0
    for (;;) {
      const { bytesRead } = await handle.read(bytes, length, bytes.length - length)
      if (bytesRead === 0) return bytes.subarray(0, length)
      length += bytesRead
    }
  } finally {
    await handle.close()
  }
}
