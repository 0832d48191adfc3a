import { availableParallelism } from 'node:os'
import {
  type AppManifest,
  isAppError,
  ProcessError,
  type ProvingRecipe,
  provingRecipes,
  type TriedRecipes,
  t,
} from '@cli-apps/core'
import { hasCode } from '@cli-apps/core/node'
import pMap from 'p-map'
import type { Probe } from './probe.ts'
import { failureOf, runRecipe } from './run-recipes.ts'

/** Milliseconds that the recipes of a new program may take together. */
const allTime = 5000
/** With less, a slow start would count as nothing anyway. */
const leastTime = 100

type Outcome = 'passed' | 'failed' | 'late'

interface BudgetOptions {
  notice: (message: string) => void
  milliseconds?: number
}

/**
 * Runs the recipes that prove a program on one that was just installed, as many as the time allows. A failure is a notice: the
 * program answered as it should. Without a sandbox none is run, because nobody asked for these calls. `undefined` if none ended.
 */
export async function tryInBudget(
  manifest: AppManifest,
  probe: Probe,
  { notice, milliseconds = allTime }: BudgetOptions,
): Promise<TriedRecipes | undefined> {
  if (probe.confinement.sandbox === undefined) return undefined
  const end = performance.now() + milliseconds
  const attempt = async (recipe: ProvingRecipe): Promise<Outcome> => {
    const remaining = Math.floor(end - performance.now())
    return remaining < leastTime ? 'late' : outcomeOf(manifest, recipe, probe, remaining)
  }
  const recipes = provingRecipes(manifest)
  const outcomes = await pMap(recipes, attempt, { concurrency: Math.min(4, availableParallelism()) })
  // They share a home: what failed beside another may pass by itself.
  for (const [at, recipe] of recipes.entries())
    if (outcomes[at] === 'failed') outcomes[at] = await attempt(recipe)
  const thoseThat = (outcome: Outcome): string[] =>
    recipes.filter((_, at) => outcomes[at] === outcome).map(({ id }) => id)
  const tried = { passed: thoseThat('passed'), failed: thoseThat('failed') }
  if (tried.failed.length > 0) notice(failedNotice(manifest.name, tried.failed.length))
  return tried.passed.length + tried.failed.length === 0 ? undefined : tried
}

/** Quotes neither the calls nor what they printed, which a registry may have written for a model. */
const failedNotice = (name: string, count: number): string =>
  t(
    'try-in-budget.failed',
    'Recipes of {name} failed on this machine: {count}. Run: npx cli-apps verify {name} --recipes',
    { name, count },
  )

async function outcomeOf(
  manifest: AppManifest,
  recipe: ProvingRecipe,
  probe: Probe,
  timeout: number,
): Promise<Outcome> {
  try {
    const ran = await runRecipe(recipe, probe, timeout)
    // An interrupted install says so itself.
    if (ran.result.timedOut || ran.result.canceled) return 'late'
    return failureOf(manifest, ran) === undefined ? 'passed' : 'failed'
  } catch (error) {
    if (error instanceof ProcessError || (isAppError(error) && hasCode(error, 'probe.disk'))) return 'failed'
    throw error
  }
}
