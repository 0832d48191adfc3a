import { cpus } from 'node:os'
import { type InstallRecord, provingRecipes, type Recipe, type RecipeResults, toLine } from '@cli-apps/core'
import { readPlatform, recipeDigest } from '@cli-apps/core/node'
import { openWorkFolder } from '../../../services/installer/src/home/work-folder.ts'
import { openProbe, type Probe } from '../../../services/installer/src/probe/probe.ts'
import { tryRecipe } from '../../../services/installer/src/probe/run-recipes.ts'
import { storeFolders } from '../../../services/installer/src/store/store.ts'
import type { CatalogEntry } from '../entries.ts'
import type { RecipeStore } from './recipe-store.ts'
import { type RecipeRun, runRecipe } from './run-recipe.ts'
import { shownOutput } from './shown-output.ts'

/** What became of one recipe. */
export interface ProvedRecipe {
  recipe: Recipe
  outcome: 'passed' | 'failed' | 'not-run'
  reason?: string
  /** What it printed and wrote; absent where it was not run. */
  run?: RecipeRun
  /** What it prints each time, for readers; only of two runs. */
  shows?: string | undefined
}

/** The recipes of an installed app, each with its outcome. */
export interface ProvedApp {
  entry: CatalogEntry
  record: InstallRecord
  recipes: ProvedRecipe[]
}

interface ProveOptions {
  store: RecipeStore
  /** Reads another entry, for pipes of several apps. */
  find: (name: string) => Promise<CatalogEntry | undefined>
  /** Runs each recipe twice, to see what it prints each time. */
  twice: boolean
  signal: AbortSignal
}

/** Installs an app and runs every recipe that needs nothing else. Returns the reason where it cannot be installed. */
export async function proveRecipes(entry: CatalogEntry, options: ProveOptions): Promise<ProvedApp | string> {
  const { store, signal } = options
  const record = await store.install(entry)
  if (typeof record === 'string') return record
  await using work = openWorkFolder(store.home)
  await using probe = await openProbe(record.argv, {
    environment: process.env,
    signal,
    work,
    readable: storeFolders(record),
  })
  const recipes: ProvedRecipe[] = []
  // One after another: what is slow for lack of a processor would look like a failure.
  for (const recipe of entry.manifest.recipes ?? []) {
    signal.throwIfAborted()
    recipes.push({ recipe, ...(await proveRecipe(entry, recipe, probe, options)) })
  }
  return { entry, record, recipes }
}

async function proveRecipe(
  { name, manifest }: CatalogEntry,
  recipe: Recipe,
  probe: Probe,
  { store, find, twice }: ProveOptions,
): Promise<Omit<ProvedRecipe, 'recipe'>> {
  const { needs = [], call } = recipe
  if (needs.length > 0) return { outcome: 'not-run', reason: `needs ${needs.join(', ')}` }
  for (const stage of call.pipe ?? []) {
    if (stage.name === name) continue
    const other = await find(stage.name)
    const found = other === undefined ? `the catalog has no ${stage.name}` : await store.install(other)
    if (typeof found === 'string') return { outcome: 'not-run', reason: toLine(found, 300) }
  }
  const run = await runRecipe(name, recipe, store, 1)
  const proof = provingRecipes({ ...manifest, recipes: [recipe] })[0]
  // An install proves the program in another way, and must come to the same end.
  const failure = run.faults.length > 0 || !proof ? undefined : await tryRecipe(manifest, proof, probe)
  const faults = [
    ...run.faults,
    ...(failure === undefined ? [] : [`at an install: ${failure.message} ${failure.hint ?? ''}`]),
  ]
  if (faults.length > 0) return { outcome: 'failed', reason: toLine(faults.join('; '), 400), run }
  if (!twice || recipe.task === undefined || run.stdout === '') return { outcome: 'passed', run }
  const again = await runRecipe(name, recipe, store, 2)
  if (again.faults.length > 0)
    return { outcome: 'failed', reason: toLine(`the second time: ${again.faults.join('; ')}`, 400), run }
  const places = [store.home, store.scratch, '/tmp/', ...cpus().map(({ model }) => model)]
  const shows = shownOutput(run, again, { places, now: new Date() })
  return { outcome: 'passed', run, shows }
}

/** The document of results; `system` such as "Debian 12". */
export const resultsOf = (
  { entry, record, recipes }: ProvedApp,
  { now, system }: { now: Date; system: string | undefined },
): RecipeResults => ({
  results: 1,
  name: entry.manifest.name,
  version: entry.manifest.version,
  program_version: record.program_version,
  method: record.method,
  platform: readPlatform(),
  ...(system !== undefined && { system }),
  date: now.toISOString().slice(0, 10),
  recipes: Object.fromEntries(
    recipes.map(({ recipe, outcome, reason, run }) => [
      recipe.id,
      {
        recipe: recipeDigest(recipe),
        outcome,
        ...(reason !== undefined && { reason }),
        ...(run?.changes !== undefined && { changes: run.changes }),
      },
    ]),
  ),
})
