// Writes the catalog that ships with the programs: its manifests without white space, which the digests ignore, and their
// index. The build calls it with the folders to write; those with --command-trees get the command trees too.
import { execFileSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { indexDocument, indexEntry } from '@cli-apps/core'
import { catalogIndexFile, treeFile } from '@cli-apps/core/node'
import { readCatalog } from '../packages/core/src/node/registry/catalog-source.ts'

const catalog = fileURLToPath(new URL('../catalog', import.meta.url))
const entries = await readCatalog(catalog)
const date = lastChange()
const index = { ...indexDocument(entries.map(indexEntry)), ...(date !== undefined && { date }) }
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'command-trees': { type: 'string', multiple: true, default: [] } },
})
for (const folder of [...positionals, ...values['command-trees']]) {
  await mkdir(folder, { recursive: true })
  for (const { manifest, json } of entries)
    await writeFile(path.join(folder, `${manifest.name}.json`), JSON.stringify(json))
  await writeFile(catalogIndexFile(folder), JSON.stringify(index))
}
for (const folder of values['command-trees'])
  for (const { manifest } of entries)
    for (const program of Object.keys(manifest.commands ?? {})) {
      const target = treeFile(folder, manifest.name, program)
      await mkdir(path.dirname(target), { recursive: true })
      const text = await readFile(treeFile(catalog, manifest.name, program), 'utf8')
      await writeFile(target, JSON.stringify(JSON.parse(text)))
    }

/** Date of the last commit to the catalog; `undefined` outside a repository. */
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
