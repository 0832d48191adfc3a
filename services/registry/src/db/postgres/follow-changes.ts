import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type ChangeFeed, changeChannel } from '../database.ts'
import type { PostgresPool } from './postgres-pool.ts'
import type { ConnectionOptions, PostgresConnection } from './postgres-session.ts'

const beatMs = 1000
/** Silence that means that notifications are lost. */
const silenceMs = 5000
/** After this an attempt counts as failed: on a line that fell silent a query may wait for many minutes. */
const attemptMs = 7000

interface FollowOptions {
  /** Opens a connection that nothing else uses. */
  connect: (options: ConnectionOptions) => PostgresConnection
  changed: (app: string | undefined) => void
}

/**
 * Hears the notifications of changes over a connection of its own, and opens another one when that is lost or silent. A
 * heartbeat that the pool sends and this connection hears covers both: a connection that only looks open counts as lost.
 */
export async function followChanges(
  pool: Pick<PostgresPool, 'use'>,
  { connect, changed }: FollowOptions,
): Promise<ChangeFeed & { close: () => void }> {
  const channel = `cli_apps_beat_${randomBytes(8).toString('hex')}`
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
    // What happened in between was not heard.
    changed(undefined)
    // Until its first heartbeat: one that is closed again before it could hear anything never would.
    lastHeard = performance.now()
  }
  await open()
  hear(channel, '')

  const beat = oneAtATime(() =>
    pool.use(({ run }) => run((client) => client`select pg_notify(${channel}, '')`)),
  )
  const reopen = oneAtATime(open)
  const timer = setInterval(() => {
    if (performance.now() - lastHeard > silenceMs) isCurrent = false
    if (!isCurrent && (!listener?.isOpen() || performance.now() - lastHeard > silenceMs)) reopen()
    beat()
  }, beatMs)
  timer.unref()
  return {
    isCurrent: () => isCurrent,
    close: () => {
      clearInterval(timer)
      listener?.close()
    },
  }
}

/** Begins the work unless it is under way. A failure counts for nothing: the next heartbeat tries again. */
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
