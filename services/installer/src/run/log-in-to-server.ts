import { realpath } from 'node:fs/promises'
import { ForbiddenError, isAppError, type McpServerConfig, NotFoundError, t } from '@cli-apps/core'
import { logInToMcpServer, revokeMcpLogin } from '@cli-apps/runtime/mcp'
import type { CommandContext } from '../context.ts'
import { readDeclaredServers } from '../trust/declared-servers.ts'
import { forgetLogin, serverLogin } from './server-logins.ts'
import { serverValues } from './server-values.ts'

/**
 * Logs the user in to a declared MCP server, in their browser. Throws `NotFoundError` `mcp.no-server`, `ForbiddenError`
 * `mcp.unconfirmed` before the declarations are confirmed, and the errors of `logInToMcpServer`.
 */
export async function logInToServer(name: string, context: CommandContext): Promise<string> {
  const root = await realpath(context.workspace.root)
  const server = await requireConfirmed(root, name, context)
  await logInToMcpServer(server, {
    values: await serverValues(root, server, context),
    store: serverLogin(root, server.name, context),
    signal: context.signal,
    openPage: ({ href }) =>
      context.output.notice(
        t('log-in-to-server.open', 'To log in to {name}, open this page in your browser: {href}', {
          name: server.name,
          href,
        }),
      ),
  })
  return server.name
}

/**
 * Forgets the login to a server, also of one that is no longer declared, and revokes its tokens there; where that fails, a
 * notice says so. Returns whether there was one.
 */
export async function logOutOfServer(name: string, context: CommandContext): Promise<boolean> {
  const { signal, output } = context
  const login = await forgetLogin(await realpath(context.workspace.root), name, context)
  if (login === undefined) return false
  try {
    const isRevoked = await revokeMcpLogin(login, signal)
    if (!isRevoked)
      output.notice(
        t(
          'log-in-to-server.no-revocation',
          '{name} offers no way to revoke a login; its tokens are deleted here.',
          {
            name,
          },
        ),
      )
  } catch (error) {
    if (!isAppError(error)) throw error
    output.notice([error.message, error.hint].filter((text) => text !== undefined).join(' '))
  }
  return true
}

async function requireConfirmed(
  root: string,
  name: string,
  { config }: CommandContext,
): Promise<McpServerConfig> {
  const declared = await readDeclaredServers(root, config.home)
  const found = declared?.servers.find((one) => one.name.toLowerCase() === name.toLowerCase())
  if (found === undefined)
    throw new NotFoundError(
      'mcp.no-server',
      t('env.no-server', 'The cli-apps.json of this workspace declares no MCP server {word}.', {
        word: JSON.stringify(name),
      }),
      { hint: t('trust.no-servers.hint', 'Declare them under "mcp_servers".') },
    )
  if (declared?.isTrusted === true) return found
  throw new ForbiddenError(
    'mcp.unconfirmed',
    t('mcp.unconfirmed', 'You have not confirmed the MCP servers that this workspace declares.'),
    { hint: t('mcp.unconfirmed.hint', 'To review and confirm them, run: {cli} trust --mcp-servers') },
  )
}
