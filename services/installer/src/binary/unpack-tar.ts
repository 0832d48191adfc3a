import { createWriteStream } from 'node:fs'
import { chmod, copyFile, mkdir, symlink } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { IntegrityError } from '@cli-apps/core'
import { type Extract, extract } from 'tar-stream'
import { counted, type UnpackGuard } from './unpack-limits.ts'

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
  for (const { at, target } of links) {
    await mkdir(path.dirname(at), { recursive: true })
    await symlink(target, at)
  }
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
  } else if (type === 'link') await copyFile(guard.place(linkname), at)
  else {
    throw new IntegrityError(
      'archive.special-file',
      `The archive holds ${JSON.stringify(name)}, a ${type}.`,
      {
        hint: 'Nothing was installed; tell the publisher of the app.',
      },
    )
  }
}
