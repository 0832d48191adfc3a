import { AppName, TrustedPublisher } from '@cli-apps/core'
import * as z from 'zod'
import { UserName } from '../auth/names.ts'
import { changeText, columnsText, operatorCommand } from './operator-command.ts'

export const trustAddCommand = operatorCommand({
  about: 'Let an OIDC identity publish an app as a user. The app need not exist yet.',
  options: {
    app: { type: 'string', required: true, value: 'APP', description: 'The app it may publish' },
    user: {
      type: 'string',
      required: true,
      value: 'USER',
      description: 'The user of its tokens; must own the app to publish',
    },
    issuer: {
      type: 'string',
      required: true,
      value: 'URL',
      description: 'One of CLI_APPS_OIDC_ISSUERS; default: GitHub or GitLab',
    },
    audience: {
      type: 'string',
      required: true,
      value: 'TEXT',
      description: 'Audience of the identity token, such as the address of this registry',
    },
    subject: {
      type: 'string',
      required: true,
      value: 'TEXT',
      description: 'The whole subject, or its beginning and a *, such as repo:acme/*',
    },
  },
  flags: z.object({ ...TrustedPublisher.shape, app: AppName, user: UserName }),
  run: (operator, publisher) => operator.trustPublisher(publisher),
  text: changeText(({ app, user, subject }) => `${subject} may publish ${app} as ${user}.`),
})

export const trustListCommand = operatorCommand({
  about: 'List trusted publishers.',
  options: { app: { type: 'string', value: 'APP', description: 'Publishers of one app' } },
  flags: z.object({ app: AppName.optional() }),
  run: (operator, { app }) => operator.listTrustedPublishers({ app }),
  text: ({ publishers }) =>
    columnsText(
      publishers.map(({ id, app, user, issuer, audience, subject }) => [
        id,
        app,
        user,
        issuer,
        audience,
        subject,
      ]),
      'There are no trusted publishers.',
    ),
})

export const trustRemoveCommand = operatorCommand({
  about: 'Stop trusting an identity. Its tokens stay valid for at most 15 minutes.',
  positionals: { id: 'Id of the trusted publisher; "trust list" shows it' },
  flags: z.object({ id: z.string() }),
  run: (operator, { id }) => operator.distrustPublisher({ id }),
  text: changeText(({ id }) => `${id} is no longer trusted.`),
})
