import * as z from 'zod'
import { UserName } from '../auth/names.ts'
import { changeText, columnsText, operatorCommand } from './operator-command.ts'

export const identityListCommand = operatorCommand({
  about: 'List the identities with which people sign in, and whose accounts they open.',
  options: { user: { type: 'string', value: 'USER', description: 'Identities of one user' } },
  flags: z.object({ user: UserName.optional() }),
  run: (operator, { user }) => operator.listIdentities({ user }),
  text: ({ identities }) =>
    columnsText(
      identities.map(({ user, issuer, subject, label, linked_at }) => [
        user,
        issuer,
        subject,
        label,
        linked_at,
      ]),
      'No identity is linked to an account.',
    ),
})

export const identityUnlinkCommand = operatorCommand({
  about:
    'Unlink an identity from its account, and end the sessions that identities of this account opened. API tokens stay.',
  options: {
    issuer: { type: 'string', required: true, value: 'URL', description: 'Issuer; "identity list" shows it' },
    subject: { type: 'string', required: true, value: 'TEXT', description: 'Subject at that issuer' },
  },
  flags: z.object({ issuer: z.string(), subject: z.string() }),
  run: (operator, identity) => operator.unlinkIdentity(identity),
  text: changeText(({ subject }) => `${subject} can no longer sign in.`),
})
