import * as z from 'zod'
import { UserName } from '../auth/names.ts'
import { changeText, columnsText, operatorCommand } from './operator-command.ts'

const flags = z.object({ user: UserName })

export const userCreateCommand = operatorCommand({
  about: 'Create a user without a token, such as one that only publishes by trusted identities.',
  positionals: { user: 'Name of the user' },
  flags,
  run: (operator, { user }) => operator.createUser({ user }),
  text: changeText(({ user }) => `The user ${user} is created.`),
})

export const userListCommand = operatorCommand({
  about: 'List users.',
  flags: z.object({}),
  run: (operator) => operator.listUsers(),
  text: ({ users }) =>
    columnsText(
      users.map(({ name, created_at, disabled_at }) => [
        name,
        created_at,
        disabled_at === null ? '' : `disabled ${disabled_at}`,
      ]),
      'There are no users.',
    ),
})

export const userDisableCommand = operatorCommand({
  about: 'Refuse every token of a user. Published versions stay.',
  positionals: { user: 'Name of the user' },
  flags,
  run: (operator, { user }) => operator.disableUser({ user }),
  text: changeText(({ user }) => `${user} is disabled.`),
})

export const userEnableCommand = operatorCommand({
  about: 'Accept the tokens of a disabled user again.',
  positionals: { user: 'Name of the user' },
  flags,
  run: (operator, { user }) => operator.enableUser({ user }),
  text: changeText(({ user }) => `${user} is enabled.`),
})
