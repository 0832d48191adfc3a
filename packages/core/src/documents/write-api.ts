import * as z from 'zod'
import { AppName } from '../manifest/app-name.ts'
import { EntryVersion, isDistTag } from '../manifest/versions.ts'
import { t } from '../messages/t.ts'
import { bounded, line, shownLine } from '../text.ts'

/*
 * Requests and answers of what needs a bearer token. Every request answers `ChangeReceipt` unless it says otherwise, and
 * asking twice is no error.
 */

/** `changed` is false when everything was so already. */
export const ChangeReceipt = z.object({ changed: z.boolean() })
export type ChangeReceipt = z.infer<typeof ChangeReceipt>

/** Body of `POST /v1/apps/{name}/{version}/yank`; `…/unyank` takes none. */
export const YankRequest = z.strictObject({ reason: line(500) })
export type YankRequest = z.infer<typeof YankRequest>

/** Body of `POST /v1/apps/{name}/{version}/deprecate`; null takes the deprecation back. */
export const DeprecateRequest = z.strictObject({ message: line(500).nullable() })
export type DeprecateRequest = z.infer<typeof DeprecateRequest>

export const DistTag = bounded(40).refine(isDistTag, {
  error: () =>
    t('write-api.lower-case-word', 'must be a lower case word that is no version or range, such as next'),
})

/** Body of `PUT /v1/apps/{name}/tags/{tag}`; `DELETE` of the same address takes none. */
export const TagRequest = z.strictObject({ version: EntryVersion })
export type TagRequest = z.infer<typeof TagRequest>

/** Body of `POST /v1/apps/{name}/remove`, which withdraws an app as a whole; `…/restore` takes none. */
export const RemoveRequest = z.strictObject({
  message: line(500).describe('What happened, for whoever looks for the app'),
  replacement: AppName.optional().describe('The app to use instead'),
  withhold: z.boolean().optional().describe('Keep the published manifests back too; operators only'),
})
export type RemoveRequest = z.infer<typeof RemoveRequest>

/** `GET /v1/apps/{name}/owners`; `PUT` and `DELETE` of `…/owners/{owner}` change it. An organization is `@name`. */
export const OwnersAnswer = z.object({ owners: z.array(shownLine(100)) })
export type OwnersAnswer = z.infer<typeof OwnersAnswer>

/** One write. Details depend on the action, such as `{"reason": "…"}` of `version.yank`. */
export const HistoryEntry = z.object({
  id: z.int(),
  at: shownLine(40).describe('ISO 8601, UTC'),
  actor: shownLine(100),
  action: shownLine(60),
  version: shownLine(100).nullable(),
  details: z.record(z.string(), z.unknown()),
})
export type HistoryEntry = z.infer<typeof HistoryEntry>

/** `GET /v1/apps/{name}/history?limit=&cursor=`: every change of an app, newest first, for everybody. */
export const HistoryPage = z.object({ items: z.array(HistoryEntry), next_cursor: z.string().nullable() })
export type HistoryPage = z.infer<typeof HistoryPage>

/** `GET /v1/apps/{name}/audit?limit=&cursor=`: the same for owners, with the token that was used. */
export const AuditPage = z.object({
  items: z.array(HistoryEntry.extend({ app: shownLine(100).nullable(), token: shownLine(100).nullable() })),
  next_cursor: z.string().nullable(),
})
export type AuditPage = z.infer<typeof AuditPage>

/** Body of `POST /v1/tokens`: a token for oneself that may no more than the one it is asked with. */
export const TokenRequest = z.strictObject({
  label: line(100).optional(),
  scopes: z.array(z.string().max(80)).min(1).max(100),
  expires_days: z.number().positive().max(3650).optional(),
})
export type TokenRequest = z.infer<typeof TokenRequest>

/** Answer to `POST /v1/tokens` and `POST /v1/tokens/exchange`. The secret is shown this once. */
export const NewToken = z.object({
  id: shownLine(100),
  token: z.string(),
  user: shownLine(100),
  scopes: z.array(shownLine(100)),
  expires_at: shownLine(40).nullable(),
})
export type NewToken = z.infer<typeof NewToken>

/** `GET /v1/tokens`: one's own; `DELETE /v1/tokens/{id}` revokes. */
export const TokenList = z.object({
  tokens: z.array(
    z.object({
      id: shownLine(100),
      label: shownLine(100).nullable(),
      scopes: z.array(shownLine(100)),
      created_at: shownLine(40),
      expires_at: shownLine(40).nullable(),
      last_used_at: shownLine(40).nullable(),
      revoked_at: shownLine(40).nullable(),
    }),
  ),
})
export type TokenList = z.infer<typeof TokenList>

/** Body of `POST /v1/tokens/exchange`: an identity token of a configured issuer for a short-lived token of ours. */
export const ExchangeRequest = z.strictObject({ app: AppName, id_token: z.string().max(20_000) })
export type ExchangeRequest = z.infer<typeof ExchangeRequest>

/** Body of `POST /v1/apps/{name}/trusted-publishers`; `GET` lists them, `DELETE …/{id}` removes one. */
export const TrustedPublisher = z.strictObject({
  issuer: z.url({ protocol: /^https?$/ }).max(500),
  audience: line(200),
  subject: line(500).describe('The whole subject, or its beginning up to a : or / and a * for the rest'),
})
export type TrustedPublisher = z.infer<typeof TrustedPublisher>

export const TrustedPublisherList = z.object({
  publishers: z.array(
    z.object({
      id: shownLine(100),
      issuer: shownLine(500),
      audience: shownLine(200),
      subject: shownLine(500),
      user: shownLine(100),
    }),
  ),
})
export type TrustedPublisherList = z.infer<typeof TrustedPublisherList>

/** Body of `POST /v1/installs`: all that is reported of an install. */
export const InstallReport = z.strictObject({ app: AppName })
export type InstallReport = z.infer<typeof InstallReport>

/** `GET /v1/apps/{name}/installs`: installs that users chose to report. */
export const InstallCounts = z.object({
  name: shownLine(100),
  total: z.int().nonnegative(),
  days: z.array(z.object({ day: shownLine(10), installs: z.int().nonnegative() })).describe('Oldest first'),
})
export type InstallCounts = z.infer<typeof InstallCounts>
