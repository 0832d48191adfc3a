import * as z from 'zod'
import { UserName } from '../auth/names.ts'
import { parseScopes } from '../auth/scope.ts'
import { changeText, columnsText, operatorCommand } from './operator-command.ts'

export const tokenCreateCommand = operatorCommand({
  usage: 'token create --user NAME --scope SCOPE... [--label TEXT] [--expires DAYS]',
  help: [
    'Create a token and print it once. The database keeps only its hash.',
    '',
    '--user NAME       owner of the token; created when new',
    '--scope SCOPE     publish:, yank: or owners: and an app, <prefix>-* or *; or admin',
    '--label TEXT      purpose, shown in lists',
    '--expires DAYS    days until it expires; default: never',
  ],
  options: {
    user: { type: 'string' },
    scope: { type: 'string', multiple: true },
    label: { type: 'string' },
    expires: { type: 'string' },
  },
  flags: z.object({
    user: UserName,
    scope: z.array(z.string()).min(1).transform(parseScopes),
    label: z.string().min(1).max(100).optional(),
    expires: z
      .string()
      .regex(/^[1-9]\d{0,4}$/, 'must be a number of days')
      .transform(Number)
      .optional(),
  }),
  run: (operator, { user, scope, label, expires }) =>
    operator.createToken({ user, scopes: scope, label, expiresDays: expires }),
  text: ({ token }) => token,
})

export const tokenListCommand = operatorCommand({
  usage: 'token list [--user NAME]',
  help: [
    'List tokens without their secrets, newest first. Tokens that ended over a month ago are left out.',
    '',
    '--user NAME       tokens of one user',
  ],
  options: { user: { type: 'string' } },
  flags: z.object({ user: UserName.optional() }),
  run: (operator, { user }) => operator.listTokens({ user }),
  text: ({ tokens }) =>
    columnsText(
      tokens.map(({ id, user, scopes, label, ...token }) => [
        id,
        user,
        scopes.join(','),
        stateOf(token),
        label ?? '',
      ]),
      'There are no tokens.',
    ),
})

function stateOf(token: {
  expires_at: string | null
  last_used_at: string | null
  revoked_at: string | null
}): string {
  if (token.revoked_at !== null) return `revoked ${token.revoked_at}`
  const used = token.last_used_at === null ? 'never used' : `used ${token.last_used_at}`
  return token.expires_at === null ? used : `${used}, expires ${token.expires_at}`
}

export const tokenRevokeCommand = operatorCommand({
  usage: 'token revoke ID',
  help: ['Revoke a token. token list shows its id.', ''],
  positionals: ['id'],
  flags: z.object({ id: z.string() }),
  run: (operator, { id }) => operator.revokeToken({ id }),
  text: changeText(({ id }) => `The token ${id} is revoked.`),
})
