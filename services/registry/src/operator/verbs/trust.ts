import { AppName, ChangeReceipt, TrustedPublisher, TrustedPublisherList } from '@cli-apps/core'
import * as z from 'zod'
import { UserName } from '../../auth/names.ts'
import { distrustAsOperator, listTrustedPublishers, trustAsOperator } from '../../auth/trusted-publishers.ts'
import { verb } from '../verb.ts'

const ListedPublisher = TrustedPublisherList.shape.publishers.element.extend({ app: z.string() })

export const trustVerbs = {
  trustPublisher: verb(
    TrustedPublisher.extend({ app: AppName, user: UserName }),
    ChangeReceipt,
    ({ database, config, now }, publisher) =>
      trustAsOperator(database.queries, now(), { ...publisher, issuers: config.oidcIssuers }),
  ),
  distrustPublisher: verb(
    z.strictObject({ id: z.string().max(100) }),
    ChangeReceipt,
    ({ database, now }, { id }) => distrustAsOperator(database.queries, now(), id),
  ),
  listTrustedPublishers: verb(
    z.strictObject({ app: AppName.optional() }),
    z.object({ publishers: z.array(ListedPublisher) }),
    async ({ database }, { app }) => ({
      publishers: await listTrustedPublishers(database.queries, app),
    }),
  ),
}
