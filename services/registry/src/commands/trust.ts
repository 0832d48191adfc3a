import { AppName, TrustedPublisher } from '@cli-apps/core'
import * as z from 'zod'
import { UserName } from '../auth/names.ts'
import { changeText, columnsText, operatorCommand } from './operator-command.ts'

export const trustAddCommand = operatorCommand({
  usage: 'trust add --app APP --user USER --issuer URL --audience TEXT --subject TEXT',
  help: [
    'Let an OIDC identity publish an app as a user. The app need not exist yet.',
    '',
    '--app APP         the app it may publish',
    '--user USER       the user of its tokens; must own the app to publish',
    '--issuer URL      one of CLI_APPS_OIDC_ISSUERS; default: GitHub or GitLab',
    '--audience TEXT   audience of the identity token, such as the address of this registry',
    '--subject TEXT    the whole subject, or its beginning and a *, such as repo:acme/*',
  ],
  options: {
    app: { type: 'string' },
    user: { type: 'string' },
    issuer: { type: 'string' },
    audience: { type: 'string' },
    subject: { type: 'string' },
  },
  flags: z.object({ ...TrustedPublisher.shape, app: AppName, user: UserName }),
  run: (operator, publisher) => operator.trustPublisher(publisher),
  text: changeText(({ app, user, subject }) => `${subject} may publish ${app} as ${user}.`),
})

export const trustListCommand = operatorCommand({
  usage: 'trust list [--app APP]',
  help: ['List trusted publishers.', '', '--app APP         publishers of one app'],
  options: { app: { type: 'string' } },
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
  usage: 'trust remove ID',
  help: ['Stop trusting an identity. Its tokens stay valid for at most 15 minutes.', ''],
  positionals: ['id'],
  flags: z.object({ id: z.string() }),
  run: (operator, { id }) => operator.distrustPublisher({ id }),
  text: changeText(({ id }) => `${id} is no longer trusted.`),
})
