import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type postgres from 'postgres'
import { type ChangeFeed, changeChannel } from './database.ts'

const beatMs = 1000
/** Silence that means that notifications are lost. */
const silenceMs = 5000
/** After this an attempt counts as failed: on a line that fell silent a query may wait for many minutes. */
const attemptMs = 7000

interface FollowOptions {
  /** Opens a connection that nothing else uses. */
  connect: () => postgres.Sql
  changed: (app: string | undefined) => void
}

/**
 * Hears the notifications of changes, over a connection of its own that is made anew whenever it falls silent. A beat that
 * the pool sends and this connection hears tells both: also a connection that only looks open counts as broken.
 */
export async function followChanges(
  pool: postgres.Sql,
  { connect, changed }: FollowOptions,
): Promise<ChangeFeed & { close: () => Promise<void> }> {
  const channel = `cli_apps_beat_${randomBytes(8).toString('hex')}`
  let listener: postgres.Sql | undefined
  let lastHeard = performance.now()
  let isCurrent = true
  const hear = (): void => {
    lastHeard = performance.now()
    isCurrent = true
  }
  const open = async (): Promise<void> => {
    const opened = connect()
    listener = opened
    // Called again when the driver itself reconnects: what happened in between was not heard.
    await opened.listen(changeChannel, changed, () => changed(undefined))
    await opened.listen(channel, hear)
    // Until its first beat: one that is closed again before it could hear anything never would.
    lastHeard = performance.now()
  }
  const reopen = (): Promise<void> => {
    // Nothing waits for the end of a connection that may never answer.
    listener?.end({ timeout: 0 }).catch(() => {})
    return open()
  }
  await open()
  hear()

  const once = (work: () => Promise<unknown>): (() => void) => {
    let isBusy = false
    return () => {
      if (isBusy) return
      isBusy = true
      const done = (): void => {
        isBusy = false
      }
      // The next beat tries again.
      Promise.race([work(), delay(attemptMs, undefined, { ref: false })]).then(done, done)
    }
  }
  const beat = once(() => pool.notify(channel, ''))
  const mend = once(reopen)
  const timer = setInterval(() => {
    if (performance.now() - lastHeard > silenceMs) {
      isCurrent = false
      mend()
    }
    beat()
  }, beatMs)
  timer.unref()
  return {
    isCurrent: () => isCurrent,
    close: async () => {
      clearInterval(timer)
      await listener?.end({ timeout: 1 })
    },
  }
}
