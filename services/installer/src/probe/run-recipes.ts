import { lstat, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import {
  type AppManifest,
  exampleCall,
  ProcessError,
  type ProvingRecipe,
  provingRecipes,
  type RecipeCall,
  type TriedRecipes,
  t,
  toLine,
} from '@cli-apps/core'
import { listedEffect } from '@cli-apps/core/call-effect'
import { isInside, joinOutput, type ProcessResult } from '@cli-apps/core/node'
import { type FolderChanges, observeFolder } from './observe-folder.ts'
import type { Probe } from './probe.ts'
import { howItEnded } from './verify-program.ts'
import { writeRecipeFiles } from './write-recipe-files.ts'

/**
 * Runs the recipes of a manifest that have an expectation and need nothing but the program, each in a new empty folder.
 * Throws `ProcessError` at the first that fails.
 */
export async function runRecipes(manifest: AppManifest, probe: Probe): Promise<TriedRecipes | undefined> {
  const tried: TriedRecipes = { passed: [], failed: [] }
  for (const recipe of provingRecipes(manifest)) {
    const failure = await tryRecipe(manifest, recipe, probe)
    if (failure !== undefined) throw failure
    tried.passed.push(recipe.id)
  }
  return tried.passed.length === 0 ? undefined : tried
}

/** Runs a recipe in a new empty folder. Returns the error if it does not do what is expected. */
export async function tryRecipe(
  manifest: AppManifest,
  recipe: ProvingRecipe,
  probe: Probe,
): Promise<ProcessError | undefined> {
  return failureOf(manifest, await runRecipe(recipe, probe, 60_000))
}

/** As `tryRecipe`; a call that is said to read, by the recipe or by `run.effects`, may change no file of its folder either. */
export async function tryRecipeAndEffect(
  manifest: AppManifest,
  recipe: ProvingRecipe,
  probe: Probe,
): Promise<ProcessError | undefined> {
  const ran = await runRecipe(recipe, probe, 60_000)
  if (recipe.effect !== 'read' && listedEffect(manifest, recipe) !== 'read') return failureOf(manifest, ran)
  const { created, changed, deleted } = await ran.changes()
  // This one the caller writes, not the program.
  const { stdout_file: output = '' } = ran.call
  const files = [...created, ...changed, ...deleted].filter((file) => file !== path.normalize(output))
  if (files.length === 0) return failureOf(manifest, ran)
  const fault = t('run-recipes.changed-files', 'it changed {files}, although it is said to read', {
    files: files.slice(0, 3).join(', '),
  })
  return failureOf(manifest, { ...ran, faults: [...ran.faults, fault] })
}

/** A recipe as it was run, and what it did not do. */
interface RanRecipe {
  call: RecipeCall
  result: ProcessResult
  faults: string[]
  /** Compares its folder with what was there before. */
  changes: () => Promise<FolderChanges>
}

/** Runs a recipe in a new empty folder, for at most so many milliseconds. */
export async function runRecipe(recipe: ProvingRecipe, probe: Probe, timeout: number): Promise<RanRecipe> {
  const cwd = await mkdtemp(path.join(probe.folder, 'recipe-'))
  await writeRecipeFiles(recipe, cwd)
  const call = exampleCall(recipe)
  const stdin = await inputOf(call, cwd)
  const changes = await observeFolder(cwd)
  const result = await probe.run(call.args, {
    cwd,
    timeout,
    ...(stdin === undefined ? {} : { stdin }),
  })
  await keepOutput(call, joinOutput(result.stdout), cwd)
  return { call, result, faults: await faultsOf(recipe, result, cwd), changes }
}

/** The error for a recipe that did not do what is expected. */
export function failureOf(
  { entry_point }: AppManifest,
  { call, result, faults }: RanRecipe,
): ProcessError | undefined {
  if (faults.length === 0) return undefined
  const shown = [call.program ?? entry_point, ...call.args].join(' ')
  const printed = joinOutput(result.stdout) + joinOutput(result.stderr)
  return new ProcessError(
    'install.recipe-failed',
    t('install.recipe-failed', 'The recipe "{call}" failed: {faults}.', {
      call: toLine(shown, 200),
      faults: faults.join('; '),
    }),
    {
      hint:
        printed.trim() === ''
          ? t('process.failed.hint', 'It printed nothing.')
          : toLine(t('install.recipe-failed.hint', 'It printed: {printed}', { printed }), 400),
    },
  )
}

/** Files of a manifest that are outside the folder count as absent. */
function within(cwd: string, file: string): string | undefined {
  const place = path.resolve(cwd, file)
  return place !== cwd && isInside(cwd, place) ? place : undefined
}

async function inputOf(
  { stdin, stdin_file: file }: RecipeCall,
  cwd: string,
): Promise<string | Uint8Array | undefined> {
  const place = file === undefined ? undefined : within(cwd, file)
  return place !== undefined && (await isFile(place)) ? await readFile(place) : stdin
}

/**
 * Writes the output beside what the program wrote. It ran in a sandbox and this does not, so no link that it left may lead
 * elsewhere, and no pipe may block.
 */
async function keepOutput({ stdout_file: file }: RecipeCall, stdout: string, cwd: string): Promise<void> {
  const place = file === undefined ? undefined : within(cwd, file)
  if (place === undefined || !(await isWithoutLinks(cwd, path.dirname(place)))) return
  await rm(place, { force: true, recursive: true })
  await writeFile(place, stdout, { flag: 'wx' })
}

/** Whether a folder is where its path says, rather than behind a link. */
async function isWithoutLinks(cwd: string, folder: string): Promise<boolean> {
  try {
    return (await realpath(folder)) === path.join(await realpath(cwd), path.relative(cwd, folder))
  } catch {
    return false
  }
}

async function faultsOf(
  { expect: { exit = 0, stdout_contains: expected, file } }: ProvingRecipe,
  result: ProcessResult,
  cwd: string,
): Promise<string[]> {
  const faults: string[] = []
  if (result.timedOut) faults.push(t('run-recipes.not-in-time', 'it did not end in time'))
  else if (result.exitCode !== exit)
    faults.push(
      t('verify-program.ended-not', 'it ended{result}, not with {exit}', {
        result: howItEnded(result),
        exit,
      }),
    )
  if (expected !== undefined && !joinOutput(result.stdout).includes(expected))
    faults.push(
      t('verify-program.did-not-print', 'it did not print {expected}', {
        expected: JSON.stringify(expected),
      }),
    )
  if (file !== undefined && ((await fileSize(path.join(cwd, file))) ?? 0) === 0)
    faults.push(t('verify-program.did-not-write', 'it did not write {file}', { file }))
  return faults
}

/** A link does not count: it may lead to what was there before. */
const isFile = async (file: string): Promise<boolean> => (await fileSize(file)) !== undefined

async function fileSize(file: string): Promise<number | undefined> {
  const stats = await lstat(file).catch(() => undefined)
  return stats?.isFile() ? stats.size : undefined
}
