import { AppName, ChangeReceipt, TrustedPublisher, TrustedPublisherList } from '@cli-apps/core'
import * as z from 'zod'
import { UserName } from '../../auth/names.ts'
import * as trust from '../../auth/trusted-publishers.ts'
import { verb } from '../verb.ts'

export const trustPublisher = verb(
  TrustedPublisher.extend({ app: AppName, user: UserName }),
  ChangeReceipt,
  ({ database, config, now }, publisher) => {
    trust.requireTrustworthy(publisher, config.oidcIssuers)
    return trust.trustPublisher(database.queries, now(), publisher)
  },
)

export const distrustPublisher = verb(
  z.strictObject({ id: z.string().max(100) }),
  ChangeReceipt,
  ({ database, now }, { id }) => trust.distrustPublisher(database.queries, now(), id),
)

export const listTrustedPublishers = verb(
  z.strictObject({ app: AppName.optional() }),
  z.object({
    publishers: z.array(TrustedPublisherList.shape.publishers.element.extend({ app: z.string() })),
  }),
  async ({ database }, { app }) => ({
    publishers: await trust.listTrustedPublishers(database.queries, app),
  }),
)
