import { PGlite } from '@electric-sql/pglite'
import { expect, it, onTestFinished } from 'vitest'
import { takeTurns } from '../../../../services/registry/src/db/embedded/embedded-turns.ts'
import { createTurns } from '../../../../services/registry/src/work/turns.ts'

/** A database on which every statement takes one time slice; records what ran in between. */
async function slowDatabase() {
  let now = 0
  const client = takeTurns(
    await PGlite.create(),
    createTurns(() => (now += 20)),
  )
  onTestFinished(() => client.close())
  const turns: string[] = []
  const other = (name: string) => setImmediate(() => turns.push(name))
  return { client, turns, other }
}

it('yields to the event loop between statements', async () => {
  const { client, turns, other } = await slowDatabase()
  other('before')
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  expect(turns).toEqual(['before'])
})

it('also yields inside a transaction, which stays isolated', async () => {
  const { client, turns, other } = await slowDatabase()
  await client.exec('create table things (name text)')
  const undone = client.transaction(async (tx) => {
    await tx.query("insert into things values ('a')")
    other('inside')
    await tx.query("insert into things values ('b')")
    expect(turns).toEqual(['inside'])
    throw new Error('undone')
  })
  // A query issued in the meantime waits for the transaction.
  const counted = client.query('select count(*)::int as things from things')
  await expect(undone).rejects.toThrow('undone')
  expect((await counted).rows).toEqual([{ things: 0 }])
})
