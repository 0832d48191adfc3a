import type { Queries } from '../../db/database.ts'
import { findAppDocuments } from '../../db/queries/apps/app-documents.ts'
import { withDeadline } from '../../with-deadline.ts'

/** Returns the text of `/v1/apps/{name}.json` for a name without commas; `undefined` for an unknown app. */
export type ReadAppDocument = (name: string) => Promise<string | undefined>

/** Callers fall back after this time, because a connection can be dead without reporting an error. */
const deadlineMs = 5000

/**
 * Reads app documents in batches: requests during a query wait for the next query, which reads all their
 * documents. An idle registry responds immediately, and a busy one runs fewer queries than requests.
 */
export function createDocumentReader(reads: () => Queries): ReadAppDocument {
  let names = new Set<string>()
  let next: Promise<ReadonlyMap<string, string>> | undefined
  let running: Promise<unknown> | undefined
  const readNext = async (): Promise<ReadonlyMap<string, string>> => {
    await running
    const requested = [...names]
    names = new Set()
    next = undefined
    const reading = withDeadline(findAppDocuments(reads(), requested), deadlineMs)
    // The next batch waits only for the end of this one; its own callers handle a failure.
    running = reading.catch(() => {})
    return reading
  }
  return async (name) => {
    names.add(name)
    next ??= readNext()
    return (await next).get(name)
  }
}
