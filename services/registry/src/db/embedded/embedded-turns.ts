import type { PGlite, Transaction } from '@electric-sql/pglite'
import { createTurns } from '../../work/turns.ts'

type Asked = Pick<Transaction, 'query'>

/**
 * Lets others have their turn between statements: the embedded database works on the thread of the server and answers
 * without one, so that a request with many statements would hold all others.
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
