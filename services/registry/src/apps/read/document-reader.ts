import type { Queries } from '../../db/database.ts'
import { findAppDocuments } from '../../db/queries/app-rows.ts'
import { withDeadline } from '../../with-deadline.ts'

/** Text of `/v1/apps/{name}.json`, for a name without commas; `undefined` for an unknown app. */
export type ReadAppDocument = (name: string) => Promise<string | undefined>

/** Whoever waits longer finds another way: a connection may be dead without having said so. */
const deadlineMs = 5000

/**
 * Reads app documents in batches: whoever asks while a query is under way waits for the next one, which asks for all of
 * them. An idle registry answers at once, a busy one with fewer queries than requests.
 */
export function createDocumentReader(reads: () => Queries): ReadAppDocument {
  let names = new Set<string>()
  let next: Promise<ReadonlyMap<string, string>> | undefined
  let running: Promise<unknown> | undefined
  const readNext = async (): Promise<ReadonlyMap<string, string>> => {
    await running
    const wanted = [...names]
    names = new Set()
    next = undefined
    const reading = withDeadline(findAppDocuments(reads(), wanted), deadlineMs)
    // Who waits for its end does not care how it ends.
    running = reading.catch(() => {})
    return reading
  }
  return async (name) => {
    names.add(name)
    next ??= readNext()
    return (await next).get(name)
  }
}
