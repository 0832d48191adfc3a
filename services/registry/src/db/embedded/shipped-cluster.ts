import { mkdirSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { hasCode, resourceFolder } from '@cli-apps/core/node'

const decompress = promisify(brotliDecompress)

/**
 * Returns where the build stores a database with empty tables, or with the packaged catalog published; beside the
 * migrations, and absent when run from source.
 */
export const shippedCluster = (content: 'empty' | 'catalog'): string =>
  path.resolve(resourceFolder('migrations'), `../${content === 'empty' ? 'cluster' : 'seeded'}.tar.br`)

/** Returns the tar archive of a database, which saves making one; `undefined` if it does not exist. */
export async function readShippedCluster(file: string): Promise<Buffer<ArrayBuffer> | undefined> {
  try {
    return (await decompress(await readFile(file))) as Buffer<ArrayBuffer>
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

const block = 512

/**
 * Writes the files of a cluster synchronously, which takes a fifth of the time for about a thousand small
 * files. Only for the archive of our own build, whose names are short and stay inside the folder.
 */
export function unpackCluster(tar: Buffer, folder: string): void {
  for (let at = 0; tar[at]; ) {
    const text = (offset: number, length: number): string =>
      tar.toString('latin1', at + offset, at + offset + length).replace(/\0.*$/s, '')
    const [name, size, isFolder] = [text(0, 100), Number.parseInt(text(124, 12), 8), text(156, 1) === '5']
    const target = path.join(folder, name)
    const begin = at + block
    mkdirSync(isFolder ? target : path.dirname(target), { recursive: true, mode: 0o700 })
    if (!isFolder) writeFileSync(target, tar.subarray(begin, begin + size), { mode: 0o600 })
    at = begin + Math.ceil(size / block) * block
  }
}
