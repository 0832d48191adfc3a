import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { isMissing } from '@cli-apps/core/node'
import { type Shim, shimApp, shimFolder } from './shim-file.ts'

/** Returns the shims of all apps, by name; other files in the folder are left out. */
export async function readShims(home: string): Promise<Shim[]> {
  const folder = shimFolder(home)
  const shims: Shim[] = []
  for (const name of (await namesIn(folder)).sort()) {
    const file = path.join(folder, name)
    const app = shimApp(await readFile(file, 'utf8').catch(() => ''))
    if (app !== undefined) shims.push({ app, name: name.replace(/\.cmd$/, ''), file })
  }
  return shims
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}
