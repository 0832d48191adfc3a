import { ChangeReceipt, registryPaths, Whoami } from '@cli-apps/core'
import { type Command, changeOptions, registryOption } from '../command.ts'
import { storedToken, storeToken } from '../publisher/credentials.ts'
import { type PublisherServer, requireServer, serverAt } from '../publisher/server.ts'
import { requireConsent } from '../ui/prompt.ts'

export const logout: Command = {
  summary: 'Forget the token that login kept for a registry',
  usage: '',
  options: {
    ...changeOptions,
    ...registryOption,
    revoke: { type: 'boolean', description: 'Have the registry refuse it from now on, too' },
  },
  async run(_args, options, context) {
    const { location } = await requireServer(options, context)
    const { credentials } = context.config
    const token = await storedToken(credentials, location)
    if (token === undefined)
      return {
        value: { registry: location, changed: false, revoked: false },
        text: `No token is kept for ${location}.`,
      }
    const isRevoked = options.revoke === true
    const plan = `Forget the token for ${location}${isRevoked ? ', and have it refused from now on' : ''}.`
    if (options['dry-run'] === true)
      return { value: { registry: location, plan, changed: false, revoked: false }, text: plan }
    if (isRevoked) {
      await requireConsent(plan, context, { isGiven: options.yes === true })
      await revoke(serverAt(location, token, context))
    }
    await storeToken(credentials, location, undefined)
    return {
      value: { registry: location, changed: true, revoked: isRevoked },
      text: `Logged out of ${location}${isRevoked ? '; the token is revoked' : ''}.`,
    }
  },
}

async function revoke(server: PublisherServer): Promise<void> {
  const { value } = await server.ask({ method: 'GET', path: registryPaths.whoami(), answer: Whoami })
  await server.ask({ method: 'DELETE', path: registryPaths.token(value.token.id), answer: ChangeReceipt })
}
