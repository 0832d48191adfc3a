import path from 'node:path'
import { cliCall, t, UsageError } from '@cli-apps/core'
import type { OptionValues } from '@cli-apps/core/command-line'
import type { ChangePlan, PlannedEffect } from '@cli-apps/core/results'
import type { Runtime, ServiceState } from '@cli-apps/runtime'
import { type Command, type CommandResult, changeOptions, textOption } from '../../command.ts'
import type { CommandContext } from '../../context.ts'
import { carryOut } from '../../plan/carry-out.ts'
import { followLog } from '../../run/follow-log.ts'
import { openWholeRuntime, runFolder } from '../../run/open-run-runtime.ts'
import { sandboxOption } from '../../run/sandbox-option.ts'
import { serviceEntry, serviceStatus } from '../../run/service-entry.ts'
import { tableText } from '../../ui/table.ts'
import type { ServiceResult } from './service-result.ts'

type Result = CommandResult<ServiceResult | ChangePlan>

interface Call {
  app: string
  runtime: Runtime
  options: OptionValues
  context: CommandContext
}

export const service: Command<ServiceResult | ChangePlan> = {
  summary: 'Start and stop servers that installed apps bring',
  usage: '[status [app]] | start <app> | stop <app> | logs <app>',
  completes: [['status', 'start', 'stop', 'logs'], 'installed', []],
  options: {
    follow: { type: 'boolean', short: 'f', description: 'With logs: print what comes, until it ends' },
    lines: { type: 'string', value: 'N', description: 'With logs: print this many lines (default: 50)' },
    ...sandboxOption,
    ...changeOptions,
  },
  async run([verb = 'status', app, ...more], options, context) {
    const action = Object.hasOwn(actions, verb) ? actions[verb] : undefined
    const isListing = verb === 'status' && app === undefined
    if (more.length > 0 || action === undefined || (app === undefined && !isListing))
      throw new UsageError(
        'cli.bad-service',
        t('cli.bad-service', 'Expected a subcommand: service <status|start|stop|logs>.'),
        { hint: `${cliCall()} service ${service.usage}` },
      )
    readLines(options)
    await using runtime = await openWholeRuntime(options, context)
    return await (app === undefined ? listServices(runtime) : action({ app, runtime, options, context }))
  },
}

const actions: Readonly<Record<string, (call: Call) => Promise<Result>>> = {
  status: showService,
  start: startService,
  stop: stopService,
  logs: showLogs,
}

async function listServices({ services }: Runtime): Promise<Result> {
  const entries = (await services.list()).map(serviceEntry)
  if (entries.length === 0)
    return {
      value: { services: [] },
      text: t('service.no-apps', 'No app of this workspace brings a server.'),
    }
  return {
    value: { services: entries },
    text: tableText(entries.map((entry) => [entry.app, entry.name, serviceStatus(entry)])),
  }
}

async function showService({ app, runtime }: Call): Promise<Result> {
  const value = serviceEntry(await runtime.services.get(app))
  return { value, text: `${value.app}: ${serviceStatus(value)}` }
}

async function startService({ app, runtime, options, context }: Call): Promise<Result> {
  const before = await runtime.services.get(app)
  const cwd = runFolder(context)
  const title = t('service.start', 'start {name} of {app}, which runs until it is stopped', {
    name: before.name,
    app: before.app,
  })
  const effect: PlannedEffect = { effect: 'run', title, argv: [...before.argv], cwd }
  const plan = planOf('start', before, { title, effects: before.isRunning ? [] : [effect] }, context)
  return carryOut(plan, options, context, async () => {
    const { signal } = context
    const { state, changed } = await runtime.services.start(app, { workingDir: cwd, signal })
    const value = { ...serviceEntry(state), changed }
    const status = serviceStatus(value)
    return {
      value,
      text: changed
        ? t('service.started', '{app}: {status}', { app: value.app, status })
        : t('service.runs-already', '{app} was started before: {status}', { app: value.app, status }),
    }
  })
}

async function stopService({ app, runtime, options, context }: Call): Promise<Result> {
  const before = await runtime.services.get(app)
  const title = t('service.stop', 'end {name} of {app} with every process that it started', {
    name: before.name,
    app: before.app,
  })
  const file = path.join(context.workspace.state, 'jobs', before.job?.id ?? '', 'result.json')
  const effects: PlannedEffect[] = before.isRunning ? [{ effect: 'write', path: file }] : []
  return carryOut(planOf('stop', before, { title, effects }, context), options, context, async () => {
    const { state, changed } = await runtime.services.stop(app)
    const value = { ...serviceEntry(state), changed }
    return {
      value,
      text: changed
        ? t('service.stopped', '{app} is stopped.', { app: value.app })
        : `${value.app}: ${serviceStatus(value)}`,
    }
  })
}

const planOf = (
  verb: string,
  { app, health }: ServiceState,
  { title, effects }: { title: string; effects: PlannedEffect[] },
  { workspace }: CommandContext,
): ChangePlan => ({
  command: `service ${verb}`,
  workspace: workspace.root,
  changes: [{ subject: app, summary: title, effects, permissions: [], remarks: [], facts: { health } }],
})

async function showLogs({ app, runtime, options, context }: Call): Promise<Result> {
  const { output, workspace, signal } = context
  const value = serviceEntry(await runtime.services.get(app))
  const { job } = value
  if (job === null)
    return {
      value: { ...value, output: '' },
      text: t('service.no-log', '{app} was not started here yet.', { app }),
    }
  const isFollowing = options.follow === true && !output.isJson
  const text = await runtime.jobs.tail(job, readLines(options), mostCharacters)
  if (!isFollowing) return { value: { ...value, output: text }, text, isVerbatim: true }
  output.result(undefined, text, { isVerbatim: true })
  await followLog(path.join(workspace.state, 'jobs', job, 'output.log'), {
    signal,
    hasEnded: async () => (await runtime.jobs.get(job)).status !== 'pending',
    print: (more) => output.result(undefined, more, { isVerbatim: true }),
  })
  return { value: { ...value, output: text }, text: '', ...(signal.aborted && { exitStatus: 130 }) }
}

const mostCharacters = 1_000_000

/** `--lines`. Throws `UsageError` `cli.bad-lines`. */
function readLines(options: OptionValues): number {
  const text = textOption(options, 'lines') ?? '50'
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text)
  throw new UsageError(
    'cli.bad-lines',
    t('cli.bad-lines.service', '--lines takes a number from 1 to 99999, not {text}.', {
      text: JSON.stringify(text),
    }),
  )
}
