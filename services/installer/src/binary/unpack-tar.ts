import { constants, createWriteStream } from 'node:fs'
import { chmod, copyFile, mkdir, realpath, stat, symlink } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { t } from '@cli-apps/core'
import { isMissing } from '@cli-apps/core/node'
import { type Extract, extract } from 'tar-stream'
import { badLink, escapes, specialFile } from './archive-errors.ts'
import { counted, type UnpackGuard } from './unpack-guard.ts'

/** Archives in the oldest tar format do not declare it. */
const tarOptions: Parameters<typeof extract>[0] & { allowUnknownFormat: boolean } = {
  allowUnknownFormat: true,
}

interface Link {
  at: string
  /** The name in the archive. */
  name: string
  target: string
}

/**
 * Unpacks a tar stream. Symbolic links are created last, so that no entry is written through one, and only if they stay
 * inside; devices and other special files are refused.
 */
export async function unpackTar(source: Readable, guard: UnpackGuard, signal: AbortSignal): Promise<void> {
  const links: Link[] = []
  const tar = extract(tarOptions)
  // All decompressed bytes count, including those outside entries.
  const feeding = pipeline(source, counted(guard), tar, { signal })
  // A failure of the feed also ends the loop below, which reports it.
  feeding.catch(() => {})
  for await (const entry of tar) {
    guard.entry()
    await unpackEntry(entry, guard, links)
  }
  await feeding
  await makeLinks(links, guard)
}

async function makeLinks(links: readonly Link[], guard: UnpackGuard): Promise<void> {
  const taken = new Set(links.map(({ at }) => at))
  for (const { at, name, target } of links) {
    if (ancestorsOf(at).some((folder) => taken.has(folder))) throw escapes(`${name} -> ${target}`)
    await mkdir(path.dirname(at), { recursive: true })
    await symlink(target, at)
  }
  // A link may lead through another one, so real targets are known only once all exist.
  for (const { at, name, target } of links) {
    const end = await realpath(at).catch(() => undefined)
    if (end === undefined)
      throw badLink(
        `${name} -> ${target}`,
        t('unpack-tar.whose-target-does-not', ', whose target does not exist'),
      )
    if (!guard.holds(end)) throw escapes(`${name} -> ${target}`)
  }
}

function ancestorsOf(file: string): string[] {
  const parent = path.dirname(file)
  return parent === file ? [] : [parent, ...ancestorsOf(parent)]
}

type TarEntry = Extract extends AsyncIterable<infer Entry> ? Entry : never

async function unpackEntry(entry: TarEntry, guard: UnpackGuard, links: Link[]): Promise<void> {
  const { name, type, mode, pax } = entry.header
  const target = entry.header.linkname ?? ''
  const at = guard.place(name)
  if (Object.keys(pax ?? {}).some((key) => key.startsWith('GNU.sparse.')))
    throw specialFile(name, t('unpack-tar.sparse-file', 'a sparse file'))
  if (type === 'file' || type === 'contiguous-file') {
    await mkdir(path.dirname(at), { recursive: true })
    await pipeline(Readable.from(entry), createWriteStream(at, { flags: 'wx' }))
    await chmod(at, (mode & 0o755) | 0o600)
    return
  }
  entry.resume()
  if (type === 'directory') await mkdir(at, { recursive: true })
  else if (type === 'symlink') {
    guard.link(name, target)
    links.push({ at, name, target })
  } else if (type === 'link') await copyLinked({ at, name, target }, guard)
  else
    throw specialFile(name, type === null ? t('unpack-tar.unknown-kind', 'of an unknown kind') : `a ${type}`)
}

/** A hard link becomes a copy of the earlier file. */
async function copyLinked({ at, name, target }: Link, guard: UnpackGuard): Promise<void> {
  const source = guard.place(target)
  const found = await stat(source).catch((error: unknown) => {
    if (!isMissing(error)) throw error
  })
  if (!found?.isFile())
    throw badLink(
      `${name} -> ${target}`,
      t('unpack-tar.whose-target-not-earlier', ', whose target is not an earlier file of the archive'),
    )
  guard.bytes(found.size)
  await mkdir(path.dirname(at), { recursive: true })
  await copyFile(source, at, constants.COPYFILE_EXCL)
}
