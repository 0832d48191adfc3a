import { createWriteStream } from 'node:fs'
import { chmod, copyFile, mkdir, realpath, stat, symlink } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { IntegrityError } from '@cli-apps/core'
import { type Extract, extract } from 'tar-stream'
import { counted, escapes, type UnpackGuard } from './unpack-limits.ts'

/**
 * Unpacks a tar stream. Symbolic links are made last, so that no entry is written through one, and only where they stay
 * inside; devices and the like are refused.
 */
export async function unpackTar(source: Readable, guard: UnpackGuard, signal: AbortSignal): Promise<void> {
  const links: { at: string; target: string }[] = []
  const tar = extract()
  const feeding = pipeline(source, tar, { signal })
  // A failure of the feed also ends the loop below, which reports it.
  feeding.catch(() => {})
  for await (const entry of tar) {
    guard.entry()
    await unpackEntry(entry, guard, links)
  }
  await feeding
  const taken = new Set(links.map(({ at }) => at))
  for (const { at, target } of links) {
    if (ancestorsOf(at).some((folder) => taken.has(folder)))
      throw escapes(`${path.basename(at)} -> ${target}`)
    await mkdir(path.dirname(at), { recursive: true })
    await symlink(target, at)
  }
  // One link may lead over another: where each really ends is known once all are there.
  for (const { at, target } of links) {
    const end = await realpath(at).catch(() => undefined)
    if (end === undefined || !guard.holds(end)) throw escapes(`${path.basename(at)} -> ${target}`)
  }
}

function ancestorsOf(file: string): string[] {
  const parent = path.dirname(file)
  return parent === file ? [] : [parent, ...ancestorsOf(parent)]
}

type TarEntry = Extract extends AsyncIterable<infer Entry> ? Entry : never

async function unpackEntry(
  entry: TarEntry,
  guard: UnpackGuard,
  links: { at: string; target: string }[],
): Promise<void> {
  const { name, type, mode, linkname } = entry.header
  const at = guard.place(name)
  if (type === 'file' || type === 'contiguous-file') {
    await mkdir(path.dirname(at), { recursive: true })
    await pipeline(Readable.from(entry), counted(guard), createWriteStream(at, { flags: 'wx' }))
    await chmod(at, (mode & 0o755) | 0o600)
    return
  }
  entry.resume()
  if (type === 'directory') await mkdir(at, { recursive: true })
  else if (type === 'symlink') {
    guard.link(name, linkname)
    links.push({ at, target: linkname })
  } else if (type === 'link') {
    const source = guard.place(linkname)
    guard.bytes((await stat(source)).size)
    await copyFile(source, at)
  } else {
    throw new IntegrityError(
      'archive.special-file',
      `The archive holds ${JSON.stringify(name)}, a ${type}.`,
      {
        hint: 'Nothing was installed; tell the publisher of the app.',
      },
    )
  }
}
