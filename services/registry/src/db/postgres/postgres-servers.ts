import { UsageError } from '@cli-apps/core'
import postgres from 'postgres'

/** One server of a Postgres URL. */
export interface PostgresServer {
  /** Includes user, password and database. */
  url: string
  /** One of the URL's hosts; absent when the URL has only one. */
  host?: string
  port?: number
}

/** The servers of a Postgres URL in order, and the kind of session required. */
export interface PostgresServers {
  servers: readonly [PostgresServer, ...PostgresServer[]]
  target: TargetSession
}

/** Values of `target_session_attrs`, as in libpq. */
type TargetSession = keyof typeof targetSessions

/** What a server reports about a session. */
interface SessionState {
  standby: boolean
  readOnly: boolean
}

/** Which sessions each target accepts. */
export const targetSessions = {
  any: () => true,
  'read-write': ({ readOnly }: SessionState) => !readOnly,
  'read-only': ({ readOnly }: SessionState) => readOnly,
  primary: ({ standby }: SessionState) => !standby,
  standby: ({ standby }: SessionState) => standby,
}

const parameter = 'target_session_attrs'
const isTarget = (name: string): name is TargetSession => Object.hasOwn(targetSessions, name)

/**
 * Parses `DATABASE_URL`, which may name several hosts. With several hosts, the session must be writable by
 * default, because a failover changes which server is writable. Throws the driver's error for a URL that is
 * not valid.
 */
export function parseDatabaseUrl(text: string): PostgresServers {
  const { servers, target = servers.length > 1 ? 'read-write' : 'any' } = parse(text)
  if (['any', 'read-write', 'primary'].includes(target)) return { servers, target }
  throw new UsageError('database.target', `DATABASE_URL cannot have ${parameter}=${target}.`, {
    hint: `The registry writes to this database. Use ${parameter}=read-write or ${parameter}=primary.`,
  })
}

/**
 * Parses `CLI_APPS_READ_DATABASE_URL`: only one host, because the state of one replica does not apply to
 * another.
 */
export function parseReplicaUrl(text: string): PostgresServers {
  const { servers, target = 'any' } = parse(text)
  if (servers.length === 1) return { servers, target }
  throw new UsageError('database.replicas', 'CLI_APPS_READ_DATABASE_URL names several hosts.', {
    hint: 'Name one replica. Without it, reads go to the database of DATABASE_URL.',
  })
}

/**
 * The driver gets one host and no target, because it does not keep its own choice of host across sessions.
 */
function parse(text: string): Pick<PostgresServers, 'servers'> & { target?: TargetSession } {
  const [address = '', query = ''] = text.split(/\?(.*)/s)
  const parameters = new URLSearchParams(query)
  const target = parameters.get(parameter)
  if (target !== null && !isTarget(target))
    throw new UsageError('database.target', `${parameter}=${target} is not supported.`, {
      hint: `Use one of: ${Object.keys(targetSessions).join(', ')}.`,
    })
  parameters.delete(parameter)
  const url = target === null ? text : [address, parameters.toString()].filter(Boolean).join('?')
  const { host, port } = postgres(url).options
  const [first, ...others] = host.map((name, at) => ({ url, host: name, port: port[at] ?? 5432 }))
  return {
    servers: first === undefined || others.length === 0 ? [{ url }] : [first, ...others],
    ...(target !== null && { target }),
  }
}
