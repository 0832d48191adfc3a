import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type AppManifest, type InstallRecord, type MethodKind, parseJson } from '@cli-apps/core'
import {
  cleanEnvironment,
  findWorkspace,
  joinOutput,
  readRecord,
  runProcess,
  type Workspace,
} from '@cli-apps/core/node'
import { ErrorDocument } from '@cli-apps/core/results'
import { program } from '../../installer-bench/bench.ts'
import type { CatalogEntry } from '../entries.ts'
import { installCall } from '../smoke/verify-app.ts'

/** The methods by which any user can install; their programs are in the store. */
const kinds = ['npm', 'debian'] as const satisfies readonly MethodKind[]

/** Where apps of the catalog are installed to run their recipes. */
export interface RecipeStore {
  home: string
  /** Has the apps; recipes run elsewhere. */
  workspace: Workspace
  /** Folders of single runs; removed when it is closed. */
  scratch: string
  /** Returns the record of an app, which is installed if that was not done yet, or why it cannot be. */
  install(entry: CatalogEntry): Promise<InstallRecord | string>
  [Symbol.asyncDispose](): Promise<void>
}

/** Opens the store at `home`, whose apps remain for the next time. Build the installer first. */
export async function openRecipeStore(home: string): Promise<RecipeStore> {
  const folder = path.join(home, 'catalog-recipes')
  await mkdir(folder, { recursive: true })
  const workspace = await findWorkspace(folder, { home, environment: process.env })
  const scratch = await mkdtemp(path.join(await realpath(tmpdir()), 'cli-apps-recipes-'))
  // A pipe of another entry may need the same app at the same time.
  const installing = new Map<string, Promise<InstallRecord | string>>()
  return {
    home,
    workspace,
    scratch,
    install(entry) {
      const running = installing.get(entry.name) ?? installApp(entry, { home, workspace })
      installing.set(entry.name, running)
      return running
    },
    [Symbol.asyncDispose]: () => rm(scratch, { recursive: true, force: true }),
  }
}

async function installApp(
  { name, file, manifest }: CatalogEntry,
  { home, workspace }: Pick<RecipeStore, 'home' | 'workspace'>,
): Promise<InstallRecord | string> {
  const there = await readRecord(workspace, manifest.name).catch(() => undefined)
  // Recipes may differ: an author changes them again and again, and each install of another manifest is a new program.
  if (there !== undefined && isSameProgram(there.manifest, manifest)) return there
  const offered = kinds.filter((kind) => manifest.install.some(({ method }) => method === kind))
  if (offered.length === 0) return 'neither npm nor debian installs it'
  const reasons: string[] = []
  for (const kind of offered) {
    const call = installCall(file, manifest.install, kind)
    const { exitCode, stdout, stderr, timedOut } = await runProcess(
      [process.execPath, program, ...call, '--json'],
      {
        cwd: workspace.root,
        env: { ...cleanEnvironment(process.env), CLI_APPS_HOME: home },
        timeout: 900_000,
        keep: { head: 64_000_000, tail: 0 },
      },
    )
    const record = exitCode === 0 ? await readRecord(workspace, manifest.name) : undefined
    if (record !== undefined) return record
    const said = timedOut ? 'not done in time' : messageOf(joinOutput(stdout), joinOutput(stderr))
    reasons.push(`${kind}: ${said}`)
  }
  return `${name} was not installed: ${reasons.join('; ')}`
}

function messageOf(stdout: string, stderr: string): string {
  try {
    const { error } = ErrorDocument.parse(parseJson(stdout, 'the answer of the installer'))
    return `${error.message} ${error.hint ?? ''}`.trim()
  } catch {
    return (stderr || stdout).trim().split('\n').slice(-3).join(' ')
  }
}

const isSameProgram = (one: AppManifest | InstallRecord['manifest'], other: AppManifest): boolean =>
  partsOf(one) === partsOf(other)

const partsOf = ({
  version,
  entry_point,
  programs,
  install,
  run,
  requires,
}: AppManifest | InstallRecord['manifest']): string =>
  JSON.stringify([version, entry_point, programs, install, run, requires])
