import { randomUUID } from 'node:crypto'
import {
  type ChangeReceipt,
  ConflictError,
  InvalidError,
  type TrustedPublisher,
  type TrustedPublisherList,
} from '@cli-apps/core'
import type { Queries } from '../db/database.ts'
import type { NewAuditRow } from '../db/queries/audit-rows.ts'
import {
  deleteTrustedPublisher,
  insertTrustedPublisher,
  type TrustedPublisherRow,
  trustedPublisherRows,
} from '../db/queries/trust-rows.ts'
import { findUser } from '../db/queries/user-rows.ts'
import { recordOperatorChange } from './operator-change.ts'
import { isSubjectPattern } from './subject-pattern.ts'
import { unknownUser } from './users.ts'

interface NewTrust {
  app: string
  /** The user on whose behalf the exchanged tokens act. */
  user: string
  createdBy: string
  publisher: TrustedPublisher
}

interface OperatorTrust extends Pick<NewTrust, 'app' | 'user'> {
  /** Issuers that the registry accepts. */
  issuers: readonly string[]
}

type TrustEntry = Pick<NewAuditRow, 'action' | 'app' | 'details'>

/** Refuses issuers that are not accepted, and subjects that match anyone. Throws `InvalidError` with every issue. */
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

/**
 * Adds a trusted publisher. Returns its audit entry, or none if it already exists. Throws `ConflictError` `trust.taken`
 * if it exists for another user.
 */
export async function addTrust(
  tx: Queries,
  now: Date,
  { app, user, createdBy, publisher }: NewTrust,
): Promise<TrustEntry | undefined> {
  const row = { id: randomUUID(), app, user, createdBy, createdAt: now, ...publisher }
  if (await insertTrustedPublisher(tx, row))
    return { action: 'trust.add', app, details: { ...publisher, user } }
  const { issuer, audience, subject } = publisher
  const others = await trustedPublisherRows(tx, { app, issuer })
  const same = others.find((other) => other.audience === audience && other.subject === subject)
  if (same === undefined || same.user === user) return undefined
  throw new ConflictError('trust.taken', `${subject} already publishes ${app} as ${same.user}.`, {
    hint: `Remove the trusted publisher ${same.id} first.`,
  })
}

/** Removes a trusted publisher, optionally of one app only. Returns its audit entry, or none if it does not exist. */
export async function removeTrust(tx: Queries, id: string, app?: string): Promise<TrustEntry | undefined> {
  const row = /^[\w-]{1,100}$/.test(id) ? await deleteTrustedPublisher(tx, id, app) : undefined
  if (row === undefined) return undefined
  const { issuer, audience, subject, user } = row
  return { action: 'trust.remove', app: row.app, details: { id, issuer, audience, subject, user } }
}

/**
 * Trusts an identity on behalf of the operator, even for an app that does not exist yet. Throws `NotFoundError`
 * `user.unknown`.
 */
export function trustAsOperator(
  db: Queries,
  now: Date,
  { app, user, issuers, ...publisher }: TrustedPublisher & OperatorTrust,
): Promise<ChangeReceipt> {
  requireTrustworthy(publisher, issuers)
  return recordOperatorChange(db, now, async (tx) => {
    if ((await findUser(tx, user)) === undefined) throw unknownUser(user)
    return addTrust(tx, now, { app, user, createdBy: 'operator', publisher })
  })
}

export const distrustAsOperator = (db: Queries, now: Date, id: string): Promise<ChangeReceipt> =>
  recordOperatorChange(db, now, (tx) => removeTrust(tx, id))

/** Lists the trusted publishers of an app, or of all apps. */
export async function listTrustedPublishers(
  db: Queries,
  app?: string,
): Promise<(TrustedPublisherList['publishers'][number] & { app: string })[]> {
  return (await trustedPublisherRows(db, { app })).map(publisherView)
}

const publisherView = ({ id, app, issuer, audience, subject, user }: TrustedPublisherRow) => ({
  id,
  app,
  issuer,
  audience,
  subject,
  user,
})
