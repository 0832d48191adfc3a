import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Returns a folder of files that ship with the program (`templates`, `catalog`, `migrations`): the nearest one above
 * this module, which is next to the bundle in a package and at the top of a checkout.
 */
export function resourceFolder(name: 'templates' | 'catalog' | 'migrations'): string {
  const start = path.dirname(fileURLToPath(import.meta.url))
  for (let folder = start; ; folder = path.dirname(folder)) {
    const candidate = path.join(folder, name)
    if (existsSync(candidate)) return candidate
    if (folder === path.dirname(folder)) throw new Error(`no ${name} folder above ${start}`)
  }
}
