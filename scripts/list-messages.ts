// Prints what the Chinese catalogue lacks and what is stale in it, as JSON to fill in; `--prune` drops the stale.
import { readFile, writeFile } from 'node:fs/promises'
import { checkCatalogue } from './messages/check-catalogue.ts'
import { findTemplates } from './messages/find-templates.ts'

const file = new URL('../services/installer/src/messages/zh.json', import.meta.url)
const catalogue: Record<string, string> = JSON.parse(await readFile(file, 'utf8'))
const found = findTemplates()
const { missing, stale, unlike } = checkCatalogue(found, catalogue)
console.log(
  JSON.stringify(
    { missing: Object.fromEntries(missing.map(({ template, file }) => [template, file])), stale, unlike },
    null,
    2,
  ),
)
if (process.argv.includes('--prune')) {
  const kept = found
    .filter(({ template }) => Object.hasOwn(catalogue, template))
    .map(({ template }) => [template, catalogue[template]])
  await writeFile(file, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`)
}
process.exitCode = missing.length + stale.length + unlike.length === 0 ? 0 : 1
