import { closeSync, createReadStream, mkdirSync, openSync, writeSync } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract, type Header } from 'tar-stream'
import { unpackError } from '../binary/archive-errors.ts'
import { requireKind } from '../binary/archive-kind.ts'
import { counted, createUnpackGuard } from '../binary/unpack-guard.ts'

/** Bytes that are decompressed at once: with the 16 kB of Node, it takes twice as long. */
const chunkSize = 1 << 18

interface UnpackPackageOptions {
  /** A file whose digest was verified. */
  from: string
  /** A folder that does not exist yet. */
  to: string
  /** Files of executables, relative to the folder. */
  programs: readonly string[]
  signal: AbortSignal
}

/**
 * Unpacks the archive of a package as npm does: without its first folder and without links, readable for all and writable
 * for the owner alone, with `.gitignore` as `.npmignore` unless that came before. The bounds are those of all archives.
 * Returns whether it brought packages of its own. Throws `archive.…`, and disk errors.
 */
export async function unpackPackage({
  from,
  to,
  programs,
  signal,
}: UnpackPackageOptions): Promise<{ bundles: boolean }> {
  await mkdir(to, { recursive: true })
  try {
    await requireKind(from, 'tar.gz')
    const guard = createUnpackGuard(to, (await stat(from)).size)
    const tar = extract()
    const feeding = pipeline(createReadStream(from), createGunzip({ chunkSize }), counted(guard), tar, {
      signal,
    })
    // A failure of the feed also ends the loop below, which reports it.
    feeding.catch(() => {})
    const written = new Set<string>()
    const folders = new Set<string>([to])
    for await (const entry of tar) {
      guard.entry()
      const name = nameOf(entry.header, written)
      if (name === undefined) {
        entry.resume()
        continue
      }
      written.add(name)
      const file = guard.place(name)
      makeParent(file, folders)
      await writeContent(
        entry as AsyncIterable<Uint8Array>,
        file,
        modeOf(entry.header, programs.includes(name)),
      )
    }
    await feeding
    return { bundles: [...written].some((name) => name.startsWith('node_modules/')) }
  } catch (error) {
    signal.throwIfAborted()
    throw unpackError(error, 'tar.gz')
  }
}

/** Returns the name of a file below the package's folder; `undefined` for what npm leaves out. */
function nameOf({ name, type }: Header, written: ReadonlySet<string>): string | undefined {
  if (type !== 'file' && type !== 'contiguous-file') return undefined
  const own = name
    .split('/')
    .filter((part) => part !== '.' && part !== '')
    .slice(1)
    .join('/')
  if (own === '') return undefined
  if (path.posix.basename(own) !== '.gitignore') return own
  const npmignore = path.posix.join(path.posix.dirname(own), '.npmignore')
  return written.has(npmignore) ? undefined : npmignore
}

const modeOf = ({ mode = 0 }: Header, isProgram: boolean): number =>
  ((mode & 0o755) | 0o644 | (isProgram ? 0o111 : 0)) & 0o755

function makeParent(file: string, folders: Set<string>): void {
  const parent = path.dirname(file)
  if (folders.has(parent)) return
  mkdirSync(parent, { recursive: true })
  folders.add(parent)
}

/** Written without a round trip through the thread pool per chunk, which takes several times as long. */
async function writeContent(content: AsyncIterable<Uint8Array>, file: string, mode: number): Promise<void> {
  const descriptor = openSync(file, 'w', mode)
  try {
    for await (const chunk of content)
      for (let from = 0; from < chunk.length; ) from += writeSync(descriptor, chunk, from)
  } finally {
    closeSync(descriptor)
  }
}
