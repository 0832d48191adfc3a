import { chmod, lstat, mkdir, open, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isInside, isMissing } from '@cli-apps/core/node'
import type { PackageArchive } from '../strategies/npm/npm-archives.ts'

/**
 * Links the executables of a package in `.bin` beside it, where other packages look for them, and makes them such as the
 * kernel starts: executable, with a first line that does not end with a carriage return. A file that is missing gets no link.
 */
export async function linkBins(prefix: string, { place, bin }: PackageArchive): Promise<void> {
  const folder = path.join(prefix, place)
  const links = path.join(prefix, place.slice(0, place.lastIndexOf('node_modules/')), 'node_modules', '.bin')
  for (const [name, file] of Object.entries(bin)) {
    const program = path.join(folder, file)
    if (!isInside(folder, program) || !(await isFile(program))) continue
    await makeStartable(program)
    await mkdir(links, { recursive: true })
    const link = path.join(links, name)
    if (!isInside(links, link)) continue
    await rm(link, { force: true })
    await symlink(path.relative(links, program), link)
  }
}

async function isFile(file: string): Promise<boolean> {
  try {
    return (await lstat(file)).isFile()
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

const carriageReturn = /^(#![^\n\r]+)\r\n/

async function makeStartable(program: string): Promise<void> {
  await chmod(program, 0o755)
  const { buffer, bytesRead } = await readHead(program)
  if (!carriageReturn.test(buffer.subarray(0, bytesRead).toString('latin1'))) return
  const text = await readFile(program, 'latin1')
  await writeFile(program, text.replace(carriageReturn, '$1\n'), 'latin1')
}

async function readHead(file: string) {
  const handle = await open(file)
  try {
    return await handle.read(Buffer.alloc(2048), 0, 2048, 0)
  } finally {
    await handle.close()
  }
}
