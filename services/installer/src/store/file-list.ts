import { lstatSync, readlinkSync, type Stats } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { setImmediate as breathe } from 'node:timers/promises'
import { hashFile, isMissing } from '@cli-apps/core/node'
import * as z from 'zod'

const ListedFile = z.object({
  /** Relative to the folder, with slashes. */
  path: z.string(),
  size: z.int().min(0),
  sha256: z.string(),
  executable: z.boolean(),
})
const ListedLink = z.object({ path: z.string(), link: z.string().describe('What the link says') })

/** `files.json` of a store entry, format 1: every file of the program, for later verification. */
export const FileList = z.object({
  files: z.literal(1),
  entries: z.array(z.union([ListedFile, ListedLink])),
})
export type FileList = z.infer<typeof FileList>
type ListedEntry = FileList['entries'][number]

/** Returns the text of a list, one line per file: the same files result in the same bytes. */
export const fileListText = ({ entries }: FileList): string =>
  `{"files":1,"entries":[\n${entries.map((entry) => JSON.stringify(entry)).join(',\n')}\n]}\n`

/** Work between two turns of the event loop. */
const batch = { files: 32, bytes: 1 << 23 }

/** Digests of files by path, with the stamp that the system changes with a file. */
export type SeenFiles = Map<string, { stamp: string; sha256: string }>

interface ListOptions {
  signal?: AbortSignal | undefined
  /** Called with each entry before it is listed. */
  visit?: Visit | undefined
  /** Files that were hashed before, and receives those that are hashed now: what has not changed is not read again. */
  seen?: SeenFiles | undefined
}

/**
 * Lists and hashes the files of a folder, ordered by path. A missing folder has no files.
 * Small files are read synchronously: a round trip through the thread pool takes several times as long as reading and
 * hashing one.
 */
export async function listFiles(folder: string, options: ListOptions = {}): Promise<FileList> {
  const { signal } = options
  const entries: ListedEntry[] = []
  let waiting = { files: 0, bytes: 0 }
  for (const name of (await namesBelow(folder)).sort()) {
    const entry = await listEntry(folder, name, options)
    if (entry === undefined) continue
    entries.push(entry)
    waiting = { files: waiting.files + 1, bytes: waiting.bytes + ('size' in entry ? entry.size : 0) }
    if (waiting.files < batch.files && waiting.bytes < batch.bytes) continue
    waiting = { files: 0, bytes: 0 }
    await breathe()
    signal?.throwIfAborted()
  }
  return { files: 1, entries }
}

type Visit = (file: string, stats: Stats) => void

async function listEntry(
  folder: string,
  name: string,
  { visit, seen }: ListOptions,
): Promise<ListedEntry | undefined> {
  const file = path.join(folder, name)
  const stats = lstatSync(file, { throwIfNoEntry: false })
  if (stats === undefined) return undefined
  visit?.(file, stats)
  if (stats.isSymbolicLink()) return { path: name, link: readlinkSync(file) }
  // Reading a pipe or socket would never end; its size and hash are those of an empty file.
  const sha256 = stats.isFile() ? await digestOf(file, stats, seen) : ''
  const isExecutable = process.platform !== 'win32' && (stats.mode & 0o111) !== 0
  return { path: name, size: stats.isFile() ? stats.size : 0, sha256, executable: isExecutable }
}

/** Milliseconds within which a file may be written twice and bear the same time. */
const clockStep = 100

async function digestOf(file: string, stats: Stats, seen: SeenFiles | undefined): Promise<string> {
  const { ino, size, mtimeMs, ctimeMs } = stats
  const stamp = `${ino} ${size} ${mtimeMs} ${ctimeMs}`
  const before = seen?.get(file)
  if (before?.stamp === stamp) return before.sha256
  const isOld = ctimeMs < Date.now() - clockStep
  const sha256 = await hashFile(file, size)
  if (isOld) seen?.set(file, { stamp, sha256 })
  return sha256
}

/** Cache folders that programs write in their own folder and load no code from. */
const isCache = (name: string): boolean => /(^|\/)node_modules\/\.cache$/.test(name)

async function namesBelow(root: string): Promise<string[]> {
  const names: string[] = []
  const folders = ['']
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const child of await childrenOf(path.join(root, folder))) {
      const name = folder === '' ? child.name : `${folder}/${child.name}`
      if (!child.isDirectory()) names.push(name)
      else if (!isCache(name)) folders.push(name)
    }
  }
  return names
}

async function childrenOf(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/** Differences between the files of a folder and their list: paths in order. */
interface FileDifferences {
  missing: string[]
  changed: string[]
  extra: string[]
}

/** Compares the actual files with the expected ones. */
export function compareFiles(expected: FileList, actual: FileList): FileDifferences {
  const found = new Map(actual.entries.map((entry) => [entry.path, JSON.stringify(entry)]))
  const listed = new Set(expected.entries.map((entry) => entry.path))
  return {
    missing: expected.entries.filter((entry) => !found.has(entry.path)).map((entry) => entry.path),
    changed: expected.entries
      .filter((entry) => (found.get(entry.path) ?? JSON.stringify(entry)) !== JSON.stringify(entry))
      .map((entry) => entry.path),
    extra: actual.entries.filter((entry) => !listed.has(entry.path)).map((entry) => entry.path),
  }
}
