import {
  type AppError,
  type AppName,
  type InstallRecord,
  isAppError,
  ProcessError,
  provingRecipes,
  t,
} from '@cli-apps/core'
import { hasCode } from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'
import { openWorkFolder } from '../home/work-folder.ts'
import { openProbe } from '../probe/probe.ts'
import { tryRecipe } from '../probe/run-recipes.ts'
import { storeFolders } from '../store/store.ts'
import { requireOwnRecord } from '../workspace/own-record.ts'
import { type Fault, faultOf } from './fault.ts'

type Recipe = NonNullable<InstallRecord['manifest']['recipes']>[number]

/** What became of one recipe of an installed app. */
export interface TriedRecipe {
  id: string
  /** `null` for a call that only proves the program. */
  task: string | null
  outcome: 'passed' | 'failed' | 'not-run'
  /** Why it failed or was not run. */
  reason: string | null
  /** Page from which a recipe that was not run was taken. */
  source?: string
}

/**
 * Runs the recipes of an installed app that state what is expected and need nothing but the program: confined, without
 * network, each in a new empty folder. Returns all recipes, and a fault for each that failed.
 */
export async function tryRecipes(
  name: AppName,
  context: CommandContext,
): Promise<{ recipes: TriedRecipe[]; faults: Fault[] }> {
  const { environment, signal, config } = context
  const record = await requireOwnRecord(name, context)
  // It may have been removed meanwhile.
  if (record === undefined) return { recipes: [], faults: [] }
  const { manifest } = record
  const runnable = new Map(provingRecipes(manifest).map((recipe) => [recipe.id, recipe]))
  const recipes: TriedRecipe[] = []
  const faults: Fault[] = []
  await using work = openWorkFolder(config.home)
  await using probe = await openProbe(record.argv, {
    ...{ environment, signal, work },
    readable: storeFolders(record),
  })
  // One after another: what is slow for lack of a processor would look like a failure.
  for (const recipe of manifest.recipes ?? []) {
    signal.throwIfAborted()
    const { id, task = null } = recipe
    const proving = runnable.get(id)
    const failure = proving === undefined ? undefined : await tried(() => tryRecipe(manifest, proving, probe))
    if (failure !== undefined) faults.push(faultOf(failure, name))
    const outcome = proving === undefined ? 'not-run' : failure === undefined ? 'passed' : 'failed'
    const reason = failure === undefined ? (proving ? null : whyNotRun(recipe)) : reasonOf(failure)
    const source = proving === undefined && recipe.source !== undefined ? { source: recipe.source } : {}
    recipes.push({ id, task, outcome, reason, ...source })
  }
  return { recipes, faults }
}

/** A program that cannot be started, or that writes without end, fails its recipe and does not end the command. */
async function tried(run: () => Promise<AppError | undefined>): Promise<AppError | undefined> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof ProcessError || (isAppError(error) && hasCode(error, 'probe.disk'))) return error
    throw error
  }
}

/** The hint is what the program printed. */
const reasonOf = ({ message, hint }: AppError): string => [message, hint ?? ''].join(' ').trimEnd()

function whyNotRun({ expect, needs = [], call }: Recipe): string {
  if (needs.length > 0) return t('try-recipes.needs', 'needs {needs}', { needs: needs.join(', ') })
  if (expect === undefined) return t('try-recipes.no-expectation', 'states nothing that could be checked')
  return call.pipe === undefined
    ? t('try-recipes.other-program', 'calls another program of the app')
    : t('try-recipes.pipe', 'is a pipe of several apps')
}
