import { cp, mkdir, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { manifestOf } from './manifest-of.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Puts the built registry into a folder as it is packed, with apps of these names as its catalog: publishing the whole
 * catalog takes half a minute. Returns the folder of its `main.js`.
 */
export async function packRegistry(folder: string, catalog: readonly string[] = []): Promise<string> {
  const packed = path.join(folder, 'dist')
  const built = path.join(root, 'services/registry/dist')
  const shipped = path.join(built, 'catalog')
  await cp(built, packed, { recursive: true, filter: (file) => file !== shipped })
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  await writeFile(path.join(folder, 'package.json'), '{"type":"module"}')
  await writeCatalog(path.join(packed, 'catalog'), catalog)
  return packed
}

/** Writes a folder of manifests, one for each of these names. */
export async function writeCatalog(folder: string, names: readonly string[]): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const name of names)
    await writeFile(path.join(folder, `${name}.json`), JSON.stringify({ ...manifestOf(), name }))
}
