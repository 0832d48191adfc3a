import { mcpServerIdentity, t } from '@cli-apps/core'
import { acquireLock, jsonText, readJson, writeFileAtomic } from '@cli-apps/core/node'
import { type LoginStore, McpLogin } from '@cli-apps/runtime/mcp'
import * as z from 'zod'
import type { CommandContext } from '../context.ts'

const ServerLogins = z.object({ mcp_logins: z.literal(1), servers: z.record(z.string(), McpLogin) })
type Servers = z.infer<typeof ServerLogins>['servers']

type Place = Pick<CommandContext, 'config'>

/** The login to one MCP server of the workspace at this real path, in a file that only this user can read. */
export function serverLogin(root: string, server: string, place: Place): LoginStore {
  const key = keyOf(root, server)
  return {
    async read() {
      const servers = await readLogins(place)
      return Object.hasOwn(servers, key) ? servers[key] : undefined
    },
    write: (login) => changeLogins(place, (servers) => ({ ...servers, [key]: login })),
  }
}

/** Forgets the login to a server, which it returns, if there was one. */
export async function forgetLogin(root: string, server: string, place: Place): Promise<McpLogin | undefined> {
  const key = keyOf(root, server)
  const login = await serverLogin(root, server, place).read()
  if (login !== undefined) await changeLogins(place, ({ [key]: _, ...others }) => others)
  return login
}

const keyOf = (root: string, server: string): string => mcpServerIdentity(root, server).registry

async function readLogins({ config: { serverLogins: file } }: Place): Promise<Servers> {
  const found = await readJson(file, ServerLogins, {
    what: t('server-logins.file', 'The file of your logins to MCP servers'),
    code: 'credentials.corrupt',
    repair: t('credentials.delete-log-again', 'Delete {file} and log in again.', { file }),
  })
  return found?.servers ?? {}
}

/** Under a lock: several servers may refresh their tokens in parallel. */
async function changeLogins(place: Place, change: (before: Servers) => Servers): Promise<void> {
  const { locks, serverLogins: file } = place.config
  await using _lock = await acquireLock(locks, 'mcp-logins', {
    wait: 30_000,
    what: t('server-logins.file', 'The file of your logins to MCP servers'),
  })
  const servers = change(await readLogins(place))
  await writeFileAtomic(file, jsonText({ mcp_logins: 1, servers }), 0o600)
}
