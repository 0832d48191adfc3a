import { AppName, ChangeReceipt } from '@cli-apps/core'
import * as z from 'zod'
import { approve, listApprovals, withdrawApproval } from '../../auth/approvals.ts'
import { verb } from '../verb.ts'

const Approval = z.strictObject({
  app: AppName,
  rule: z
    .string()
    .max(100)
    .regex(/^(\*|[a-z-]+(\.[a-z-]+)*)$/, 'must be the id of a rule, such as publish.similar-name, or *')
    .default('*'),
})
const ApprovalList = z.object({
  approvals: z.array(z.object({ app: z.string(), rule: z.string(), approved_at: z.string() })),
})

export const approvalVerbs = {
  approve: verb(Approval, ChangeReceipt, ({ database, now }, approval) =>
    approve(database.queries, now(), approval),
  ),
  withdrawApproval: verb(Approval, ChangeReceipt, ({ database, now }, approval) =>
    withdrawApproval(database.queries, now(), approval),
  ),
  listApprovals: verb(z.strictObject({}), ApprovalList, async ({ database }) => ({
    approvals: await listApprovals(database.queries),
  })),
}
