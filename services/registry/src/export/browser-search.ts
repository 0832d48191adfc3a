import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { exists } from '@cli-apps/core/node'

/** Returns the script that searches a static site, which the build makes from `browser/search.tsx`. */
export async function browserSearch(): Promise<string> {
  const here = path.dirname(fileURLToPath(import.meta.url))
  // Beside the program or one of its chunks, or where the build of a checkout leaves it.
  for (const folder of [here, path.dirname(here), path.resolve(here, '../../dist')]) {
    const file = path.join(folder, 'browser', 'search.js')
    if (await exists(file)) return readFile(file, 'utf8')
  }
  throw new Error('browser/search.js was not found: build the registry first')
}
