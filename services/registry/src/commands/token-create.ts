import * as z from 'zod'
import { UserName } from '../auth/names.ts'
import { parseScopes } from '../auth/scope.ts'
import { type Command, dataHelp, dataOption } from '../command.ts'
import { parseWith, readConfig } from '../config.ts'
import { withOperator } from '../operator/with-operator.ts'

const Flags = z.object({
  user: UserName,
  scope: z.array(z.string()).min(1),
  expires: z
    .string()
    .regex(/^[1-9]\d{0,4}$/, 'must be a number of days')
    .transform(Number)
    .optional(),
})

export const tokenCreateCommand: Command = {
  usage: 'token create --user NAME --scope SCOPE [--scope SCOPE …] [--expires DAYS] [--data DIR]',
  help: [
    'Makes a token and prints it. It is shown this once; the database keeps only its hash.',
    '',
    '--user NAME       who publishes with it; made when new',
    '--scope SCOPE     publish:<app>, publish:* or admin',
    '--expires DAYS    days until it expires; never when absent',
    dataHelp,
  ],
  options: {
    ...dataOption,
    user: { type: 'string' },
    scope: { type: 'string', multiple: true },
    expires: { type: 'string' },
  },
  run: async ({ values, environment, print }) => {
    const { user, scope, expires } = parseWith(Flags, values)
    const request = { user, scopes: parseScopes(scope), expiresDays: expires }
    const created = await withOperator(readConfig(values, environment), (operator) =>
      operator.createToken(request),
    )
    print({ ...created }, created.token)
  },
}
