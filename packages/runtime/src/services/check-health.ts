import { get } from 'node:http'
import { connect } from 'node:net'
import type { ServiceHealth } from '@cli-apps/core'

/** Milliseconds for one answer. */
const answerMs = 2000

/** Whether a server on this machine answers now. `call` runs the app with arguments and returns its exit status. */
export async function isHealthy(
  health: ServiceHealth,
  call: (check: { args: readonly string[]; program?: string | undefined }) => Promise<number | null>,
): Promise<boolean> {
  if ('http' in health) return answersHttp(health.http)
  if ('port' in health) return acceptsConnections(health.port)
  return (await call(health).catch(() => null)) === 0
}

/** A redirect counts, and is not followed. */
const answersHttp = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const request = get(url, { timeout: answerMs, agent: false }, (response) => {
      const { statusCode = 0 } = response
      response.destroy()
      resolve(statusCode >= 200 && statusCode < 400)
    })
    request.on('timeout', () => request.destroy())
    request.on('error', () => resolve(false))
    request.on('close', () => resolve(false))
  })

const acceptsConnections = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, timeout: answerMs })
    const end = (isOpen: boolean) => () => {
      socket.destroy()
      resolve(isOpen)
    }
    socket.once('connect', end(true)).once('timeout', end(false)).once('error', end(false))
  })
