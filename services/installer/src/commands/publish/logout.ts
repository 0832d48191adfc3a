import { ChangeReceipt, registryPaths, t, Whoami } from '@cli-apps/core'
import type { ChangePlan } from '@cli-apps/core/results'
import { type Command, changeOptions, registryOption } from '../../command.ts'
import { carryOut } from '../../plan/carry-out.ts'
import { storedToken, storeToken } from '../../publisher/credentials.ts'
import type { LogoutResult } from '../../publisher/publisher-results.ts'
import { requestPlan } from '../../publisher/request-plan.ts'
import { type PublisherServer, requireServer, serverAt } from '../../publisher/server.ts'

export const logout: Command<LogoutResult | ChangePlan> = {
  summary: 'Delete the stored token of a registry',
  usage: '',
  options: {
    ...changeOptions,
    ...registryOption,
    revoke: { type: 'boolean', description: 'Also revoke the token at the registry' },
  },
  async run(_args, options, context) {
    const { location } = await requireServer(options, context)
    const { credentials } = context.config
    const token = await storedToken(credentials, location)
    if (token === undefined)
      return {
        value: { registry: location, changed: false, revoked: false },
        text: t('logout.no-token-stored', 'No token is stored for {location}.', { location }),
      }
    const isRevoked = options.revoke === true
    const server = serverAt(location, token, context)
    const revocation = isRevoked ? await tokenPath(server) : undefined
    const plan = requestPlan(
      {
        command: 'logout',
        subject: location,
        summary: isRevoked
          ? t('logout.delete-token-revoke', 'Delete the token for {location} and revoke it', { location })
          : t('logout.delete-token', 'Delete the token for {location}', { location }),
        ...(revocation && { method: 'DELETE', path: revocation }),
        effects: [{ effect: 'write', path: credentials }],
        facts: {},
      },
      { location },
      context,
    )
    // What was kept here at one's own word is forgotten at one's own word; only the registry's part is asked about.
    const consent = isRevoked ? options : { ...options, yes: true }
    return carryOut(plan, consent, context, async () => {
      if (revocation !== undefined)
        await server.ask({ method: 'DELETE', path: revocation, answer: ChangeReceipt })
      await storeToken(credentials, location, undefined)
      return {
        value: { registry: location, changed: true, revoked: isRevoked },
        text: isRevoked
          ? t('logout.logged-out-token-revoked', 'Logged out of {location}; the token is revoked.', {
              location,
            })
          : t('logout.logged-out', 'Logged out of {location}.', { location }),
      }
    })
  },
}

/** Where the registry has the very token that it is asked with. */
async function tokenPath(server: PublisherServer): Promise<string> {
  const { value } = await server.ask({ method: 'GET', path: registryPaths.whoami(), answer: Whoami })
  return registryPaths.token(value.token.id)
}
