import { AppName, ChangeReceipt } from '@cli-apps/core'
import * as z from 'zod'
import * as approvals from '../../auth/approvals.ts'
import { verb } from '../verb.ts'

const Approval = z.strictObject({
  app: AppName,
  rule: z
    .string()
    .max(100)
    .regex(/^(\*|[a-z-]+(\.[a-z-]+)*)$/, 'must be the id of a rule, such as publish.similar-name, or *')
    .default('*'),
})

export const approve = verb(Approval, ChangeReceipt, ({ database, now }, approval) =>
  approvals.approve(database.queries, now(), approval),
)

export const withdrawApproval = verb(Approval, ChangeReceipt, ({ database, now }, approval) =>
  approvals.withdrawApproval(database.queries, now(), approval),
)

export const listApprovals = verb(
  z.strictObject({}),
  z.object({
    approvals: z.array(z.object({ app: z.string(), rule: z.string(), approved_at: z.string() })),
  }),
  async ({ database }) => ({ approvals: await approvals.listApprovals(database.queries) }),
)
