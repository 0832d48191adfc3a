import { createHash } from 'node:crypto'
import { createReadStream, realpathSync, type Stats, statSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import path from 'node:path'
import { isGeneralProgram } from '../../manifest/general-programs.ts'

/** A general program on this machine. */
interface KnownProgram {
  name: string
  file: string
  size: number
  /** Device and inode, which hard links share. */
  identity: string
}

/**
 * Returns the name of the general program on this machine that a file is a hard link to or a copy of; `search` is PATH,
 * searched in addition to the usual folders.
 */
export async function knownAs(file: string, stats: Stats, search: string): Promise<string | undefined> {
  const known = await knownPrograms(search)
  const linked = known.find(({ identity }) => identity === identityOf(stats))
  if (linked !== undefined) return linked.name
  const alike = known.filter(({ size }) => size === stats.size)
  if (alike.length === 0) return undefined
  const digest = await sha256(file)
  for (const { name, file: other } of alike) if ((await sha256(other)) === digest) return name
  return undefined
}

let found: { search: string; programs: Promise<KnownProgram[]> } | undefined

/** Collected once per process; programs added later are not found. */
function knownPrograms(search: string): Promise<KnownProgram[]> {
  if (found?.search !== search) found = { search, programs: findPrograms(search) }
  return found.programs
}

async function findPrograms(search: string): Promise<KnownProgram[]> {
  const places = [...search.split(path.delimiter), '/usr/bin', '/bin', '/usr/sbin', '/sbin']
  // Often /bin is a link to /usr/bin.
  const folders = new Set(places.filter(path.isAbsolute).flatMap((place) => realPathOf(place) ?? []))
  const files = [process.execPath]
  for (const folder of folders) {
    const names = await readdir(folder).catch(() => [])
    files.push(...names.filter(isGeneralProgram).map((name) => path.join(folder, name)))
  }
  const loader = await loaderOf(process.execPath).catch(() => undefined)
  if (loader !== undefined) files.push(loader)
  return files.map(knownProgram).filter((program) => program !== undefined)
}

const realPathOf = (file: string): string | undefined => readable(() => realpathSync.native(file))

/** What a file system answers; `undefined` if it refuses, as for a broken link. */
function readable<Answer>(ask: () => Answer): Answer | undefined {
  try {
    return ask()
  } catch {
    return undefined
  }
}

/**
 * `undefined` if a general name is one of many for the same file (coreutils, a version manager's shim): its other names
 * are harmless. Synchronous on purpose: there are hundreds, and each takes microseconds.
 */
function knownProgram(file: string): KnownProgram | undefined {
  const target = realPathOf(file) ?? ''
  const name = path.basename(target)
  if (!isGeneralProgram(name) || isMultiCall(name)) return undefined
  const stats = readable(() => statSync(target))
  return stats && { name, file: target, size: stats.size, identity: identityOf(stats) }
}

/** BusyBox and Toybox act as the program they are called: as `grep` they are grep. */
export const isMultiCall = (name: string): boolean => /^(?:busy|toy)box/.test(name)

const identityOf = ({ dev, ino }: Stats): string => `${dev}:${ino}`

/** The `PT_INTERP` of a 64-bit ELF file: the dynamic loader, which can run any program. */
async function loaderOf(file: string): Promise<string | undefined> {
  const handle = await open(file)
  try {
    const { buffer } = await handle.read(Buffer.alloc(8192), 0, 8192, 0)
    if (buffer.toString('latin1', 0, 6) !== '\x7fELF\x02\x01') return undefined
    const start = Number(buffer.readBigUInt64LE(32))
    const [size, count] = [buffer.readUInt16LE(54), buffer.readUInt16LE(56)]
    for (let at = start; at < start + size * count; at += size) {
      if (buffer.readUInt32LE(at) !== 3) continue
      const [offset, length] = [buffer.readBigUInt64LE(at + 8), buffer.readBigUInt64LE(at + 32)].map(Number)
      return buffer.toString('latin1', offset, (offset ?? 0) + (length ?? 0) - 1)
    }
    return undefined
  } finally {
    await handle.close()
  }
}

async function sha256(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk)
  return hash.digest('hex')
}
