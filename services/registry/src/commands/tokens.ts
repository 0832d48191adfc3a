import * as z from 'zod'
import { UserName } from '../auth/names.ts'
import { parseScopes } from '../auth/scope.ts'
import { changeText, columnsText, operatorCommand } from './operator-command.ts'

export const tokenCreateCommand = operatorCommand({
  about: 'Create a token and print it once. The database keeps only its hash.',
  options: {
    user: {
      type: 'string',
      required: true,
      value: 'NAME',
      description: 'Owner of the token; created when new',
    },
    scope: {
      type: 'string',
      multiple: true,
      required: true,
      value: 'SCOPE',
      description: 'What it may do: publish:, yank: or owners: and an app, <prefix>-* or *; or admin',
    },
    label: { type: 'string', value: 'TEXT', description: 'Purpose, shown in lists' },
    expires: { type: 'string', value: 'DAYS', description: 'Days until it expires; default: never' },
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
  about: 'List tokens without their secrets, newest first. Tokens that ended over a month ago are left out.',
  options: { user: { type: 'string', value: 'NAME', description: 'Tokens of one user' } },
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
  about: 'Revoke a token. "token list" shows its id.',
  positionals: { id: 'Id of the token' },
  flags: z.object({ id: z.string() }),
  run: (operator, { id }) => operator.revokeToken({ id }),
  text: changeText(({ id }) => `The token ${id} is revoked.`),
})
