import { registryPaths, t, Whoami } from '@cli-apps/core'
import { type Command, registryOption } from '../../command.ts'
import type { WhoamiResult } from '../../publisher/publisher-results.ts'
import { requireAccount } from '../../publisher/server.ts'

export const whoami: Command<WhoamiResult> = {
  summary: 'Show the owner and the permissions of your token',
  usage: '',
  options: registryOption,
  async run(_args, options, context) {
    const server = await requireAccount(options, context)
    const { value } = await server.ask({ method: 'GET', path: registryPaths.whoami(), answer: Whoami })
    const { user, scopes, token, organisations, apps } = value
    const lines = [
      t('whoami.user', '{user} at {location}', { user, location: server.location }),
      t('whoami.scopes', 'scopes         {scopes}', { scopes: scopes.join(', ') }),
      t('whoami.token', 'token          {list}', {
        list: [token.id, token.label].filter((part) => part !== null).join(' '),
      }),
      t('whoami.expires', 'expires        {expires_at}', {
        expires_at: token.expires_at ?? t('whoami.never', 'never'),
      }),
      t('whoami.organizations', 'organizations  {organizations}', {
        organizations: organisations.map(({ name }) => `@${name}`).join(', ') || t('whoami.none', 'none'),
      }),
      t('whoami.apps', 'apps           {apps}', { apps: apps.join(', ') || t('whoami.none', 'none') }),
    ]
    return { value: { ...value, registry: server.location }, text: lines.join('\n') }
  },
}
