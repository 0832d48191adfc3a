import { lstat, mkdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { AppName, exampleCall, type Recipe, type RecipeCall, type RecipeChanges } from '@cli-apps/core'
import { readRecord } from '@cli-apps/core/node'
import { RunResult } from '@cli-apps/core/results'
import { createRuntime, type Runtime } from '@cli-apps/runtime'
import { dataFolderName } from '../../../packages/runtime/src/sandbox/app-home.ts'
import { writeRecipeFiles } from '../../../services/installer/src/probe/write-recipe-files.ts'
import { observeChanges } from './observe-changes.ts'
import type { RecipeStore } from './recipe-store.ts'

/** One run of a recipe: what became of it, and what an agent saw. */
export interface RecipeRun {
  /** Why it does not do what it says; empty for one that passed. */
  faults: string[]
  stdout: string
  stderr: string
  /** Files that it created or changed, with their sizes. */
  files: string[]
  /** What differed after it; absent where that is nothing. */
  changes?: RecipeChanges
}

type Places = Pick<RecipeStore, 'home' | 'workspace' | 'scratch'>

/**
 * Runs a recipe as an agent does, through the runtime: confined, without network, in a new folder with its files, and with empty
 * homes. The apps that it names are installed in the workspace of the store. Not run again in the same folder: what a program
 * left there would be found.
 */
export async function runRecipe(
  name: string,
  recipe: Recipe,
  places: Places,
  turn: number,
): Promise<RecipeRun> {
  const { files, expect } = recipe
  const call = { name, ...exampleCall(recipe) }
  const homes = await homesOf([name, ...(call.pipe ?? []).map((stage) => stage.name)], places)
  for (const home of homes) await rm(home, { recursive: true, force: true })
  return inRunFolder({ name: `${name}-${recipe.id}-${turn}`, files }, places, async (run, folder) => {
    const observe = await observeChanges(folder, homes)
    const ran = await run(call, expect)
    const changes = await observe(call.stdout_file)
    return { ...ran, ...(changes !== undefined && { changes }) }
  })
}

/** The homes of apps in the sandbox. */
async function homesOf(names: readonly string[], { home, workspace }: Places): Promise<string[]> {
  const records = await Promise.all(
    [...new Set(names)].map((name) => readRecord(workspace, AppName.parse(name))),
  )
  return records.flatMap((record) =>
    record === undefined ? [] : path.join(home, 'data', dataFolderName(record)),
  )
}

type RunCall = (call: RecipeCall & { name: string }, expect: Recipe['expect']) => Promise<RecipeRun>

/** Hands out what runs calls in a new folder with these files, which is removed afterwards. */
export async function inRunFolder<Result>(
  { name, files }: { name: string } & Pick<Recipe, 'files'>,
  { home, workspace, scratch }: Places,
  use: (run: RunCall, folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = path.join(scratch, name)
  await mkdir(folder)
  try {
    await writeRecipeFiles({ files }, folder)
    await using runtime = await createRuntime({
      workspace: folder,
      apps: workspace.root,
      home,
      userGrants: false,
      userSkills: false,
      audit: false,
      sandbox: { policy: 'workspace', network: 'none' },
      effects: { read: 'allow', write: 'allow', unknown: 'allow', destructive: 'allow' },
      outputCharacters: 1_000_000,
      jobAfterSeconds: 3600,
    })
    return await use((call, expect) => runCall(runtime, folder, { call, expect }), folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function runCall(
  runtime: Runtime,
  folder: string,
  { call, expect }: { call: RecipeCall & { name: string }; expect: Recipe['expect'] },
): Promise<RecipeRun> {
  const answer = await runtime.tools.execute({ name: 'run_cli_app', arguments: { ...call, timeout: 60 } })
  const result = RunResult.parse(answer)
  if (!result.ok)
    return {
      faults: [`it was not run: ${result.error.message} ${result.error.hint ?? ''}`],
      stdout: '',
      stderr: '',
      files: [],
    }
  const hide = (text: string): string => text.replaceAll(folder, '/workspace')
  const printed =
    call.stdout_file === undefined ? result.stdout : await readText(path.join(folder, call.stdout_file))
  return {
    faults: await faultsOf(expect, { ...result, printed }, folder),
    stdout: hide(result.stdout),
    stderr: hide(result.stages?.map(({ stderr }) => stderr).join('') ?? result.stderr),
    files: result.files
      .filter(({ kind }) => kind !== 'deleted')
      .map(({ path: file, size }) => `${file} (${size} bytes)`),
  }
}

const readText = (file: string): Promise<string> => readFile(file, 'utf8').catch(() => '')

/** What of a result an expectation is about. */
interface Seen {
  exit_code: number | null
  signal: string | null
  timed_out: boolean
  printed: string
  hint?: string | undefined
}

async function faultsOf(
  { exit = 0, stdout_contains: expected, file }: NonNullable<Recipe['expect']> = {},
  { exit_code, signal, timed_out, printed, hint }: Seen,
  folder: string,
): Promise<string[]> {
  const faults: string[] = []
  if (timed_out) faults.push('it did not end in time')
  else if (exit_code !== exit)
    faults.push(
      `it ended with ${exit_code ?? signal}, not with ${exit}${hint === undefined ? '' : ` (${hint})`}`,
    )
  if (expected !== undefined && !printed.includes(expected))
    faults.push(`it did not print ${JSON.stringify(expected)}`)
  if (file !== undefined) {
    const stats = await lstat(path.join(folder, file)).catch(() => undefined)
    if (!stats?.isFile() || stats.size === 0) faults.push(`it did not write ${file}`)
  }
  return faults
}
