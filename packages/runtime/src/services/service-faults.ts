import {
  type AppError,
  CanceledError,
  ConflictError,
  type InstallRecord,
  NotFoundError,
  ProcessError,
  t,
  toLine,
  UnsupportedError,
} from '@cli-apps/core'
import type { EndedJob } from '../jobs/job.ts'
import type { ServiceState } from './service.ts'

export const noService = ({ name, manifest }: InstallRecord): NotFoundError => {
  const [other] = manifest.requires?.services ?? []
  return new NotFoundError(
    'service.none',
    t('service.none', '{name} declares no server of its own that can be started.', { name }),
    {
      hint:
        other?.start === undefined
          ? t('service.none.hint', 'Run "{cli} service status" to see which apps do.')
          : t('service.none.hint.other', 'It needs {service}, which a person starts with: {start}', {
              service: other.name,
              start: other.start,
            }),
    },
  )
}

/** What it answers on, for people. */
export const whereItAnswers = ({ health }: Pick<ServiceState, 'health'>): string => {
  if ('http' in health) return health.http
  return 'port' in health ? `127.0.0.1:${health.port}` : health.args.join(' ')
}

export const alreadyAnswers = (state: ServiceState): ConflictError =>
  new ConflictError(
    'service.answers-already',
    t('service.answers-already', 'Something else answers at {place} already; {name} was not started.', {
      place: whereItAnswers(state),
      name: state.app,
    }),
    {
      hint: t(
        'service.answers-already.hint',
        'If it is the server that you need, use it. Else stop it as it was started, and try again.',
      ),
    },
  )

export const noNetwork = (name: string): UnsupportedError =>
  new UnsupportedError(
    'service.no-network',
    t('service.no-network', 'The sandbox closes the network to {name}, so nothing could reach its server.', {
      name,
    }),
    {
      hint: t('service.no-network.hint', 'Start it without --sandbox strict.'),
    },
  )

/** The last lines of a log below a heading, as a hint; each on a line of its own. */
const lastLines = (tail: string): string =>
  tail.trim() === ''
    ? t('service.silent', 'It printed nothing.')
    : [
        t('service.last-lines', 'The last lines of its log:'),
        ...tail.split('\n').map((line) => toLine(line, 300)),
      ].join('\n    ')

export function endedEarly(name: string, job: EndedJob, tail: string): ProcessError {
  const why = {
    done: () => {
      const { exit_code, signal } = job.status === 'done' ? job.result : { exit_code: null, signal: null }
      return exit_code === null
        ? t('service.ended.signal', 'signal {signal}', { signal: String(signal) })
        : t('service.ended.status', 'status {status}', { status: exit_code })
    },
    failed: () => (job.status === 'failed' ? toLine(job.error.message, 300) : ''),
    canceled: () => t('service.ended.canceled', 'canceled'),
    denied: () => t('service.ended.canceled', 'canceled'),
    lost: () => t('service.ended.lost', 'ended from outside'),
  }[job.status]()
  return new ProcessError(
    'service.ended',
    t('service.ended', '{name} ended before it was ready: {why}.', { name, why: why.replace(/\.$/, '') }),
    {
      hint: lastLines(tail),
      details: { log: tail },
    },
  )
}

export function notReady(
  name: string,
  { seconds, isAborted, tail }: { seconds: number; isAborted: boolean; tail: string },
): AppError {
  if (isAborted)
    return new CanceledError(
      'service.canceled',
      t('service.canceled', '{name} was ended, because its start was interrupted.', { name }),
    )
  return new ProcessError(
    'service.not-ready',
    t('service.not-ready', '{name} did not answer in time ({seconds} s), and was ended.', {
      name,
      seconds,
    }),
    { hint: lastLines(tail), details: { log: tail } },
  )
}
