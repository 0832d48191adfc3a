import { lstat, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { exampleCall, type Recipe } from '@cli-apps/core'
import { RunResult } from '@cli-apps/core/results'
import { createRuntime } from '@cli-apps/runtime'
import type { RecipeStore } from './recipe-store.ts'

/** One run of a recipe: what became of it, and what an agent saw. */
export interface RecipeRun {
  /** Why it does not do what it says; empty for one that passed. */
  faults: string[]
  stdout: string
  stderr: string
  /** Files that it created or changed, with their sizes. */
  files: string[]
}

/**
 * Runs a recipe as an agent does, through the runtime: confined, without network, in a new folder with its files. The apps that it
 * names are installed in the workspace of the store. Not run again in the same folder: what a program left there would be found.
 */
export async function runRecipe(
  name: string,
  recipe: Recipe,
  { home, workspace, scratch }: Pick<RecipeStore, 'home' | 'workspace' | 'scratch'>,
  turn: number,
): Promise<RecipeRun> {
  const folder = path.join(scratch, `${name}-${recipe.id}-${turn}`)
  await mkdir(folder)
  try {
    for (const [file, content] of Object.entries(recipe.files ?? {}))
      await writeFile(
        path.join(folder, file),
        typeof content === 'string' ? content : Buffer.from(content.base64, 'base64'),
      )
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
    const call = exampleCall(recipe)
    const answer = await runtime.tools.execute({
      name: 'run_cli_app',
      arguments: { name, ...call, timeout: 60 },
    })
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
      faults: await faultsOf(recipe, { ...result, printed }, folder),
      stdout: hide(result.stdout),
      stderr: hide(result.stages?.map(({ stderr }) => stderr).join('') ?? result.stderr),
      files: result.files
        .filter(({ kind }) => kind !== 'deleted')
        .map(({ path: file, size }) => `${file} (${size} bytes)`),
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
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
  { expect: { exit = 0, stdout_contains: expected, file } = {} }: Recipe,
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
