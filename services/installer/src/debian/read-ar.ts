import type { FileHandle } from 'node:fs/promises'
import { t } from '@cli-apps/core'
import { brokenDeb } from './deb-errors.ts'

/** A file in an `ar` archive: where its bytes are. */
export interface ArMember {
  name: string
  offset: number
  size: number
}

const magic = '!<arch>\n'
const headerBytes = 60
const mostMembers = 10

/** Lists the members of an `ar` archive as dpkg makes them (deb(5)). `deb` names it in errors. */
async function listMembers(file: FileHandle, deb: string): Promise<ArMember[]> {
  const { size: total } = await file.stat()
  if ((await bytesAt(file, 0, magic.length)) !== magic)
    throw brokenDeb(deb, t('read-ar.no-magic', 'it is no ar archive'))
  const members: ArMember[] = []
  let at = magic.length
  while (at < total) {
    const header = await bytesAt(file, at, headerBytes)
    const size = /^\d+ *$/.test(header.slice(48, 58)) ? Number(header.slice(48, 58)) : Number.NaN
    if (header.length < headerBytes || header.slice(58) !== '`\n' || !Number.isInteger(size))
      throw brokenDeb(deb, t('read-ar.bad-header', 'a header of the ar archive is damaged'))
    const offset = at + headerBytes
    if (offset + size > total) throw brokenDeb(deb, t('read-ar.ends-early', 'it ends too early'))
    members.push({ name: header.slice(0, 16).trimEnd().replace(/\/$/, ''), offset, size })
    if (members.length > mostMembers)
      throw brokenDeb(deb, t('read-ar.too-many', 'it has more than {most} parts', { most: mostMembers }))
    // Members begin at even offsets.
    at = offset + size + (size % 2)
  }
  return members
}

async function bytesAt(file: FileHandle, position: number, count: number): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(count), 0, count, position)
  return buffer.toString('latin1', 0, bytesRead)
}

/** The two archives of a package, whose other parts are not read. */
interface DebParts {
  control: ArMember
  data: ArMember
}

/** Finds the archives of a `.deb`, format 2. Throws `InvalidError` `deb.broken`. */
export async function findDebParts(file: FileHandle, deb: string): Promise<DebParts> {
  const [first, ...others] = await listMembers(file, deb)
  const version = first === undefined ? '' : await bytesAt(file, first.offset, Math.min(first.size, 8))
  if (first?.name !== 'debian-binary' || !version.startsWith('2.'))
    throw brokenDeb(deb, t('read-ar.no-deb', 'it does not begin as a package of format 2'))
  const [control, data, ...more] = others.filter(({ name }) => !name.startsWith('_'))
  const isKnown = control?.name.startsWith('control.tar') && data?.name.startsWith('data.tar')
  if (control === undefined || data === undefined || !isKnown || more.length > 0)
    throw brokenDeb(deb, t('read-ar.other-parts', 'its parts are not one control and one data archive'))
  return { control, data }
}
