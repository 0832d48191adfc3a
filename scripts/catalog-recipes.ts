/*
 * Installs apps of the catalog with npm or from Debian's packages, and runs every recipe that needs nothing else, confined, on
 * the very program.
 *
 *   npm run catalog:recipes -- prettier jq     runs their recipes, and prints what they printed
 *   npm run catalog:recipes -- jq --write      also writes `shows`, and the results to catalog/recipes
 *   npm run catalog:recipes -- --all --write   of all entries that can be installed here
 *
 * The installed programs stay in --home, else in a cache of the checkout; not in CLI_APPS_HOME, since what the apps keep there is
 * removed before each recipe. Ends with 1 where a recipe failed.
 */
import { readdir, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { debianArchitecture, isAppError, parseManifest } from '@cli-apps/core'
import { readPlatform } from '@cli-apps/core/node'
import pMap from 'p-map'
import { debianRelease } from '../services/installer/src/audit/osv-question.ts'
import { withTried } from './catalog/closures/closure-method.ts'
import { type CatalogEntry, catalogFolder, readEntry } from './catalog/entries.ts'
import { printEntry } from './catalog/print-entry.ts'
import { printProved } from './catalog/recipes/print-proved.ts'
import { type ProvedApp, proveRecipes, resultsOf } from './catalog/recipes/prove-recipes.ts'
import { openRecipeStore } from './catalog/recipes/recipe-store.ts'
import { writeResults } from './catalog/recipes/results-file.ts'
import { outputOf } from './catalog/smoke/output-of.ts'
import { program } from './installer-bench/bench.ts'

const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    jobs: { type: 'string', default: '1' },
    build: { type: 'boolean', default: false },
    home: {
      type: 'string',
      default: fileURLToPath(new URL('../node_modules/.cache/catalog-recipes', import.meta.url)),
    },
  },
})
const jobs = Number(values.jobs)
const files = await readdir(catalogFolder)
const known = files.flatMap((file) => /^(.*)\.json$/.exec(file)?.[1] ?? []).sort()
const unknown = names.filter((name) => !known.includes(name))
const faults = [
  ...(unknown.length > 0 ? [`The catalog has no entry ${unknown.join(', ')}.`] : []),
  ...(Number.isInteger(jobs) && jobs >= 1 ? [] : [`--jobs must be a number from 1, not ${values.jobs}.`]),
  ...(names.length === 0 && !values.all ? ['Name the entries, or pass --all.'] : []),
]
if (faults.length > 0) {
  console.error(faults.join('\n'))
  process.exit(2)
}
if (values.build || !(await stat(program.replace('bin/cli-apps.js', 'dist/main.cjs')).catch(() => undefined)))
  await outputOf([process.execPath, fileURLToPath(new URL('./build.mjs', import.meta.url)), '--programs'])

const interrupted = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => interrupted.abort())
await using store = await openRecipeStore(path.resolve(values.home))
const requested = values.all ? known : known.filter((name) => names.includes(name))
// Not the whole catalog: reading it takes longer than most recipes.
const find = async (name: string): Promise<CatalogEntry | undefined> =>
  known.includes(name) ? readEntry(path.join(catalogFolder, `${name}.json`)) : undefined
const counts = { passed: 0, failed: 0, 'not-run': 0 }
let absent = 0
await pMap(requested, judge, { concurrency: jobs, signal: interrupted.signal }).catch((error: unknown) => {
  if (!interrupted.signal.aborted) throw error
})
console.log(
  `${requested.length - absent} apps: ${counts.passed} recipes passed, ${counts.failed} failed, ${counts['not-run']} not run; ${absent} apps were not installed.`,
)
process.exitCode = interrupted.signal.aborted ? 130 : counts.failed > 0 ? 1 : 0

async function judge(name: string): Promise<void> {
  const { signal } = interrupted
  const entry = await readEntry(path.join(catalogFolder, `${name}.json`)).catch(unreadable)
  const proved =
    typeof entry === 'string'
      ? entry
      : await proveRecipes(entry, { store, find, twice: values.write, signal })
  if (typeof proved === 'string') {
    absent++
    console.log(`${name}: ${proved}`)
    return
  }
  console.log(printProved(proved))
  for (const { outcome } of proved.recipes) counts[outcome]++
  if (values.write) await writeProved(proved)
}

function unreadable(error: unknown): string {
  if (!isAppError(error)) throw error
  const issues = error.issues.map(({ path: place, message }) => `${place} ${message}`)
  return [error.message, ...issues].join(' ')
}

/** Writes what was seen into the entry, and the results beside it. */
async function writeProved(proved: ProvedApp): Promise<void> {
  const { entry, record, recipes } = proved
  const shown = recipes.map(({ recipe, outcome, shows }) => {
    if (outcome !== 'passed') return recipe
    const { shows: _, ...rest } = recipe
    return shows === undefined ? rest : { ...rest, shows }
  })
  const architecture = record.method === 'debian' ? debianArchitecture(readPlatform()) : undefined
  const isTried = recipes.some(({ outcome }) => outcome === 'passed')
  // Parsed once more for the order of the keys.
  const manifest = parseManifest({
    ...(architecture === undefined ? entry.manifest : withTried(entry.manifest, architecture, isTried)),
    ...(shown.length > 0 && { recipes: shown }),
  })
  await writeFile(entry.file, printEntry(manifest))
  const release = await debianRelease()
  const system = release && `Debian ${release}`
  await writeResults(catalogFolder, resultsOf(proved, { now: new Date(), system }))
}
