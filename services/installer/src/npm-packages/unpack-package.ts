import { createReadStream, createWriteStream, mkdirSync, writeFileSync } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract, type Header } from 'tar-stream'
import { unpackError } from '../binary/archive-errors.ts'
import { requireKind } from '../binary/archive-kind.ts'
import { counted, createUnpackGuard } from '../binary/unpack-guard.ts'

/** Larger files are streamed; a round trip per chunk would take longer than writing a small one. */
const mostAtOnce = 1 << 20

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
    const feeding = pipeline(createReadStream(from), createGunzip(), counted(guard), tar, { signal })
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
      const mode = modeOf(entry.header, programs.includes(name))
      if ((entry.header.size ?? 0) <= mostAtOnce)
        writeFileSync(file, await bytesOf(entry as AsyncIterable<Uint8Array>), { mode })
      else await pipeline(Readable.from(entry), createWriteStream(file, { mode }))
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

async function bytesOf(entry: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of entry) chunks.push(chunk)
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)
}
