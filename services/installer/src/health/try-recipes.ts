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
import { tryRecipeAndEffect } from '../probe/run-recipes.ts'
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
 * Runs the recipes of an installed app that state what is expected and need nothing but one of its programs: confined,
 * without network, each in a new empty folder. One fails that changes files and is said to read. Returns all recipes, and a
 * fault for each that failed.
 */
export async function tryRecipes(
  name: AppName,
  context: CommandContext,
): Promise<{ recipes: TriedRecipe[]; faults: Fault[] }> {
  const record = await requireOwnRecord(name, context)
  // It may have been removed meanwhile.
  if (record === undefined) return { recipes: [], faults: [] }
  const failures = new Map<string, AppError | undefined>()
  for (const [program, argv] of programsOf(record))
    for (const [id, failure] of await tryProgramRecipes(record, { program, argv }, context))
      failures.set(id, failure)
  const recipes = (record.manifest.recipes ?? []).map((recipe) => {
    const { id, task = null, source } = recipe
    if (!failures.has(id)) {
      const reason = whyNotRun(recipe)
      return { id, task, outcome: 'not-run' as const, reason, ...(source !== undefined && { source }) }
    }
    const failure = failures.get(id)
    if (failure === undefined) return { id, task, outcome: 'passed' as const, reason: null }
    return { id, task, outcome: 'failed' as const, reason: reasonOf(failure) }
  })
  return {
    recipes,
    faults: [...failures.values()].flatMap((failure) =>
      failure === undefined ? [] : faultOf(failure, name),
    ),
  }
}

/** The programs of an app that are here, each with its argv. */
const programsOf = ({ manifest, argv, programs = {} }: InstallRecord): [string, readonly string[]][] => [
  [manifest.entry_point, argv],
  ...Object.entries(programs).map(([name, other]): [string, readonly string[]] => [name, other.argv]),
]

/** Runs the recipes of one program. Returns the failure of each, `undefined` for those that passed. */
async function tryProgramRecipes(
  record: InstallRecord,
  { program, argv }: { program: string; argv: readonly string[] },
  { environment, signal, config }: CommandContext,
): Promise<[string, AppError | undefined][]> {
  const { manifest } = record
  const recipes = provingRecipes(manifest, program)
  if (recipes.length === 0) return []
  await using work = openWorkFolder(config.home)
  await using probe = await openProbe(argv, {
    ...{ environment, signal, work },
    readable: storeFolders(record),
  })
  const ended: [string, AppError | undefined][] = []
  // One after another: what is slow for lack of a processor would look like a failure.
  for (const recipe of recipes) {
    signal.throwIfAborted()
    ended.push([recipe.id, await tried(() => tryRecipeAndEffect(manifest, recipe, probe))])
  }
  return ended
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
    ? t('try-recipes.other-program', 'calls a program of the app that is not here')
    : t('try-recipes.pipe', 'is a pipe of several apps')
}
