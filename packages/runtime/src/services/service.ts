import type { ServiceHealth } from '@cli-apps/core'
import type { Job } from '../jobs/job.ts'

/** The server that the program of an installed app is, in this workspace. */
export interface ServiceState {
  app: string
  /** What its manifest calls it. */
  name: string
  /** What is started. */
  argv: readonly string[]
  health: ServiceHealth
  /** A process that we started supervises it. */
  isRunning: boolean
  /** Something answers as it would, whoever started it. */
  isHealthy: boolean
  /** The last start here, whatever became of it. */
  job: Job | undefined
}

/** The tool that jobs of services name. */
export const serviceTool = 'service'
