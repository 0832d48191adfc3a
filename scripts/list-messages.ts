// Prints what is wrong with the Chinese translations, as JSON; `--prune` removes the unused ones and sorts the others.
import { readFile, writeFile } from 'node:fs/promises'
import { checkTranslations } from './messages/check-translations.ts'
import { findMessages } from './messages/find-messages.ts'

const file = new URL('../services/installer/src/messages/zh.json', import.meta.url)
const translations: Record<string, string> = JSON.parse(await readFile(file, 'utf8'))
const found = findMessages()
const { missing, ...faults } = checkTranslations(found, translations)
console.log(
  JSON.stringify(
    { missing: Object.fromEntries(missing.map(({ id, template }) => [id, template])), ...faults },
    null,
    2,
  ),
)
if (process.argv.includes('--prune')) {
  const ids = [...new Set(found.map(({ id }) => id))].filter((id) => Object.hasOwn(translations, id))
  const kept = Object.fromEntries(ids.map((id) => [id, translations[id]]))
  await writeFile(file, `${JSON.stringify(kept, null, 2)}\n`)
}
process.exitCode = missing.length + Object.values(faults).flat().length === 0 ? 0 : 1
