import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { ArchiveKind } from '@cli-apps/core'
import { type Header, pack } from 'tar-stream'
import { unpack } from '../../services/installer/src/binary/unpack.ts'
import { temporaryFolder } from './temporary-folder.ts'

export type TarEntry = Partial<Header> & { name: string; content?: string | Buffer }

/** A gzipped tar archive of entries as they are given, also those that no tar program makes. */
export async function tarEntries(entries: readonly TarEntry[]): Promise<Uint8Array> {
  const archive = pack()
  for (const { content = '', ...header } of entries) archive.entry({ mode: 0o755, ...header }, content)
  archive.finalize()
  const chunks: Uint8Array[] = []
  for await (const chunk of archive) chunks.push(chunk as Uint8Array)
  return gzipSync(Buffer.concat(chunks))
}

/** An archive that a program of the world made. */
export const archiveFixture = (name: string): Promise<Uint8Array> =>
  readFile(fileURLToPath(new URL(`../fixtures/archives/${name}`, import.meta.url)))

/** Unpacks bytes; gives the folder that holds `out`, the place to unpack to, and nothing else. */
export async function unpackBytes(
  bytes: Uint8Array,
  archive: ArchiveKind,
  { environment = process.env, program }: { environment?: NodeJS.ProcessEnv; program?: string } = {},
): Promise<string> {
  const folder = await temporaryFolder()
  const from = path.join(await temporaryFolder(), 'download')
  await writeFile(from, bytes)
  const { signal } = new AbortController()
  await unpack({ archive, from, to: path.join(folder, 'out'), program, environment, signal })
  return folder
}
