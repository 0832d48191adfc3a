import { existsSync } from 'node:fs'
import path from 'node:path'

export const socketOf = (home: string, worker: number | string): string =>
  path.join(home, 'warm', `${worker}.sock`)

/** The socket of the process that runs the command lines of a worker, if there is one. */
export function warmSocket(worker: string | undefined): string | undefined {
  const home = process.env.CLI_APPS_HOME
  if (home === undefined || worker === undefined) return undefined
  const socket = socketOf(home, worker)
  return existsSync(socket) ? socket : undefined
}
