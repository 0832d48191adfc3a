// Prints missing and stale Chinese translations, as JSON to fill in; `--prune` removes the stale ones.
import { readFile, writeFile } from 'node:fs/promises'
import { checkTranslations } from './messages/check-translations.ts'
import { findTemplates } from './messages/find-templates.ts'

const file = new URL('../services/installer/src/messages/zh.json', import.meta.url)
const translations: Record<string, string> = JSON.parse(await readFile(file, 'utf8'))
const found = findTemplates()
const { missing, stale, unlike } = checkTranslations(found, translations)
console.log(
  JSON.stringify(
    { missing: Object.fromEntries(missing.map(({ template, file }) => [template, file])), stale, unlike },
    null,
    2,
  ),
)
if (process.argv.includes('--prune')) {
  const kept = found
    .filter(({ template }) => Object.hasOwn(translations, template))
    .map(({ template }) => [template, translations[template]])
  await writeFile(file, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`)
}
process.exitCode = missing.length + stale.length + unlike.length === 0 ? 0 : 1
