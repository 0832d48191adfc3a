import { createHash, hash } from 'node:crypto'
import { createWriteStream, linkSync, mkdirSync, writeFileSync } from 'node:fs'
import { chmod, utimes } from 'node:fs/promises'
import path from 'node:path'
import { Readable, Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { t } from '@cli-apps/core'
import { type Extract, extract } from 'tar-stream'
import { counted, type UnpackGuard } from '../binary/unpack-guard.ts'
import { refusedInDeb } from './deb-errors.ts'
import { isLeftOut } from './left-out.ts'
import type { DebFile, DebLink } from './stored-package.ts'

/** The content of a package: its files lie on disk, its links are only described. */
interface UnpackedData {
  folders: string[]
  links: DebLink[]
  files: DebFile[]
}

interface UnpackDataOptions {
  /** Names the package in errors. */
  deb: string
  /** An empty folder for the files. */
  folder: string
  guard: UnpackGuard
  signal: AbortSignal
}

type TarEntry = Extract extends AsyncIterable<infer Entry> ? Entry : never

/** Larger files are written as they arrive. */
const wholeBytes = 1 << 20

/**
 * Unpacks the files of a package's data archive. No symbolic link is created, so that nothing is written through one;
 * special files are refused, and the bits that give a program its owner's rights are dropped.
 */
export async function unpackData(source: Readable, options: UnpackDataOptions): Promise<UnpackedData> {
  const { guard, signal } = options
  const tar = extract()
  const feeding = pipeline(source, counted(guard), tar, { signal })
  // A failure of the feed also ends the loop below, which reports it.
  feeding.catch(() => {})
  const unpacked = {
    folders: new Set<string>(),
    links: new Map<string, DebLink>(),
    files: new Map<string, DebFile>(),
  }
  for await (const entry of tar) {
    guard.entry()
    await unpackEntry(entry, unpacked, options)
  }
  await feeding
  const { folders, links, files } = unpacked
  return { folders: [...folders], links: [...links.values()], files: [...files.values()] }
}

interface Unpacking {
  folders: Set<string>
  links: Map<string, DebLink>
  files: Map<string, DebFile>
}

async function unpackEntry(
  entry: TarEntry,
  unpacked: Unpacking,
  { deb, folder }: UnpackDataOptions,
): Promise<void> {
  const { header } = entry
  const name = pathInRoot(header.name, deb)
  if (Object.keys(header.pax ?? {}).some((key) => key.startsWith('GNU.sparse.')))
    throw refusedInDeb(deb, header.name, t('unpack-tar.sparse-file', 'a sparse file'))
  const kind = kindOf(header.type)
  if (kind === undefined)
    throw refusedInDeb(
      deb,
      header.name,
      header.type === null ? t('unpack-tar.unknown-kind', 'of an unknown kind') : `a ${header.type}`,
    )
  if (kind !== 'folder' && (name === '' || unpacked.files.has(name) || unpacked.links.has(name)))
    throw refusedInDeb(deb, header.name, t('unpack-data.twice', 'more than once'))
  const isDropped = isLeftOut(name)
  if (kind === 'file' && !isDropped) {
    unpacked.files.set(name, await writeEntry(entry, { name, folder }))
    return
  }
  entry.resume()
  if (isDropped) return
  if (kind === 'folder') unpacked.folders.add(name)
  else if (kind === 'link')
    unpacked.links.set(name, { at: name, to: targetOf(header.linkname ?? '', header.name, deb) })
  else if (kind === 'hard') unpacked.files.set(name, linkEntry(header, { name, folder, deb }, unpacked))
}

function kindOf(type: TarEntry['header']['type']): 'file' | 'folder' | 'link' | 'hard' | undefined {
  if (type === 'file' || type === 'contiguous-file') return 'file'
  if (type === 'directory') return 'folder'
  if (type === 'symlink') return 'link'
  return type === 'link' ? 'hard' : undefined
}

async function writeEntry(
  entry: TarEntry,
  { name, folder }: { name: string; folder: string },
): Promise<DebFile> {
  const { mode = 0, size = 0, mtime } = entry.header
  const at = path.join(folder, name)
  // Read-only, because roots share the file; without the bits that set user and group.
  const ownMode = (mode & 0o555) | 0o400
  mkdirSync(path.dirname(at), { recursive: true })
  const executable = (mode & 0o111) !== 0
  if (size <= wholeBytes) {
    const content = await buffer(entry)
    writeFileSync(at, content, { flag: 'wx' })
    await chmod(at, ownMode)
    await keepTime(at, mtime)
    return { path: name, size: content.length, sha256: hash('sha256', content, 'hex'), executable }
  }
  const hashing = createHash('sha256')
  const hashed = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      hashing.update(chunk)
      done(null, chunk)
    },
  })
  await pipeline(Readable.from(entry), hashed, createWriteStream(at, { flags: 'wx' }))
  await chmod(at, ownMode)
  await keepTime(at, mtime)
  return { path: name, size, sha256: hashing.digest('hex'), executable }
}

/**
 * Gives a file the time that its package says: a program such as Guile ignores what was compiled before its source. One that
 * cannot be is the beginning of Unix time.
 */
async function keepTime(file: string, time: Date | undefined): Promise<void> {
  const seconds = (time?.getTime() ?? 0) / 1000
  const isPast = seconds >= 0 && seconds <= Date.now() / 1000
  await utimes(file, isPast ? seconds : 0, isPast ? seconds : 0)
}

/** A hard link may only lead to an earlier file of the same package. */
function linkEntry(
  header: TarEntry['header'],
  { name, folder, deb }: { name: string; folder: string; deb: string },
  { files }: Unpacking,
): DebFile {
  const target = header.linkname ?? ''
  const source = files.get(pathInRoot(target, deb))
  if (source === undefined)
    throw refusedInDeb(
      deb,
      `${header.name} -> ${target}`,
      t('unpack-data.hard-link', 'a hard link to what is no earlier file of it'),
    )
  const at = path.join(folder, name)
  mkdirSync(path.dirname(at), { recursive: true })
  linkSync(path.join(folder, source.path), at)
  return { ...source, path: name }
}

const mostPartBytes = 255
const mostPathBytes = 1000

/** Returns the path of an entry relative to the root. Refuses absolute names and `..`. */
function pathInRoot(name: string, deb: string): string {
  const parts = name.split('/').filter((part) => part !== '' && part !== '.')
  if (name.startsWith('/') || parts.includes('..'))
    throw refusedInDeb(deb, name, t('unpack-data.leads-out', 'which leads out of its root'))
  const isLong =
    Buffer.byteLength(name) > mostPathBytes || parts.some((part) => Buffer.byteLength(part) > mostPartBytes)
  if (isLong || /\p{Cc}/u.test(name))
    throw refusedInDeb(deb, name, t('unpack-data.bad-name', 'a name that is too long or not readable'))
  return parts.join('/')
}

function targetOf(target: string, name: string, deb: string): string {
  if (target === '' || Buffer.byteLength(target) > mostPathBytes || /\p{Cc}/u.test(target))
    throw refusedInDeb(deb, `${name} -> ${target}`, t('unpack-data.bad-link', 'a link to no valid path'))
  return target
}
