import { stat } from 'node:fs/promises'
import { hostname, uptime } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { readText } from '../files.ts'
import { ProcessIdentity } from '../process-identity.ts'

/** Who holds a lock, as its newest file says. */
export const Ticket = z.object({
  host: z.string(),
  holder: ProcessIdentity,
  released: z.boolean(),
  /** Whatever the holder wants others to know, such as the address at which it can be reached. */
  note: z.string().optional(),
})
export type Ticket = z.infer<typeof Ticket> & {
  /** Who holds it cannot be read. */
  isDamaged?: boolean
}

export const ticketFile = (folder: string, name: string, generation: number): string =>
  path.join(folder, `${name}.${generation}`)

/** The ticket, or `undefined` where there is none. Half of one that is being released is read again. */
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
 * Tickets are linked into place whole. One that cannot be read was damaged: by a crash of the machine, which ended its holder,
 * or since then, when its holder may be at work.
 */
async function unreadable(file: string): Promise<Ticket> {
  const { mtimeMs } = await stat(file)
  const bootMs = Date.now() - uptime() * 1000
  return { host: hostname(), holder: { pid: 1, started: null }, released: mtimeMs < bootMs, isDamaged: true }
}
