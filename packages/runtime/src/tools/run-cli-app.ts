import { type InstallRecord, programRecord } from '@cli-apps/core'
import { withoutSecretArguments } from '../audit/redact-arguments.ts'
import type { InstalledApp, InstalledApps } from '../installed-apps.ts'
import type { RunSettings } from '../invoke/prepare-invocation.ts'
import { runPrepared } from '../invoke/run-prepared.ts'
import type { JobRequest } from '../jobs/job-call.ts'
import type { JobMaker } from '../jobs/open-jobs.ts'
import type { Limits } from '../options.ts'
import { openRunPreparer } from '../prepare-run.ts'
import { withServiceHint } from '../services/service-hint.ts'
import type { PreparedRun } from './confirmed-invocation.ts'
import { describeInstalled } from './describe-installed.ts'
import { calledRecord, installedRecord } from './installed-record.ts'
import { runAsJob } from './run-as-job.ts'
import { RunCliAppInput } from './run-cli-app-input.ts'
import { unusedInput } from './shown/unused-input.ts'
import type { PreparingTool } from './tool.ts'

export interface RunCliAppServices extends RunSettings {
  apps: InstalledApps
  limits: Limits
  /** Whether the model has a tool of that name now. */
  hasTool(name: string): boolean
  jobs: JobMaker
}

/** The one tool for all installed apps: argv without a shell, clean environment, bounded output. */
export function createRunCliApp(services: RunCliAppServices): PreparingTool<typeof RunCliAppInput> {
  const { apps, limits, hasTool, jobs, workspace } = services
  const prepareRun = openRunPreparer({
    ...services,
    findRecord: async (name, program) => {
      const canInstall = hasTool('install_cli_app')
      if (program === undefined) return calledRecord(apps, name, canInstall)
      return programRecord(await installedRecord<InstallRecord>(apps, name, canInstall), program)
    },
  })
  return {
    name: 'run_cli_app',
    effect: 'unknown',
    input: RunCliAppInput,
    description: createDescription({ apps, limits, hasTool }),
    hides: async () => unusedInput(await apps.list()),
    async prepare(input, { attached }) {
      const { background = false, json = false } = input
      const { shown, facts, named, hold, current } = await prepareRun(input, attached)
      if (background || (attached === undefined && shown.invocation.timeout * 1000 > limits.jobAfterMs)) {
        const request = { ...jobFacts(shown, { json, background }), invocation: current }
        const job = runAsJob(jobs, request, { background, waitMs: limits.jobAfterMs, hold })
        return { ...facts, ...job, run: async (how) => ({ ...named, ...(await job.run(how)) }) }
      }
      return {
        ...facts,
        run: async ({ signal, attached }) => {
          const outcome = await runPrepared(await current(), { workspace, limits, signal, attached })
          const names = shown.stages.map(({ record }) => record.name)
          return { ...named, ...(await withServiceHint(outcome, names, services)) }
        },
        wait: async () => {
          hold()
          return {}
        },
      }
    },
  }
}

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
