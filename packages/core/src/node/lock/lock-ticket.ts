import { stat } from 'node:fs/promises'
import { hostname, uptime } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { readText } from '../files.ts'
import { ProcessIdentity } from '../process-identity.ts'

/** The holder of a lock, as stored in its newest file. */
export const Ticket = z.object({
  host: z.string(),
  holder: ProcessIdentity,
  released: z.boolean(),
  /** Information from the holder for others, such as the address where it can be reached. */
  note: z.optional(z.string()),
})
export type Ticket = z.infer<typeof Ticket> & {
  /** Whether the holder could not be read. */
  isDamaged?: boolean
}

export const ticketFile = (folder: string, name: string, generation: number): string =>
  path.join(folder, `${name}.${generation}`)

/** Reads the ticket; `undefined` if there is none. A partially overwritten one, during release, is read again. */
export async function readTicket(file: string): Promise<Ticket | undefined> {
  for (let left = 3; ; left--) {
    const text = await readText(file)
    if (text === undefined) return undefined
    const ticket = parseTicket(text) ?? (left === 0 ? await unreadable(file) : undefined)
    if (ticket !== undefined) return ticket
    await sleep(10)
  }
}

function parseTicket(text: string): Ticket | undefined {
  try {
    return Ticket.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/**
 * Tickets are created atomically. An unreadable one was damaged either by a system crash, which ended its holder, or
 * later, when its holder may still be running.
 */
async function unreadable(file: string): Promise<Ticket> {
  const { mtimeMs } = await stat(file)
  const bootMs = Date.now() - uptime() * 1000
  return { host: hostname(), holder: { pid: 1, started: null }, released: mtimeMs < bootMs, isDamaged: true }
}
