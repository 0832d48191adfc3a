import type { Queries } from './database.ts'

/** Returns what `work` finds in a transaction that is then rolled back: the database is as it was before. */
export async function rolledBack<Found>(db: Queries, work: (tx: Queries) => Promise<Found>): Promise<Found> {
  let found: { value: Found } | undefined
  const end = new Error('rolled back')
  try {
    await db.transaction(async (tx) => {
      found = { value: await work(tx) }
      throw end
    })
  } catch (error) {
    if (error !== end || found === undefined) throw error
    return found.value
  }
  throw end
}
