import path from 'node:path'
import {
  ForbiddenError,
  type InstallRecord,
  InvalidError,
  NotFoundError,
  t,
  UnavailableError,
} from '@cli-apps/core'
import { exists, programArgv, programOf, recordFile, type Workspace, whyGeneral } from '@cli-apps/core/node'
import type { Confinement } from '../sandbox/confinement.ts'
import type { Confiner } from '../sandbox/open-confiner.ts'
import { type AppEnvironment, appEnvironment } from './app-environment.ts'
import type { FindGrants } from './app-grants.ts'
import { withJsonSwitch } from './json-arguments.ts'
import { findWorkingDirectory } from './working-directory.ts'

/** Where and with what apps run: the same for every run of a runtime. */
export interface RunSettings {
  workspace: Workspace
  grants: FindGrants
  confine: Confiner['confine']
}

/** What is asked of one app. */
interface RunRequest {
  args: readonly string[]
  json: boolean
  /** Relative to the workspace or absolute; the workspace when absent. */
  workingDir?: string | undefined
  /** Seconds; what the manifest says when absent, else 60. */
  timeout?: number | undefined
}

/** A checked run, as JSON data: nothing of it is looked up, guessed or parsed again. */
export interface Invocation extends AppEnvironment {
  name: string
  argv: readonly string[]
  cwd: string
  /** Seconds. */
  timeout: number
  json: 'no' | 'asked' | 'unsupported'
  confinement: Confinement
}

const defaultTimeout = 60

/**
 * An installed app and a request made into an argv, folder and environment. Throws `NotFoundError` `run.program-missing`
 * when the recorded program is gone, `UnavailableError` `run.program-unfinished` while it is built, `InvalidError` for a record that does not hold absolute paths, and what
 * `findWorkingDirectory`, `confine`, `programArgv` and the reading of grants throw.
 */
export async function prepareInvocation(
  record: InstallRecord,
  { args, json, workingDir, timeout }: RunRequest,
  { workspace, grants, confine }: RunSettings,
): Promise<Invocation> {
  const { name, manifest } = record
  const [cwd, granted] = await Promise.all([
    findWorkingDirectory(workspace.root, workingDir),
    grants(record),
    checkProgram(record, workspace),
  ])
  const { confinement, environment } = await confine(record, cwd)
  const start = await startOf(record.argv, environment)
  const jsonSwitch = manifest.run?.json
  return {
    name,
    argv: [...start, ...(json && jsonSwitch !== undefined ? withJsonSwitch(args, jsonSwitch) : args)],
    cwd,
    timeout: timeout ?? manifest.run?.timeout ?? defaultTimeout,
    json: json ? (jsonSwitch === undefined ? 'unsupported' : 'asked') : 'no',
    confinement,
    ...appEnvironment(environment, manifest.requires?.env, granted),
  }
}

/** A record of one word may hold a script: what runs it is named, so that no shell is left to take a file for a text of its own. */
const startOf = async (
  argv: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<readonly string[]> => {
  const [program = '', ...rest] = argv
  return rest.length === 0 ? programArgv(program, environment) : argv
}

async function checkProgram(record: InstallRecord, workspace: Workspace): Promise<void> {
  const { name, argv, store } = record
  const hint = t(
    'prepare-invocation.run-npx-cli-apps-doctor',
    'Run "npx cli-apps doctor" to see what is wrong, or "npx cli-apps install {name}" to install it again.',
    { name },
  )
  if (!path.isAbsolute(argv[0] ?? '')) {
    const file = recordFile(workspace, name)
    throw new InvalidError(
      'record.corrupt',
      t(
        'record.corrupt.install-record-names-no',
        'The install record of {name} names no absolute program: {file}',
        { name, file },
      ),
      {
        hint,
        details: { file },
      },
    )
  }
  // The script of an interpreter too: otherwise its absence would look like a failure of the app.
  const paths = argv.filter((part) => path.isAbsolute(part))
  const found = await Promise.all(paths.map(exists))
  const missing = paths[found.indexOf(false)]
  if (missing === undefined) {
    await requireClass(record)
    return requireFinished(name, store)
  }
  throw new NotFoundError(
    'run.program-missing',
    t('run.program-missing', 'The program of {name} is gone: {missing}', { name, missing }),
    {
      hint,
      details: { program: missing },
    },
  )
}

/** A link may lead to a shell since the install, and a package bring one: only a person who runs the installer takes that. */
async function requireClass({ name, argv, general }: InstallRecord): Promise<void> {
  const program = general === undefined ? programOf(argv) : undefined
  const reason = program === undefined ? undefined : await whyGeneral(program)
  if (reason === undefined) return
  throw new ForbiddenError(
    'run.general-program',
    t('run.general-program', '{name} runs other programs now: {program} is {reason}.', {
      name,
      program: String(program),
      reason,
    }),
    {
      hint: t(
        'run.general-program.hint',
        'A person who wants that can say "npx cli-apps install {name} --allow-general".',
        { name },
      ),
    },
  )
}

/** A store entry counts only while `app.json` is in it: what is being built or repaired is never run by halves. */
async function requireFinished(name: string, store: string | null): Promise<void> {
  if (store === null || (await exists(path.join(store, 'app.json')))) return
  throw new UnavailableError(
    'run.program-unfinished',
    t(
      'run.program-unfinished',
      'The program of {name} is being installed or repaired, or that was interrupted: {store}',
      { name, store },
    ),
    {
      hint: t(
        'run.program-unfinished.hint',
        'Try again when it has finished, or run "npx cli-apps doctor --fix".',
      ),
      details: { store },
    },
  )
}
