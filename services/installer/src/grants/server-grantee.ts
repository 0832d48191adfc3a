import { realpath } from 'node:fs/promises'
import {
  type AppManifest,
  type InstallRecord,
  mcpServerIdentity,
  mcpVariables,
  NotFoundError,
  t,
} from '@cli-apps/core'
import { type GrantIdentity, readWorkspaceFile, type Workspace } from '@cli-apps/core/node'

/** Who is given values: an installed app, or an MCP server that the workspace declares. */
export interface Grantee extends Pick<InstallRecord, 'name' | 'registry'> {
  /** How people call it. */
  label: string
  manifest: Pick<AppManifest, 'requires'>
}

const prefix = 'mcp:'

/** Under which name values are kept for the server that `mcp:NAME` means here; `undefined` for any other word. */
export async function serverIdentity(
  word: string,
  { root }: Pick<Workspace, 'root'>,
): Promise<GrantIdentity | undefined> {
  if (!word.startsWith(prefix)) return undefined
  return mcpServerIdentity(await realpath(root), word.slice(prefix.length))
}

/**
 * Returns the server that `mcp:NAME` means, with the variables that its declaration names; `undefined` for any other word. Throws
 * `NotFoundError` `env.no-server`.
 */
export async function findServerGrantee(word: string, workspace: Workspace): Promise<Grantee | undefined> {
  const identity = await serverIdentity(word, workspace)
  if (identity === undefined) return undefined
  const { mcp_servers: servers = [] } = await readWorkspaceFile(workspace)
  const asked = word.slice(prefix.length).toLowerCase()
  const server = servers.find(({ name }) => name.toLowerCase() === asked)
  if (server === undefined)
    throw noServer(
      word,
      servers.map(({ name }) => name),
    )
  const description = t('server-grantee.description', 'for the MCP server {name}', { name: server.name })
  const env = mcpVariables(server).map((name) => ({ name, description, required: true, secret: true }))
  return {
    name: identity.app,
    registry: identity.registry,
    label: `${prefix}${server.name}`,
    manifest: { requires: { env } },
  }
}

const noServer = (word: string, names: readonly string[]): NotFoundError =>
  new NotFoundError(
    'env.no-server',
    t('env.no-server', 'The cli-apps.json of this workspace declares no MCP server {word}.', {
      word: JSON.stringify(word.slice(prefix.length)),
    }),
    {
      hint:
        names.length === 0
          ? t('trust.no-servers.hint', 'Declare them under "mcp_servers".')
          : t('env.no-server.hint', 'It declares {names}.', {
              names: names.map((name) => `${prefix}${name}`).join(', '),
            }),
    },
  )
