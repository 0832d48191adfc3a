import { cliCall, t, toLine, UsageError } from '@cli-apps/core'
import type { OptionValues } from '@cli-apps/core/command-line'
import { type ChangePlan, RunResult } from '@cli-apps/core/results'
import type { Job, Jobs } from '@cli-apps/runtime'
import { type Command, type CommandResult, changeOptions } from '../../command.ts'
import type { CommandContext } from '../../context.ts'
import { carryOut } from '../../plan/carry-out.ts'
import { writes } from '../../plan/planned-effect.ts'
import { tableText } from '../../ui/table.ts'
import type { JobsResult } from './jobs-result.ts'

export const jobs: Command<JobsResult | ChangePlan> = {
  summary: 'List background jobs of agents, and cancel them',
  usage: '[list] | show <id> | cancel <id>',
  completes: [['list', 'show', 'cancel'], []],
  options: changeOptions,
  async run([verb = 'list', id, ...more], options, context) {
    const { workspace, environment } = context
    const { createRuntime } = await import('@cli-apps/runtime')
    await using runtime = await createRuntime({ workspace: workspace.root, environment, audit: false })
    if (verb === 'list' && id === undefined) return listJobs(runtime.jobs)
    if (verb === 'show' && id !== undefined && more.length === 0) return showJob(id, runtime.jobs)
    if (verb === 'cancel' && id !== undefined && more.length === 0)
      return cancelJob(id, runtime.jobs, options, context)
    throw new UsageError(
      'cli.bad-jobs',
      t('cli.bad-jobs.expected-subcommand-jobs-list', 'Expected a subcommand: jobs <list|show|cancel>.'),
      {
        hint: `${cliCall()} jobs ${jobs.usage}`,
      },
    )
  },
}

async function listJobs(all: Jobs): Promise<CommandResult<JobsResult>> {
  const entries = (await all.list()).map(entryOf)
  if (entries.length === 0)
    return {
      value: { jobs: entries },
      text: t('jobs.there-no-jobs-workspace', 'There are no jobs in this workspace.'),
    }
  return { value: { jobs: entries }, text: tableText(entries.map(row)) }
}

const row = ({ id, status, app, tool, args }: Entry): string[] => [
  id,
  status,
  [app ?? tool, ...args].map((word) => toLine(word, 100)).join(' '),
]

async function showJob(id: string, all: Jobs): Promise<CommandResult<JobsResult>> {
  const job = await all.get(id)
  const entry = entryOf(job)
  const output = await all.tail(id)
  const result = RunResult.safeParse(await all.result(id)).data ?? null
  const failure = result?.ok === false ? [toLine(result.error.message, 500)] : []
  const text = [row(entry).join('  '), ...failure, ...output.split('\n')]
  return { value: { ...entry, output, result }, text: text.join('\n') }
}

async function cancelJob(
  id: string,
  all: Jobs,
  options: OptionValues,
  context: CommandContext,
): Promise<CommandResult<JobsResult | ChangePlan>> {
  const job = await all.get(id)
  const before = entryOf(job)
  if (before.ended_at !== null)
    return {
      value: { ...before, changed: false },
      text: t('jobs.job-has-already-ended', 'The job {id} has already ended.', { id: job.id }),
    }
  const plan: ChangePlan = {
    command: 'jobs cancel',
    workspace: context.workspace.root,
    changes: [
      {
        subject: job.id,
        summary: t('jobs.end-job-every-process', 'end the job {id} and every process that it started', {
          id: job.id,
        }),
        effects: writes(before.result_file),
        permissions: [],
        remarks: [],
        facts: { id: job.id },
      },
    ],
  }
  return carryOut(plan, options, context, async () => {
    const after = entryOf(await all.cancel(id))
    return {
      value: { ...after, changed: true },
      text:
        after.status === 'canceled'
          ? t('jobs.job-canceled', 'The job {id} is canceled.', { id: job.id })
          : t('jobs.job-ended-itself-before', 'The job {id} ended by itself before it could be canceled.', {
              id: job.id,
            }),
    }
  })
}

type Entry = ReturnType<typeof entryOf>

const entryOf = (job: Job) => ({
  id: job.id,
  status: job.status,
  tool: job.tool,
  app: job.app ?? null,
  args: Array.isArray(job.input.args) ? job.input.args.map(String) : [],
  created_at: job.created_at,
  ended_at: 'ended_at' in job ? job.ended_at : null,
  result_file: `.cli-apps/jobs/${job.id}/result.json`,
  log: `.cli-apps/jobs/${job.id}/output.log`,
})
