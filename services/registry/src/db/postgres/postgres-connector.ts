import { awayError } from '../database-error.ts'
import { type PostgresServer, type PostgresServers, targetSessions } from './postgres-servers.ts'
import { type ConnectionOptions, openSession, type PostgresConnection } from './postgres-session.ts'

/** Connects to the servers of one URL, and remembers which one to try first. */
export interface PostgresConnector {
  /**
   * Returns a connection to the first server with the required kind of session. Its first statement opens the
   * session.
   */
  connect(options?: ConnectionOptions): PostgresConnection
  /** Makes the next attempts start with the server after this one. */
  passOver(server: PostgresServer): void
}

export function createPostgresConnector({ servers, target }: PostgresServers): PostgresConnector {
  let preferred = 0
  const inOrder = (): PostgresServer[] => [...servers.slice(preferred), ...servers.slice(0, preferred)]
  const prefer = (server: PostgresServer): void => {
    preferred = servers.indexOf(server)
  }
  const passOver = (server: PostgresServer): void => {
    if (servers[preferred] === server) preferred = (preferred + 1) % servers.length
  }
  const isFixed = servers.length === 1 && target === 'any'
  return {
    passOver,
    connect: (options = {}) =>
      isFixed
        ? openSession(servers[0], options)
        : openFitting({ inOrder, prefer, passOver, fits: targetSessions[target], target }, options),
  }
}

interface Choice {
  inOrder: () => PostgresServer[]
  prefer: (server: PostgresServer) => void
  passOver: (server: PostgresServer) => void
  fits: (typeof targetSessions)[keyof typeof targetSessions]
  target: string
}

/** Opens sessions with one server after the other until one fits, and uses that one until it ends. */
function openFitting(choice: Choice, options: ConnectionOptions): PostgresConnection {
  let tried: PostgresConnection | undefined
  let fitting: Promise<PostgresConnection> | undefined
  let hasChosen = false
  let ended: Error | undefined
  const close = (cause?: unknown): void => {
    if (ended !== undefined) return
    ended = awayError(cause)
    tried?.close(cause)
    options.onClose?.()
  }
  const open = (server: PostgresServer): PostgresConnection => {
    const session: PostgresConnection = openSession(server, {
      ...options,
      onClose: () => {
        if (session === tried && hasChosen) close()
      },
    })
    tried = session
    return session
  }
  const choose = async (): Promise<PostgresConnection> => {
    const failures: Error[] = []
    for (const server of choice.inOrder()) {
      if (ended !== undefined) break
      const session = open(server)
      try {
        await requireFitting(session, choice)
        hasChosen = true
        choice.prefer(server)
        return session
      } catch (error) {
        failures.push(describe(server, error))
        choice.passOver(server)
        session.close(error)
      }
    }
    throw awayError(new AggregateError(failures, failures.map(({ message }) => message).join('; ')))
  }
  return {
    isOpen: () => ended === undefined,
    server: () => tried?.server() ?? (choice.inOrder()[0] as PostgresServer),
    waitsSince: () => tried?.waitsSince(),
    close,
    run: async (statement) => {
      if (ended !== undefined) throw ended
      fitting ??= choose().catch((error) => {
        close(error)
        throw error
      })
      return (await fitting).run(statement)
    },
  }
}

async function requireFitting(session: PostgresConnection, { fits, target }: Choice): Promise<void> {
  const [state] = await session.run(
    (client) => client<{ standby: boolean; readOnly: boolean }[]>`
      select pg_is_in_recovery() as standby, current_setting('transaction_read_only') = 'on' as "readOnly"`,
  )
  if (state === undefined || !fits(state)) throw new Error(`its session is not ${target}`)
}

const describe = ({ host, port }: PostgresServer, error: unknown): Error =>
  new Error(
    `${host ?? 'the server'}${port === undefined ? '' : `:${port}`}: ${error instanceof Error ? error.message : error}`,
    { cause: error },
  )
