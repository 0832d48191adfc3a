import * as z from 'zod'
import { t } from '../../messages/t.ts'
import { Argument, line } from '../../text.ts'
import { EnvironmentName } from '../environment-name.ts'
import { ExecutableName } from '../install-method.ts'
import { RequiredAccess } from './required-access.ts'
import { RequiredServices } from './required-service.ts'

const Account = z.strictObject({
  name: line(80).describe('Whose account it is'),
  sign_in: z
    .array(Argument)
    .min(1)
    .max(100)
    .optional()
    .describe('Arguments with which a person signs in, once'),
  env: z
    .array(EnvironmentName)
    .max(20)
    .optional()
    .describe(
      'Declared variables that give access without signing in, such as a token; when absent, every secret one does',
    ),
})

/** What an app needs besides its files. */
export const AppRequirements = z
  .strictObject({
    env: z
      .array(
        z.strictObject({
          name: EnvironmentName.describe('Its name'),
          description: line(200).describe('What its value is, and where to get it'),
          required: z.boolean().describe('Whether no call works without it'),
          secret: z.boolean().describe('Whether nobody may see its value'),
        }),
      )
      .max(50)
      .optional()
      .describe('Environment variables that it reads; of those of the user, only these are passed to it'),
    services: RequiredServices.optional().describe('Servers that calls need'),
    bins: z.array(ExecutableName).max(50).optional().describe('Other programs that must be on PATH'),
    accounts: z
      .array(Account)
      .max(5)
      .optional()
      .describe('Accounts at somebody else that the app works with'),
    access: RequiredAccess.optional().describe(
      'What the app needs beyond the sandbox; a person grants it, and limits of the network always hold',
    ),
  })
  .superRefine(({ env = [], accounts = [] }, context) => {
    const declared = new Set(env.map(({ name }) => name))
    for (const [at, account] of accounts.entries())
      for (const [position, name] of (account.env ?? []).entries())
        if (!declared.has(name))
          context.addIssue({
            code: 'custom',
            path: ['accounts', at, 'env', position],
            message: t('app-requirements.account-variable', 'must be a variable of requires.env'),
          })
  })
export type AppRequirements = z.infer<typeof AppRequirements>
