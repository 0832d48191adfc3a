/*
 * Judges the whole catalog: every manifest, what they have in common, and their identifiers against the registries that can
 * be reached. `npm run catalog:check [-- --offline] [--calls]`. Ends with 3 where something stands against it. With --calls it
 * lists what executed recipes use and command trees do not cover; in recipes that were not run, this is an issue.
 */
import { homedir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { checkCatalog } from './catalog/check/catalog-rules.ts'
import { compareCalls } from './catalog/check/compare-calls.ts'
import { type AskedRegistry, checkDebian, checkNpm } from './catalog/check/identifiers.ts'
import { wasRun } from './catalog/check/was-run.ts'
import { checkClosures } from './catalog/closures/check-closures.ts'
import { countCatalog } from './catalog/count-catalog.ts'
import { countRecipes, waitingEntries } from './catalog/count-recipes.ts'
import { readCatalog } from './catalog/entries.ts'
import { readVerificationLog } from './catalog/verification-log.ts'

const { values } = parseArgs({
  options: {
    offline: { type: 'boolean', default: false },
    calls: { type: 'boolean', default: false },
  },
})
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
const { compared, faulty } = compareCalls(catalog.entries)
const executed = faulty.filter(({ entry, recipe }) => wasRun(entry, recipe))
if (values.calls)
  for (const { entry, recipe, faults } of executed)
    console.log(`${entry.name} ${recipe.id} passed; the tree does not cover ${faults}`)
console.log(
  `${compared.length} recipes compared with command trees: ${faulty.length - executed.length} that were not run have something that the trees lack; ${executed.length} were run with something that the trees do not cover${values.calls ? '' : ' (--calls lists them)'}.`,
)
const recipes = countRecipes(catalog.entries)
console.log(
  `${recipes.recipes} recipes: ${recipes.executed} executed, ${recipes.compared} only compared with command trees, ${recipes.neither} neither.`,
)
const waiting = waitingEntries(catalog.entries)
if (waiting.length > 0)
  console.log(
    `${waiting.length} entries that can be installed here have recipes that were not run: ${waiting.join(', ')}. Run: npm run catalog:recipes -- NAME --write`,
  )
const { entries, bundled, proven, working } = countCatalog(catalog.entries, log)
console.log(
  `${entries} entries, ${bundled} of them only bundled; ${proven} proven, ${working} by a test that uses the app; ${issues.length} issues.`,
)
process.exitCode = issues.length === 0 ? 0 : 3
