import { setTimeout as sleep } from 'node:timers/promises'
import { type InstallRecord, type OwnService, ownService, programRecord, t } from '@cli-apps/core'
import { acquireLock } from '@cli-apps/core/node'
import type { InstalledApps } from '../installed-apps.ts'
import { type Invocation, prepareInvocation, type RunSettings } from '../invoke/prepare-invocation.ts'
import { runApp } from '../invoke/run-app.ts'
import { isEnded, type Job } from '../jobs/job.ts'
import type { JobMaker } from '../jobs/open-jobs.ts'
import type { Limits } from '../options.ts'
import { isHealthy } from './check-health.ts'
import { type ServiceState, serviceTool } from './service.ts'
import { alreadyAnswers, endedEarly, noNetwork, noService, notReady } from './service-faults.ts'

/** Servers that installed apps bring, each as a job of the workspace that survives this process. For the host program only. */
export interface Services {
  /** Returns those of all installed apps, by name. */
  list(): Promise<ServiceState[]>
  /** Throws `NotFoundError` `service.none` for an app that declares no server of its own, and what reading its record throws. */
  get(name: string): Promise<ServiceState>
  /**
   * Starts it in `workingDir` and returns its state when it is healthy; without effect if it runs. Throws `ProcessError`
   * `service.ended` or `service.not-ready` with its last lines, and `ConflictError` `service.answers-already`.
   */
  start(name: string, options: StartService): Promise<{ state: ServiceState; changed: boolean }>
  /** Ends it with all its processes. */
  stop(name: string): Promise<{ state: ServiceState; changed: boolean }>
}

interface StartService {
  workingDir: string
  signal: AbortSignal
}

interface ServicesSettings extends RunSettings {
  apps: InstalledApps
  limits: Limits
  jobs: JobMaker
  /** Throws for an app that is not installed. */
  record(name: string): Promise<InstallRecord>
}

const pollMs = 200
const usualSeconds = 30
const checkSeconds = 5

export function openServices(settings: ServicesSettings): Services {
  const { apps, jobs, workspace } = settings

  async function find(name: string): Promise<FoundService> {
    const record = await settings.record(name)
    const service = ownService(record.manifest.requires)
    if (service === undefined) throw noService(record)
    return { record, service }
  }

  const locked = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    await using _lock = await acquireLock(workspace.state, `service-${name}`, {
      wait: 600_000,
      what: t('services.lock', 'The service of {name}', { name }),
    })
    return await work()
  }

  return {
    async list() {
      const states: ServiceState[] = []
      for (const { record } of await apps.list()) {
        const service = ownService(record?.manifest.requires)
        if (record !== undefined && service !== undefined)
          states.push(await stateOf({ record, service }, settings))
      }
      return states
    },
    async get(name) {
      const { record, service } = await find(name)
      return stateOf({ record, service }, settings)
    },
    async start(name, options) {
      const found = await find(name)
      const app = found.record.name
      return locked(app, async () => {
        const before = await stateOf(found, settings)
        if (before.isRunning) return { state: before, changed: false }
        if (before.isHealthy) throw alreadyAnswers(before)
        await startServer(found, { ...settings, ...options })
        return { state: await stateOf(found, settings), changed: true }
      })
    },
    async stop(name) {
      const { record, service } = await find(name)
      const job = await lastJob(record.name, jobs)
      const isRunning = job?.status === 'pending'
      if (isRunning) await jobs.cancel(job.id)
      return { state: await stateOf({ record, service }, settings), changed: isRunning }
    },
  }
}

interface FoundService {
  record: InstallRecord
  service: OwnService
}

const lastJob = async (app: string, jobs: JobMaker): Promise<Job | undefined> =>
  (await jobs.list()).find((job) => job.tool === serviceTool && job.app === app)

async function stateOf({ record, service }: FoundService, settings: ServicesSettings): Promise<ServiceState> {
  const job = await lastJob(record.name, settings.jobs)
  return {
    app: record.name,
    name: service.name,
    argv: [...programRecord(record, service.program).argv, ...service.start_args],
    health: service.health,
    isRunning: job?.status === 'pending',
    isHealthy: await answers(record, service, settings),
    job,
  }
}

/** Starts the job of a server, and waits until that is healthy. */
async function startServer(
  { record, service }: FoundService,
  { workingDir, signal, ...settings }: ServicesSettings & StartService,
): Promise<void> {
  const invocation = await prepareService(record, service, { ...settings, workingDir })
  const [stage] = invocation.stages
  if (isCutOff(stage)) throw noNetwork(record.name)
  const request = { name: record.name, args: service.start_args, working_dir: workingDir }
  const call = settings.jobs.prepare({
    tool: serviceTool,
    app: record.name,
    input: { ...request, ...(service.program !== undefined && { program: service.program }) },
    invocation: async () => invocation,
  })
  const { id } = await call.start()
  await untilReady(id, { record, service }, { ...settings, signal })
}

async function untilReady(
  id: string,
  { record, service }: FoundService,
  { jobs, signal, ...settings }: ServicesSettings & Pick<StartService, 'signal'>,
): Promise<void> {
  const seconds = service.ready_within_seconds ?? usualSeconds
  const deadline = Date.now() + seconds * 1000
  for (;;) {
    const isReady = await answers(record, service, settings)
    const job = await jobs.get(id)
    // Read after the answer: a server of somebody else may have given it.
    if (isEnded(job)) throw endedEarly(record.name, job, await jobs.tail(id, 15))
    if (isReady) return
    if (Date.now() > deadline || signal.aborted) {
      await jobs.cancel(id)
      throw notReady(record.name, { seconds, isAborted: signal.aborted, tail: await jobs.tail(id, 15) })
    }
    await sleep(pollMs)
  }
}

/** In a network of its own, nobody reaches a server. */
const isCutOff = ({ confinement }: Invocation['stages'][0]): boolean =>
  confinement.kind === 'sandbox' && confinement.policy.network === 'none'

const prepareService = (
  record: InstallRecord,
  { program, start_args: args }: OwnService,
  { workingDir, ...settings }: RunSettings & { workingDir: string },
): Promise<Invocation> =>
  prepareInvocation(
    {
      stages: [{ record: programRecord(record, program), args, readsInput: false }],
      json: false,
      workingDir,
      timeout: Number.POSITIVE_INFINITY,
    },
    settings,
  )

/** Whether the service of an app answers, whoever started it. */
export const answers = (
  record: InstallRecord,
  { health }: Pick<OwnService, 'health'>,
  settings: RunSettings & { limits: Limits },
): Promise<boolean> =>
  isHealthy(health, async ({ args, program }) => {
    const stages = [{ record: programRecord(record, program), args, readsInput: false }] as const
    const invocation = await prepareInvocation({ stages, json: false, timeout: checkSeconds }, settings)
    const { workspace, limits } = settings
    return (await runApp(invocation, { workspace, limits, signal: new AbortController().signal })).exit_code
  })
