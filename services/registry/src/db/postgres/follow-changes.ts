import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type ChangeFeed, changeChannel } from '../database.ts'
import type { PostgresPool } from './postgres-pool.ts'
import type { ConnectionOptions, PostgresConnection } from './postgres-session.ts'

const heartbeatMs = 1000
/** Time without a heartbeat after which notifications count as lost. */
const silenceMs = 5000
/** Timeout of an attempt: a query on a dead connection may wait for many minutes. */
const attemptMs = 7000

interface FollowOptions {
  /** Opens a dedicated connection. */
  connect: (options: ConnectionOptions) => PostgresConnection
  changed: (app: string | undefined) => void
}

/**
 * Listens for notifications of changes on its own connection, and opens another one when that is lost or
 * silent. The pool sends a heartbeat that this connection must receive, so a connection that only looks open
 * counts as lost.
 */
export async function followChanges(
  pool: Pick<PostgresPool, 'use'>,
  { connect, changed }: FollowOptions,
): Promise<ChangeFeed & { close: () => void }> {
  const channel = `cli_apps_heartbeat_${randomBytes(8).toString('hex')}`
  let listener: PostgresConnection | undefined
  let lastHeard = performance.now()
  let isCurrent = true
  const hear = (heard: string, payload: string): void => {
    if (heard === changeChannel) changed(payload)
    else {
      lastHeard = performance.now()
      isCurrent = true
    }
  }
  const open = async (): Promise<void> => {
    listener?.close()
    const opened = connect({
      onNotify: hear,
      onClose: () => {
        if (listener === opened) isCurrent = false
      },
    })
    listener = opened
    for (const name of [changeChannel, channel]) await opened.run((client) => client.unsafe(`listen ${name}`))
    // Notifications in the meantime were missed.
    changed(undefined)
    // Gives a new connection time for its first heartbeat; otherwise it would be closed before receiving one.
    lastHeard = performance.now()
  }
  await open()
  hear(channel, '')

  const sendHeartbeat = oneAtATime(() =>
    pool.use(({ run }) => run((client) => client`select pg_notify(${channel}, '')`)),
  )
  const reopen = oneAtATime(open)
  const timer = setInterval(() => {
    if (performance.now() - lastHeard > silenceMs) isCurrent = false
    if (!isCurrent && (!listener?.isOpen() || performance.now() - lastHeard > silenceMs)) reopen()
    sendHeartbeat()
  }, heartbeatMs)
  timer.unref()
  return {
    isCurrent: () => isCurrent,
    close: () => {
      clearInterval(timer)
      listener?.close()
    },
  }
}

/**
 * Starts the work unless it is already running. Failures are ignored, because the next heartbeat tries again.
 */
function oneAtATime(work: () => Promise<unknown>): () => void {
  let isBusy = false
  const done = (): void => {
    isBusy = false
  }
  return () => {
    if (isBusy) return
    isBusy = true
    Promise.race([work(), delay(attemptMs, undefined, { ref: false })]).then(done, done)
  }
}
