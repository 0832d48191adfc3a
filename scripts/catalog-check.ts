/*
 * Judges the whole catalog: every manifest, what they have in common, and their identifiers against the registries that can
 * be reached. `npm run catalog:check [-- --offline]`. Ends with 3 where something stands against it.
 */
import { homedir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { checkCatalog } from './catalog/check/catalog-rules.ts'
import { type AskedRegistry, checkDebian, checkNpm } from './catalog/check/identifiers.ts'
import { checkClosures } from './catalog/closures/check-closures.ts'
import { countCatalog } from './catalog/count-catalog.ts'
import { readCatalog } from './catalog/entries.ts'
import { readVerificationLog } from './catalog/verification-log.ts'

const { values } = parseArgs({ options: { offline: { type: 'boolean', default: false } } })
const catalog = await readCatalog()
const log = await readVerificationLog()
const asked: AskedRegistry[] = values.offline
  ? []
  : await Promise.all([
      checkNpm(catalog.entries),
      checkDebian(catalog.entries),
      checkClosures(catalog.entries, path.join(homedir(), '.cache/cli-apps-catalog/indexes')),
    ])

const issues = [...checkCatalog(catalog, log), ...asked.flatMap((one) => one.issues)]
for (const { path, message, rule } of issues)
  console.log(`${path}: ${message}${rule === undefined ? '' : ` (${rule})`}`)
for (const { registry, checked } of asked)
  console.log(
    checked === null
      ? `${registry} could not be reached: nothing was looked up.`
      : `${registry}: ${checked} looked up.`,
  )
const { entries, bundled, proven, working } = countCatalog(catalog.entries, log)
console.log(
  `${entries} entries, ${bundled} of them only bundled; ${proven} proven, ${working} by a test that uses the app; ${issues.length} issues.`,
)
process.exitCode = issues.length === 0 ? 0 : 3
