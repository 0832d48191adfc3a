import { randomUUID } from 'node:crypto'
import {
  type ChangeReceipt,
  ConflictError,
  InvalidError,
  type TrustedPublisher,
  type TrustedPublisherList,
} from '@cli-apps/core'
import type { Queries } from '../db/database.ts'
import { insertAudit } from '../db/queries/audit-rows.ts'
import {
  deleteTrustedPublisher,
  insertTrustedPublisher,
  listTrustedPublishers as listRows,
  type TrustedPublisherRow,
} from '../db/queries/trust-rows.ts'
import { findUser } from '../db/queries/user-rows.ts'
import { operatorChange } from './operator-change.ts'
import { isSubjectPattern } from './subject-pattern.ts'
import { unknownUser } from './users.ts'

export interface NewTrustedPublisher extends TrustedPublisher {
  app: string
  /** Whom the tokens stand for. */
  user: string
  createdBy: string
}

/** Refuses an issuer that is never asked, and a subject that would be anybody. Throws `InvalidError` with every issue. */
export function requireTrustworthy(
  { issuer, subject }: Pick<TrustedPublisher, 'issuer' | 'subject'>,
  issuers: readonly string[],
): void {
  const issues = [
    ...(issuers.includes(issuer)
      ? []
      : [
          {
            path: 'issuer',
            rule: 'trust.issuer',
            message: 'is not an issuer that this registry accepts',
            hint: `Accepted are ${issuers.join(', ') || 'none'}. The operator sets them with CLI_APPS_OIDC_ISSUERS.`,
          },
        ]),
    ...(isSubjectPattern(subject)
      ? []
      : [
          {
            path: 'subject',
            rule: 'trust.subject',
            message: 'must be a whole subject, or its beginning up to the second or a later : or / and a *',
            hint: 'Such as repo:acme/tool:ref:refs/heads/main, or repo:acme/*.',
          },
        ]),
  ]
  if (issues.length === 0) return
  throw new InvalidError('trust.invalid', 'The trusted publisher is not valid.', {
    hint: 'Fix the listed issues and send it again.',
    issues,
  })
}

/** Stores a trusted publisher. False when it is there already; a `ConflictError` when it is there for another user. */
export async function addTrustedPublisher(
  tx: Queries,
  now: Date,
  publisher: NewTrustedPublisher,
): Promise<boolean> {
  if (await insertTrustedPublisher(tx, { id: randomUUID(), createdAt: now, ...publisher })) return true
  const { app, issuer, audience, subject, user } = publisher
  const others = await listRows(tx, { app, issuer })
  const same = others.find((row) => row.audience === audience && row.subject === subject)
  if (same === undefined || same.user === user) return false
  throw new ConflictError('trust.taken', `${subject} already publishes ${app} as ${same.user}.`, {
    hint: `Remove the trusted publisher ${same.id} first.`,
  })
}

/** Trusts an identity on the operator's word, also for an app that is not there yet. Throws `NotFoundError` `user.unknown`. */
export const trustPublisher = (
  db: Queries,
  now: Date,
  { app, ...publisher }: Omit<NewTrustedPublisher, 'createdBy'>,
): Promise<ChangeReceipt> =>
  operatorChange(db, now, { action: 'trust.add', app, details: publisher }, async (tx) => {
    if ((await findUser(tx, publisher.user)) === undefined) throw unknownUser(publisher.user)
    return addTrustedPublisher(tx, now, { ...publisher, app, createdBy: 'operator' })
  })

export function distrustPublisher(db: Queries, now: Date, id: string): Promise<ChangeReceipt> {
  return db.transaction(async (tx) => {
    const row = await deleteTrustedPublisher(tx, id)
    if (row === undefined) return { changed: false }
    const { app, createdAt: _, createdBy: __, ...details } = row
    await insertAudit(tx, { at: now, actor: 'operator', action: 'trust.remove', app, details })
    return { changed: true }
  })
}

/** Trusted publishers of an app, or of all apps. */
export async function listTrustedPublishers(
  db: Queries,
  app?: string,
): Promise<(TrustedPublisherList['publishers'][number] & { app: string })[]> {
  return (await listRows(db, { app })).map(publisherView)
}

const publisherView = ({ id, app, issuer, audience, subject, user }: TrustedPublisherRow) => ({
  id,
  app,
  issuer,
  audience,
  subject,
  user,
})
