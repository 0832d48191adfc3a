/*
 * Drafts catalog/<name>.json from what npm and Debian know of a package, and says what a person must still write.
 *
 *   npm run catalog:new -- svgo
 *   npm run catalog:new -- ajv --npm ajv-cli
 *   npm run catalog:new -- fd --apt fd-find
 */
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { debianFacts } from './catalog/draft/debian-facts.ts'
import { draftEntry } from './catalog/draft/draft-entry.ts'
import { npmFacts } from './catalog/draft/npm-facts.ts'
import { catalogFolder } from './catalog/entries.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { npm: { type: 'string' }, apt: { type: 'string' } },
})
const [name, ...more] = positionals
if (name === undefined || more.length > 0 || !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) {
  console.error(
    'Which app? npm run catalog:new -- NAME [--npm PACKAGE] [--apt PACKAGE]; lower case, digits, hyphens.',
  )
  process.exit(2)
}
// Looks up only the named package, since a package of the same name elsewhere may be another program.
const isNamed = values.npm !== undefined || values.apt !== undefined
const found = await Promise.all([
  values.npm !== undefined || !isNamed ? npmFacts(values.npm ?? name) : undefined,
  values.apt !== undefined || !isNamed ? debianFacts(values.apt ?? name) : undefined,
])
const facts = found.filter((one) => one !== undefined)
if (facts.length === 0) {
  console.error(`Neither npm nor Debian has a program ${name}; name its package with --npm or --apt.`)
  process.exit(4)
}

const { manifest, missing } = draftEntry(name, facts)
const file = path.join(catalogFolder, `${name}.json`)
try {
  await writeFile(file, `${JSON.stringify(manifest, null, 2)}\n`, { flag: 'wx' })
} catch (error) {
  if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  console.error(`catalog/${name}.json is there already; change it, or choose another name.`)
  process.exit(5)
}
console.log(`Wrote catalog/${name}.json from ${facts.map(({ source }) => source).join(' and ')}.`)
if (facts.length > 1)
  console.log('Make sure that the packages are the same program; drop the method of another one.')
console.log(`Still to be written:\n${missing.map((line) => `- ${line}`).join('\n')}`)
console.log(`Then: npm run catalog:check && npm run catalog:smoke -- ${name}`)
