import type postgres from 'postgres'
import { awayError } from '../database-error.ts'
import type { PostgresConnection, RunStatement } from './postgres-session.ts'

/** Lends a connection until the given work is done. */
type UseConnection = <Result>(work: (connection: PostgresConnection) => Promise<Result>) => Promise<Result>

type Parameters = Parameter[]
type Parameter = postgres.ParameterOrJSON<never>
type Work = (client: postgres.TransactionSql) => Promise<unknown>

/**
 * Implements what Drizzle uses of the driver's client, on pooled connections: single statements, transactions
 * and savepoints. A transaction stays on its connection; when that is lost, all later statements and the
 * transaction fail.
 */
export function createPostgresClient(use: UseConnection): postgres.Sql {
  const client = {
    // Drizzle sets these; each connection has its own.
    options: { parsers: {}, serializers: {} },
    unsafe: statements((statement) => use(({ run }) => run(statement))),
    begin: (work: Work) => use((connection) => transact(connection, work)),
  }
  return client as unknown as postgres.Sql
}

/** Drizzle requests rows as objects, or as arrays by calling `values` before it awaits the result. */
function statements(run: RunStatement) {
  return (text: string, parameters?: Parameters, options?: postgres.UnsafeQueryOptions) => {
    let isRaw = false
    const result = Promise.resolve().then(() =>
      run((client): PromiseLike<unknown> => {
        const query = client.unsafe(text, parameters, options)
        return isRaw ? query.values() : query
      }),
    )
    const values = (): typeof result => {
      isRaw = true
      return result
    }
    return Object.assign(result, { values })
  }
}

async function transact(connection: PostgresConnection, work: Work): Promise<unknown> {
  const { run } = connection
  await run((client) => client.unsafe('begin'))
  let result: unknown
  try {
    result = await work(transactionClient(run))
  } catch (error) {
    // A session that cannot roll back must not be reused.
    await run((client) => client.unsafe('rollback')).catch((cause) => connection.close(cause))
    throw error
  }
  const { command } = await run((client) => client.unsafe('commit'))
  // Postgres answers a commit after a failed statement with a rollback.
  if (command !== 'COMMIT') throw awayError(new Error(`the transaction ended with ${command}`))
  return result
}

function transactionClient(run: RunStatement, depth = 0): postgres.TransactionSql {
  const client = {
    unsafe: statements(run),
    savepoint: async (work: Work) => {
      const name = `s${depth}`
      await run((inner) => inner.unsafe(`savepoint ${name}`))
      try {
        const result = await work(transactionClient(run, depth + 1))
        await run((inner) => inner.unsafe(`release savepoint ${name}`))
        return result
      } catch (error) {
        await run((inner) => inner.unsafe(`rollback to savepoint ${name}`))
        throw error
      }
    },
  }
  return client as unknown as postgres.TransactionSql
}
