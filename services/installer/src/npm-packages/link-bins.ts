import { chmod, lstat, mkdir, open, readFile, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isInside, isMissing } from '@cli-apps/core/node'
import * as z from 'zod'
import type { PackageArchive } from '../strategies/npm/npm-archives.ts'
import { PackageBin, packageBins } from '../strategies/npm/package-bins.ts'

const PackageJson = z.object({ bin: PackageBin.catch(undefined) })

/**
 * Makes the executables of a package such as the kernel starts, executable and with a first line that does not end with a
 * carriage return, and links those of the lock in `.bin` beside it, where other packages look for them. A file that is
 * missing gets no link.
 */
export async function linkBins(prefix: string, { name, place, bin }: PackageArchive): Promise<void> {
  const folder = path.join(prefix, place)
  const json = PackageJson.safeParse(await readOwn(folder)).data
  const files = new Set([...Object.values(bin), ...Object.values(packageBins(name, json?.bin))])
  for (const file of files) if (await isFile(folder, file)) await makeStartable(path.join(folder, file))
  const links = path.join(prefix, place.slice(0, place.lastIndexOf('node_modules/')), 'node_modules', '.bin')
  for (const [command, file] of Object.entries(bin)) {
    const link = path.join(links, command)
    if (!isInside(links, link) || !(await isFile(folder, file))) continue
    await mkdir(links, { recursive: true })
    await symlink(path.relative(links, path.join(folder, file)), link).catch(unlessThere)
  }
}

/** Of packages with the same executable, npm too links that of the first. */
function unlessThere(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
}

/** A package whose own description cannot be read has only the executables of the lock. */
async function readOwn(folder: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'))
  } catch {
    return undefined
  }
}

async function isFile(folder: string, name: string): Promise<boolean> {
  const file = path.join(folder, name)
  if (!isInside(folder, file)) return false
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
