import { registryPaths, t, UsageError, Whoami } from '@cli-apps/core'
import type { OptionValues } from '@cli-apps/core/command-line'
import type { ChangePlan } from '@cli-apps/core/results'
import { type Command, registryOption, textOption } from '../../command.ts'
import type { CommandContext } from '../../context.ts'
import { carryOut } from '../../plan/carry-out.ts'
import { storeToken } from '../../publisher/credentials.ts'
import type { LoginResult } from '../../publisher/publisher-results.ts'
import { requestPlan } from '../../publisher/request-plan.ts'
import { requireServer, serverAt } from '../../publisher/server.ts'
import { askSecret, readInput } from '../../ui/prompt.ts'

export const login: Command<LoginResult | ChangePlan> = {
  summary: 'Check a token with its registry, and store it',
  usage: '',
  options: {
    ...registryOption,
    'dry-run': { type: 'boolean', description: 'Check the token with the registry, but do not store it' },
    'token-stdin': { type: 'boolean', description: 'Read the token from standard input' },
    token: {
      type: 'string',
      value: 'TOKEN',
      description: 'Pass the token itself; other users of this machine may see it',
    },
  },
  async run(_args, options, context) {
    const { location } = await requireServer(options, context)
    const token = (await givenToken(location, options, context)).trim()
    if (!/^[\w.~+/=-]{1,500}$/.test(token))
      throw new UsageError('login.bad-token', t('login.bad-token', 'This is not a valid token.'), {
        hint: t('login.bad-token.hint', 'Pass one word, as printed by "cli-apps-registry token create".'),
      })
    const { value } = await serverAt(location, token, context).ask({
      method: 'GET',
      path: registryPaths.whoami(),
      answer: Whoami,
    })
    const { user, scopes } = value
    const plan = requestPlan(
      {
        command: 'login',
        subject: location,
        summary: t('login.store-token', 'Store the token of {user} for {location}', { user, location }),
        effects: [{ effect: 'write', path: context.config.credentials }],
        facts: { user, scopes, expires_at: value.token.expires_at },
      },
      { location },
      context,
    )
    // Whoever gives the token has said yes to keeping it.
    return carryOut(plan, { ...options, yes: true }, context, async () => {
      await storeToken(context.config.credentials, location, token)
      return {
        value: { registry: location, user, scopes, expires_at: value.token.expires_at, kept: true },
        text: t('login.logged-as', 'Logged in to {location} as {user} ({scopes}).', {
          location,
          user,
          scopes: scopes.join(', '),
        }),
      }
    })
  },
}

function givenToken(location: string, options: OptionValues, context: CommandContext): Promise<string> {
  const typed = textOption(options, 'token')
  if (typed !== undefined) return Promise.resolve(typed)
  if (options['token-stdin'] === true) return readInput(context)
  if (context.config.token !== undefined) return Promise.resolve(context.config.token)
  return askSecret(t('login.token', 'Token for {location}: ', { location }), context, {
    command: 'login',
    what: t('login.token.token', 'a token'),
    otherwise: t('login.pipe-token-stdin-set-cli', 'Pipe it in with --token-stdin, or set CLI_APPS_TOKEN.'),
  })
}
