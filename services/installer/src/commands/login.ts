import { registryPaths, UsageError, Whoami } from '@cli-apps/core'
import { type Command, type OptionValues, registryOption, textOption } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { storeToken } from '../publisher/credentials.ts'
import { requireServer, serverAt } from '../publisher/server.ts'
import { askSecret, readInput } from '../ui/prompt.ts'

export const login: Command = {
  summary: 'Keep a token for a registry, after asking the registry about it',
  usage: '',
  options: {
    ...registryOption,
    'dry-run': { type: 'boolean', description: 'Ask the registry about the token and keep nothing' },
    'token-stdin': { type: 'boolean', description: 'Read the token from standard input' },
    token: {
      type: 'string',
      value: 'TOKEN',
      description: 'The token itself; other users of this machine may see it while this runs',
    },
  },
  async run(_args, options, context) {
    const { location } = await requireServer(options, context)
    const token = (await givenToken(location, options, context)).trim()
    if (!/^[\w.~+/=-]{1,500}$/.test(token))
      throw new UsageError('login.bad-token', 'That is no token.', {
        hint: 'A token is one word, such as "cli-apps-registry token create" prints.',
      })
    const { value } = await serverAt(location, token, context).ask({
      method: 'GET',
      path: registryPaths.whoami(),
      answer: Whoami,
    })
    const isKept = options['dry-run'] !== true
    if (isKept) await storeToken(context.config.credentials, location, token)
    const { user, scopes } = value
    return {
      value: { registry: location, user, scopes, expires_at: value.token.expires_at, kept: isKept },
      text: `${isKept ? 'Logged in' : 'Would log in'} to ${location} as ${user} (${scopes.join(', ')}).`,
    }
  },
}

function givenToken(location: string, options: OptionValues, context: CommandContext): Promise<string> {
  const typed = textOption(options, 'token')
  if (typed !== undefined) return Promise.resolve(typed)
  if (options['token-stdin'] === true) return readInput(context)
  if (context.config.token !== undefined) return Promise.resolve(context.config.token)
  return askSecret(`Token for ${location}: `, context)
}
