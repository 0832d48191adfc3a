import { registryPaths, Whoami } from '@cli-apps/core'
import type { WhoamiResult } from '@cli-apps/core/results'
import { type Command, registryOption } from '../command.ts'
import { requireAccount } from '../publisher/server.ts'

export const whoami: Command<WhoamiResult> = {
  summary: 'Show the owner and the permissions of your token',
  usage: '',
  options: registryOption,
  async run(_args, options, context) {
    const server = await requireAccount(options, context)
    const { value } = await server.ask({ method: 'GET', path: registryPaths.whoami(), answer: Whoami })
    const { user, scopes, token, organisations, apps } = value
    const lines = [
      `${user} at ${server.location}`,
      `scopes         ${scopes.join(', ')}`,
      `token          ${[token.id, token.label].filter((part) => part !== null).join(' ')}`,
      `expires        ${token.expires_at ?? 'never'}`,
      `organizations  ${organisations.map(({ name }) => `@${name}`).join(', ') || 'none'}`,
      `apps           ${apps.join(', ') || 'none'}`,
    ]
    return { value: { ...value, registry: server.location }, text: lines.join('\n') }
  },
}
