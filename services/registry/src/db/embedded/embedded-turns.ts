import type { PGlite, Transaction } from '@electric-sql/pglite'
import { createTurns } from '../../work/turns.ts'

type Asked = Pick<Transaction, 'query'>

/**
 * Lets other requests run between statements. The embedded database runs on the server's thread and responds
 * without yielding, so a request with many statements would block all others.
 */
export function takeTurns(client: PGlite, turn = createTurns()): PGlite {
  const spread = (asked: Asked): void => {
    const query = asked.query.bind(asked)
    asked.query = async (...question: Parameters<typeof query>) => {
      const answer = await query(...question)
      await turn()
      return answer as never
    }
  }
  spread(client)
  const transaction = client.transaction.bind(client)
  client.transaction = (work) =>
    transaction((tx) => {
      spread(tx)
      return work(tx)
    })
  return client
}
