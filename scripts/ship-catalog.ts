// Writes the catalog that ships with the programs: its manifests without white space, which the digests ignore, and their
// index. The build calls it with the folders to write.
import { execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { indexDocument, indexEntry } from '@cli-apps/core'
import { catalogIndexFile } from '@cli-apps/core/node'
import { readCatalog } from '../packages/core/src/node/registry/catalog-source.ts'

const catalog = fileURLToPath(new URL('../catalog', import.meta.url))
const entries = await readCatalog(catalog)
const date = lastChange()
const index = { ...indexDocument(entries.map(indexEntry)), ...(date !== undefined && { date }) }
for (const folder of process.argv.slice(2)) {
  await mkdir(folder, { recursive: true })
  for (const { manifest, json } of entries)
    await writeFile(path.join(folder, `${manifest.name}.json`), JSON.stringify(json))
  await writeFile(catalogIndexFile(folder), JSON.stringify(index))
}

/** The day of the last commit to the catalog; none outside of a repository. */
function lastChange(): string | undefined {
  try {
    const day = execFileSync('git', ['log', '-1', '--format=%cs', '--', '.'], {
      cwd: catalog,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
    return day === '' ? undefined : day
  } catch {
    return undefined
  }
}
