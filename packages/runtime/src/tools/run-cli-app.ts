import {
  type Effect,
  InvalidError,
  issuesOf,
  type ProgramRecord,
  programRecord,
  programTitle,
  t,
} from '@cli-apps/core'
import { withoutSecretArguments } from '../audit/redact-arguments.ts'
import { isSuspect, recordEffect } from '../confirm/call-effect.ts'
import { thereForCall } from '../confirm/there-for-call.ts'
import type { InstalledApp, InstalledApps } from '../installed-apps.ts'
import { judgedBy, openInstalledCommands } from '../installed-commands.ts'
import {
  type Invocation,
  prepareInvocation,
  type RunSettings,
  type StageRequest,
} from '../invoke/prepare-invocation.ts'
import { runApp } from '../invoke/run-app.ts'
import { runAttached } from '../invoke/run-attached.ts'
import type { JobRequest } from '../jobs/job-call.ts'
import type { JobMaker } from '../jobs/open-jobs.ts'
import type { Limits } from '../options.ts'
import type { AttachedRun } from '../streams/attached-run.ts'
import { readsInput } from '../streams/reads-input.ts'
import { type AppCall, callArguments } from './call-arguments.ts'
import { confirmedInvocation, type PreparedRun } from './confirmed-invocation.ts'
import { describeInstalled } from './describe-installed.ts'
import { installedRecord } from './installed-record.ts'
import { runAsJob } from './run-as-job.ts'
import { Arguments, jobTimeout, RunCliAppInput } from './run-cli-app-input.ts'
import type { CallPart, PreparedCall, PreparingTool } from './tool.ts'

export interface RunCliAppServices extends RunSettings {
  apps: InstalledApps
  limits: Limits
  /** Whether the model has a tool of that name now. */
  hasTool(name: string): boolean
  jobs: JobMaker
}

/** The one tool for all installed apps: argv without a shell, clean environment, bounded output. */
export function createRunCliApp(services: RunCliAppServices): PreparingTool<typeof RunCliAppInput> {
  const { apps, limits, hasTool, jobs, ...settings } = services
  const { workspace } = settings
  const { stageOf, judge } = openStages(services)
  return {
    name: 'run_cli_app',
    effect: 'unknown',
    input: RunCliAppInput,
    description: createDescription({ apps, limits, hasTool }),
    async prepare(
      { pipe = [], background = false, json = false, working_dir, timeout, ...call },
      { attached },
    ) {
      const prepareRun = async (): Promise<PreparedRun> => {
        const stages = [await stageOf(call), ...(await Promise.all(pipe.map(stageOf)))] as const
        const seconds = timeout ?? (background ? jobTimeout(longestOf(stages)) : timeoutOf(attached))
        const request = { ...call, stages, json, workingDir: working_dir, timeout: seconds }
        return { stages, invocation: await prepareInvocation(request, settings) }
      }
      const shown = await prepareRun()
      const { stages, invocation } = shown
      const { hold, current } = confirmedInvocation(shown, prepareRun)
      const parts = await Promise.all(stages.map((stage) => judge(stage, invocation.cwd)))
      const facts = factsOf(shown, parts)
      const named = realName(call.name, shown)
      if (background || (attached === undefined && invocation.timeout * 1000 > limits.jobAfterMs)) {
        const request = { ...jobFacts(shown, { json, background }), invocation: current }
        const job = runAsJob(jobs, request, { background, waitMs: limits.jobAfterMs, hold })
        return { ...facts, ...job, run: async (how) => ({ ...named, ...(await job.run(how)) }) }
      }
      return {
        ...facts,
        run: async ({ signal, attached }) => {
          const run = attached?.output === undefined ? runApp : runAttached
          const outcome = await run(await current(), { workspace, limits, signal, attached })
          return { ...named, ...outcome }
        },
        wait: async () => {
          hold()
          return {}
        },
      }
    },
  }
}

interface NamedCall extends AppCall {
  name: string
  program?: string | undefined
}

/** An app, and its program where that is not the entry point. */
const calledProgram = ({ name, called }: ProgramRecord): { app: string; program?: string } => ({
  app: name,
  ...(called !== undefined && { program: called }),
})

/** Makes stages of calls, and says what each of them would do. */
function openStages({ apps, hasTool, workspace }: RunCliAppServices) {
  const commands = openInstalledCommands(workspace)
  return {
    async stageOf({ name, program, ...call }: NamedCall): Promise<StageRequest> {
      const record = programRecord(await installedRecord(apps, name, hasTool('install_cli_app')), program)
      const args = fitting(await callArguments(record, call, commands))
      return { record, args, readsInput: readsInput(await judgedBy(commands, record)) }
    },
    async judge({ record, args }: StageRequest, cwd: string): Promise<CallPart> {
      const tree = await judgedBy(commands, record)
      return {
        ...calledProgram(record),
        args,
        effect: recordEffect(record, tree, args, thereForCall(cwd, args)),
        isSuspect: isSuspect(record, tree, args),
      }
    },
  }
}

/** The name of an app that was called by an alias. */
const realName = (called: string, { stages: [{ record }] }: PreparedRun): { app?: string } =>
  record.name === called ? {} : { app: record.name }

/** Whoever sees the output as it comes decides when it took too long. */
const timeoutOf = ({ timeout, output }: AttachedRun = {}): number | undefined =>
  timeout ?? (output === undefined ? undefined : Number.POSITIVE_INFINITY)

const longestOf = (stages: readonly StageRequest[]): number =>
  Math.max(...stages.map(({ record }) => record.manifest.run?.timeout ?? 0))

/** What a run would do, each of its programs judged as a call of its own. */
function factsOf(
  { stages: [first], invocation }: PreparedRun,
  parts: readonly CallPart[],
): Omit<PreparedCall, 'run'> {
  const { output, cwd, stages } = invocation
  const written: CallPart[] = output === null ? [] : [{ effect: 'write' }]
  const judged = [...parts, ...written]
  return {
    effect: strongest(judged.map(({ effect }) => effect)),
    isSuspect: judged.some((part) => part.isSuspect),
    parts: judged,
    summary: summaryOf(invocation, parts),
    ...calledProgram(first.record),
    args: stages[0].argv.slice(first.record.argv.length),
    ...(parts.length > 1 && {
      pipe: parts.slice(1).map(({ app = '', args = [], program }) => ({
        app,
        args,
        ...(program !== undefined && { program }),
      })),
    }),
    ...(output !== null && { stdoutFile: output.place }),
    workingDir: cwd,
    secrets: stages.flatMap(({ secrets }) => secrets),
  }
}

const order: readonly Effect[] = ['read', 'write', 'unknown', 'destructive']

const strongest = (effects: readonly Effect[]): Effect =>
  order.findLast((effect) => effects.includes(effect)) ?? 'unknown'

/** Names the installed apps; made again only when they or the tools have changed. */
function createDescription({
  apps,
  limits,
  hasTool,
}: Pick<RunCliAppServices, 'apps' | 'limits' | 'hasTool'>): () => Promise<string> {
  let described: { apps: readonly InstalledApp[]; canFind: boolean; text: string } | undefined
  return async () => {
    const installed = await apps.list()
    const canFind = hasTool('find_cli_apps')
    if (described?.apps !== installed || described.canFind !== canFind) {
      const text = describeInstalled(installed, { budget: limits.descriptionTokens, canFind })
      described = { apps: installed, canFind, text }
    }
    return described.text
  }
}

/** What of the call is written down with a job. */
function jobFacts(
  { stages, invocation }: PreparedRun,
  { json, background }: { json: boolean; background: boolean },
): Omit<JobRequest, 'invocation'> {
  const { cwd, timeout, input, output } = invocation
  const [first, ...others] = stages.map(({ record, args }, index) => ({
    name: record.name,
    ...(record.called !== undefined && { program: record.called }),
    args: withoutSecretArguments(args, invocation.stages[index]?.secrets ?? []),
  }))
  return {
    tool: 'run_cli_app',
    app: stages[0].record.name,
    input: {
      ...first,
      ...(others.length > 0 && { pipe: others }),
      // Text may hold secrets.
      ...(input !== null && (input.kind === 'file' ? { stdin_file: input.place } : { stdin: '…' })),
      ...(output !== null && { stdout_file: output.place }),
      working_dir: cwd,
      timeout,
      ...(json && { json }),
      ...(background && { background }),
    },
  }
}

const wordOf = (arg: string): string => (/^[\w./:=@%+,-]+$/.test(arg) ? arg : JSON.stringify(arg))

function summaryOf({ input, output }: Invocation, parts: readonly CallPart[]): string {
  const line = parts
    .map(({ app = '', program, args = [] }) =>
      [programTitle({ name: app, called: program }), ...args.map(wordOf)].join(' '),
    )
    .join(' | ')
  const from = input?.kind === 'file' ? ` < ${wordOf(input.place)}` : ''
  return `${line}${from}${output === null ? '' : ` > ${wordOf(output.place)}`}`
}

/** Arguments that were made of an input are held to the same limits. */
function fitting(args: readonly string[]): readonly string[] {
  const parsed = Arguments.safeParse(args)
  if (parsed.success) return parsed.data
  throw new InvalidError(
    'tool.bad-arguments',
    t('tool.bad-arguments', 'The input makes arguments that are too long for any program.'),
    {
      hint: t('tool.bad-arguments.hint', 'Put long text into a file; nothing was run.'),
      issues: issuesOf(parsed.error, args).slice(0, 1),
    },
  )
}
