import { link, open, rename, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { CanceledError, ConflictError, isAppError } from '../../errors/errors.ts'
import { t } from '../../messages/t.ts'
import { temporaryName } from '../abandoned.ts'
import { aboutFile } from '../disk-error.ts'
import { hasCode } from '../files.ts'
import { makeFolder, namesIn } from '../folders.ts'
import { isAlive, thisProcess } from '../process-identity.ts'
import { readTicket, type Ticket, ticketFile } from './lock-ticket.ts'

/*
 * A lock that dies with its holder. Heartbeats (as in proper-lockfile) would let a second process in while the first is
 * merely suspended, which an embedded database does not survive; and Node has no flock. So each holder creates
 * `<name>.<generation>` with a hard link, which succeeds for one process only, and writes who it is into it. A later
 * process that finds the newest holder dead or gone home creates the next generation. The newest file is never removed,
 * so a generation is never handed out twice.
 */

export interface FileLock {
  /** Publishes information about the holder for waiting processes. */
  annotate(note: string): Promise<void>
  release(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

interface AcquireLockOptions {
  /** How long to wait for another holder, in milliseconds; 0 tries once. */
  wait: number
  /** What is locked, for errors: "The workspace /home/ann/project". */
  what: string
  signal?: AbortSignal
  /** Called once when waiting begins. */
  onWait?: (holderPid: number) => void
}

/**
 * Acquires the lock `folder/name`. Throws `ConflictError` `lock.held` with `details.pid` and `details.note` if another
 * living process holds it for longer than `wait`, and `lock.damaged` if its holder cannot be read.
 */
export async function acquireLock(
  folder: string,
  name: string,
  options: AcquireLockOptions,
): Promise<FileLock> {
  await makeFolder(folder)
  const deadline = Date.now() + options.wait
  let pause = 10
  let isToldToWait = false
  for (;;) {
    const newest = await newestTicket(folder, name)
    if (newest === undefined || (await isFree(newest.ticket))) {
      const generation = (newest?.generation ?? 0) + 1
      const ticket: Ticket = { host: hostname(), holder: await thisProcess(), released: false }
      if (await claim(folder, name, generation, ticket)) return openLock(folder, name, generation, ticket)
      continue
    }
    if (Date.now() >= deadline || newest.ticket.isDamaged) {
      throw heldError(newest.ticket, {
        what: options.what,
        file: ticketFile(folder, name, newest.generation),
      })
    }
    if (!isToldToWait) options.onWait?.(newest.ticket.holder.pid)
    isToldToWait = true
    await sleep(pause, undefined, options.signal && { signal: options.signal }).catch((cause) => {
      throw new CanceledError(
        'lock.wait-canceled',
        t('lock.wait-canceled', 'Waiting for {what} was interrupted.', { what: options.what }),
        { cause },
      )
    })
    pause = Math.min(pause * 2, 200)
  }
}

/** Returns the current holder; `undefined` if no living process holds the lock. */
export async function lockHolder(
  folder: string,
  name: string,
): Promise<{ pid: number; note?: string } | undefined> {
  const newest = await newestTicket(folder, name)
  if (newest === undefined || (await isFree(newest.ticket))) return undefined
  return { pid: newest.ticket.holder.pid, note: newest.ticket.note }
}

/** Changes whenever the lock is acquired: every holder has its own generation. 0 for a missing folder. */
export async function lockStamp(
  folder: string,
  name: string,
): Promise<{ generation: number; isFree: boolean }> {
  const newest = await newestTicket(folder, name)
  if (newest === undefined) return { generation: 0, isFree: true }
  return { generation: newest.generation, isFree: await isFree(newest.ticket) }
}

function openLock(folder: string, name: string, generation: number, ticket: Ticket): FileLock {
  const file = ticketFile(folder, name, generation)
  let text = JSON.stringify(ticket)
  const annotate = async (note: string): Promise<void> => {
    text = JSON.stringify({ ...ticket, note })
    await rename(await writeDraft(file, text), file)
  }
  let isReleased = false
  const release = async (): Promise<void> => {
    if (isReleased) return
    isReleased = true
    const released = JSON.stringify({ ...ticket, released: true })
    // In bytes, since a note may contain non-ASCII characters.
    await markReleased(file, released + ' '.repeat(Buffer.byteLength(text) - Buffer.byteLength(released)))
  }
  return { annotate, release, [Symbol.asyncDispose]: release }
}

/**
 * Overwrites the ticket in place, which needs no space on a full disk; a reader that sees half of it reads again. If
 * even that fails, the lock is free once this process ends.
 */
async function markReleased(file: string, text: string): Promise<void> {
  try {
    await using handle = await open(file, 'r+')
    await handle.write(text, 0)
  } catch {}
}

async function newestTicket(
  folder: string,
  name: string,
): Promise<{ generation: number; ticket: Ticket } | undefined> {
  for (;;) {
    const generations = await readGenerations(folder, name)
    if (generations.length === 0) return undefined
    const generation = Math.max(...generations)
    try {
      const file = ticketFile(folder, name, generation)
      // A newer holder may have removed this generation between the two reads.
      const ticket = await readTicket(file)
      if (ticket !== undefined) return { generation, ticket }
    } catch (error) {
      throw isAppError(error) || !hasCode(error, 'EISDIR') ? error : inTheWay(folder, name, generation)
    }
  }
}

async function readGenerations(folder: string, name: string): Promise<number[]> {
  const prefix = `${name}.`
  return (await namesIn(folder))
    .filter((file) => file.startsWith(prefix) && /^\d{1,15}$/.test(file.slice(prefix.length)))
    .map((file) => Number(file.slice(prefix.length)))
}

const inTheWay = (folder: string, name: string, generation: number): ConflictError =>
  new ConflictError(
    'lock.damaged',
    t('lock.damaged', '{folder} is a folder, not a lock.', { folder: ticketFile(folder, name, generation) }),
    {
      hint: t('lock.damaged.hint', 'Look where it comes from, and move it away.'),
    },
  )

/** Creates the generation atomically unless someone else did; removes earlier ones. */
async function claim(folder: string, name: string, generation: number, ticket: Ticket): Promise<boolean> {
  const file = ticketFile(folder, name, generation)
  const draft = await writeDraft(file, JSON.stringify(ticket))
  try {
    await link(draft, file)
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  } finally {
    await rm(draft, { force: true })
  }
  // A slow process may have linked an old generation after a faster one had passed it.
  const generations = await readGenerations(folder, name)
  if (Math.max(...generations) !== generation) {
    await rm(file, { force: true })
    return false
  }
  // There may be several if a holder was killed before removing them.
  for (const old of generations)
    if (old < generation - 1) await rm(ticketFile(folder, name, old), { force: true })
  return true
}

/** Not synced: a ticket damaged by a system crash belongs to a process that ended with it. */
async function writeDraft(file: string, text: string): Promise<string> {
  const draft = temporaryName(file)
  try {
    await writeFile(draft, text, { flag: 'wx' })
    return draft
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {})
    throw aboutFile(error, file)
  }
}

async function isFree(ticket: Ticket): Promise<boolean> {
  if (ticket.released || ticket.isDamaged) return ticket.released
  // Whether a process of another machine lives is unknown here; a shared folder stays locked.
  return ticket.host === hostname() && !(await isAlive(ticket.holder))
}

function heldError(
  { host, holder: { pid }, note, isDamaged = false }: Ticket,
  { what, file }: { what: string; file: string },
): ConflictError {
  if (isDamaged)
    return new ConflictError(
      'lock.damaged',
      t('lock.damaged.who-uses-cannot-read', 'Who uses {what} cannot be read from its lock: {file}', {
        what,
        file,
      }),
      {
        hint: t(
          'lock.damaged.hint.wait-until-no-other',
          'Wait until no other cli-apps runs, then remove {file} and try again.',
          { file },
        ),
        details: { file },
      },
    )
  const isHere = host === hostname()
  return new ConflictError(
    'lock.held',
    t('lock.held', '{what} is in use by process {pid}{place}.', {
      what,
      pid,
      place: isHere ? '' : ` on ${host}`,
    }),
    {
      hint: isHere
        ? t('lock.held.hint', 'Wait until it has finished, or end it, and try again.')
        : t(
            'lock.held.hint.whether-still-runs-cannot',
            'Whether it still runs cannot be seen from this machine. If {host} is gone, remove {file} and try again.',
            { host, file },
          ),
      details: { pid, host, note },
    },
  )
}
