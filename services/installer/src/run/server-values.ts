import { type McpServerConfig, mcpServerIdentity, mcpVariables, NotFoundError, t } from '@cli-apps/core'
import { grantsOf, readGrants, storedValue, systemKeyring } from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'

/**
 * Returns the values that the user set for this server of the workspace at this real path, of the variables that it declares. Throws
 * `NotFoundError` `mcp.missing-variable`.
 */
export async function serverValues(
  root: string,
  server: McpServerConfig,
  { config }: Pick<CommandContext, 'config'>,
): Promise<Record<string, string>> {
  const variables = mcpVariables(server)
  if (variables.length === 0) return {}
  const identity = mcpServerIdentity(root, server.name)
  const stored = grantsOf(await readGrants(config.grants), identity)
  const values: [string, string][] = []
  // One after the other: each may have a person asked to unlock the keyring.
  for (const variable of variables) {
    const one = stored.get(variable)
    if (one === undefined) throw missingValue(server.name, variable)
    values.push([variable, await storedValue(identity.app, one, systemKeyring)])
  }
  return Object.fromEntries(values)
}

const missingValue = (server: string, variable: string): NotFoundError =>
  new NotFoundError(
    'mcp.missing-variable',
    t('mcp.missing-variable', 'The variable {variable} has no value.', { variable }),
    {
      hint: t('mcp.missing-variable.hint', 'Run: {cli} env set mcp:{server} {variable}', {
        server,
        variable,
      }),
    },
  )
