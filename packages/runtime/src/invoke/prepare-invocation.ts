import path from 'node:path'
import {
  ForbiddenError,
  InvalidError,
  NotFoundError,
  type RunRecord,
  t,
  UnavailableError,
} from '@cli-apps/core'
import {
  appRootFolder,
  exists,
  interpreterPath,
  programArgv,
  programOf,
  recordFile,
  type Workspace,
  whyGeneral,
} from '@cli-apps/core/node'
import type { Stage } from '../pipeline/stage.ts'
import { requireQuery } from '../query/run-query.ts'
import type { Confiner } from '../sandbox/open-confiner.ts'
import type { LackingAccess } from '../sandbox/wider-access.ts'
import { findOutput, type OutputFile } from '../streams/output-file.ts'
import { findInput, type InputRequest, type RunInput } from '../streams/run-input.ts'
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

/** An installed app, and which of its programs runs where that is not the entry point. */
export interface CalledRecord extends RunRecord {
  called?: string
}

/** One program of a run: an installed app and its arguments. */
export interface StageRequest {
  record: CalledRecord
  args: readonly string[]
  /** It reads standard input where no file is named, as far as is known. */
  readsInput: boolean
}

/** What is asked for, of one program or of several that are connected by pipes. */
interface RunRequest extends InputRequest {
  stages: readonly [StageRequest, ...StageRequest[]]
  /** Of the last program. */
  json: boolean
  query?: string | undefined
  /** Relative to the workspace or absolute; the workspace when absent. */
  workingDir?: string | undefined
  /** Seconds; the most that a manifest of them says when absent, else 60. */
  timeout?: number | undefined
  /** Where the output of the last program goes, relative to the folder or absolute. */
  stdout_file?: string | undefined
  overwrite?: boolean | undefined
}

/** A checked program of a run, and what is to be said of its environment. */
export interface AppStage extends Stage, AppEnvironment {
  env: Record<string, string>
  readsInput: boolean
  /** What the app declares and does not have in this run. */
  lacking: readonly LackingAccess[]
  /** The hosts to which its declaration limits it. */
  hosts?: readonly string[] | undefined
}

/** A checked run, as JSON data: nothing of it is looked up, guessed or parsed again. */
export interface Invocation {
  /** The first reads the input, each other one what the one before it prints. */
  stages: readonly [AppStage, ...AppStage[]]
  cwd: string
  /** Seconds. */
  timeout: number
  json: 'no' | 'asked' | 'unsupported'
  /** JMESPath expression that projects the output of the last program. */
  query: string | null
  input: RunInput | null
  output: OutputFile | null
}

const defaultTimeout = 60

/**
 * Installed apps and a request made into argvs, a folder and environments. Throws `NotFoundError` `run.program-missing` when a
 * recorded program is gone, `UnavailableError` `run.program-unfinished` while it is built, `InvalidError` for a record that does not
 * hold absolute paths, and what `findWorkingDirectory`, `findInput`, `findOutput`, `confine`, `programArgv` and the reading of grants
 * throw.
 */
export async function prepareInvocation(
  { stages, json, query, workingDir, timeout, stdout_file, overwrite = false, ...input }: RunRequest,
  settings: RunSettings,
): Promise<Invocation> {
  const { root } = settings.workspace
  const cwd = await findWorkingDirectory(root, workingDir)
  if (query !== undefined) await requireQuery(query)
  const [first, ...others] = stages
  const last = stages.at(-1) ?? first
  const prepare = (stage: StageRequest): Promise<AppStage> =>
    prepareStage(stage, { cwd, json: json && stage === last }, settings)
  return {
    input: await findInput(input, { root, cwd }),
    output: stdout_file === undefined ? null : await findOutput(stdout_file, { root, cwd, overwrite }),
    stages: [await prepare(first), ...(await Promise.all(others.map(prepare)))],
    cwd,
    timeout: timeout ?? longestTimeout(stages) ?? defaultTimeout,
    json: json ? (last.record.manifest.run?.json === undefined ? 'unsupported' : 'asked') : 'no',
    query: query ?? null,
  }
}

function longestTimeout(stages: readonly StageRequest[]): number | undefined {
  const wanted = stages.flatMap(({ record }) => record.manifest.run?.timeout ?? [])
  return wanted.length === 0 ? undefined : Math.max(...wanted)
}

async function prepareStage(
  { record, args, readsInput }: StageRequest,
  { cwd, json }: { cwd: string; json: boolean },
  { workspace, grants, confine }: RunSettings,
): Promise<AppStage> {
  const { name, manifest } = record
  const [granted] = await Promise.all([grants(record), checkProgram(record, workspace)])
  const { environment, ...confined } = await confine(record, cwd)
  const start = await startOf(record, environment)
  const jsonSwitch = manifest.run?.json
  const search = interpreterPath(record.argv, environment.PATH ?? '')
  return {
    name,
    argv: [...start, ...(json && jsonSwitch !== undefined ? withJsonSwitch(args, jsonSwitch) : args)],
    readsInput,
    ...confined,
    ...appEnvironment({ ...environment, PATH: search }, manifest.requires?.env, granted),
  }
}

/**
 * A record of one word may hold a script: what runs it is named, so that no shell is left to take a file for a text of its own. In
 * a root of its own that is the kernel's work: the interpreter is there.
 */
const startOf = async (
  record: CalledRecord,
  environment: Readonly<Record<string, string>>,
): Promise<readonly string[]> => {
  const { argv } = record
  const [program = '', ...rest] = argv
  return appRootFolder(record) !== undefined
    ? argv
    : rest.length === 0
      ? programArgv(program, environment)
      : argv
}

async function checkProgram(record: RunRecord, workspace: Workspace): Promise<void> {
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
async function requireClass({ name, argv, general }: RunRecord): Promise<void> {
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
