import path from 'node:path'
import { t } from '@cli-apps/core'
import type { ServiceState } from '@cli-apps/runtime'
import type { ServiceEntry } from '../commands/use/service-result.ts'

/** A service as `--json` prints it. */
export function serviceEntry(state: ServiceState): ServiceEntry {
  const { app, name, isRunning, isHealthy, argv, job } = state
  const running = isRunning && job?.status === 'pending' ? job : undefined
  return {
    app,
    name,
    running: isRunning,
    healthy: isHealthy,
    pid: running?.supervisor.pid ?? null,
    since: running?.started_at ?? null,
    argv: [...argv],
    health: healthText(state),
    job: job?.id ?? null,
    log: job === undefined ? null : `.cli-apps/jobs/${job.id}/output.log`,
    ended: endOf(job),
  }
}

function endOf(job: ServiceState['job']): ServiceEntry['ended'] {
  if (job === undefined || !('ended_at' in job)) return null
  return { at: job.ended_at, how: job.status, exit_code: job.status === 'done' ? job.result.exit_code : null }
}

function healthText({ health, argv }: Pick<ServiceState, 'health' | 'argv'>): string {
  if ('http' in health) return health.http
  if ('port' in health) return `127.0.0.1:${health.port}`
  return [health.program ?? path.basename(argv[0] ?? ''), ...health.args].join(' ')
}

/** How it is, in a few words. */
export function serviceStatus({ healthy, since, pid, ended, health }: ServiceEntry): string {
  if (since !== null && pid !== null)
    return healthy
      ? t('service.running', 'runs since {since} (pid {pid}), answers at {health}', { since, pid, health })
      : t('service.unhealthy', 'runs since {since} (pid {pid}), does not answer at {health}', {
          since,
          pid,
          health,
        })
  if (healthy)
    return t('service.elsewhere', 'not started here, but something answers at {health}', { health })
  if (ended === null) return t('service.never', 'not running')
  return t('service.not-running', 'not running; the last start ended {at}: {how}', {
    at: ended.at,
    how: endText(ended),
  })
}

const endText = ({ how, exit_code }: NonNullable<ServiceEntry['ended']>): string => {
  if (how === 'canceled') return t('service.end.stopped', 'stopped')
  if (how === 'lost') return t('service.end.lost', 'with the machine, or killed')
  return exit_code === null
    ? t('service.end.failed', 'failed')
    : t('service.end.status', 'status {status}', { status: exit_code })
}
