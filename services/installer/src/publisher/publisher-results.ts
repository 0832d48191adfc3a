import {
  AuditPage,
  HeldReceipt,
  PublishReceipt,
  TrustedPublisher,
  TrustedPublisherList,
  Whoami,
} from '@cli-apps/core'
import { IssueReport } from '@cli-apps/core/results'
import * as z from 'zod'

const Registry = z.string().describe('Address of the registry')
const Changed = z.boolean().describe('False when everything was so already')

/** The output of `publish --json`. */
export const PublishResult = z.union([
  PublishReceipt.extend({
    registry: Registry,
    published: z.boolean().describe('False when the registry had exactly this already'),
  }),
  HeldReceipt.extend({ registry: Registry, published: z.literal(false) }).describe(
    'where the operator of the registry has to approve it first',
  ),
])
export type PublishResult = z.infer<typeof PublishResult>

/** The output of `validate --json`. */
export const ValidateResult = z.object({
  valid: z.boolean(),
  issues: z.array(IssueReport),
  held: z.array(IssueReport).describe('What the operator of a registry would look at before it is published'),
  unjudged: z.array(z.string()).describe('Rules that only a registry can judge, where none was asked'),
  notes: z.array(z.string()).describe('What is allowed and may be meant otherwise'),
  registry: Registry.nullable(),
})
export type ValidateResult = z.infer<typeof ValidateResult>

/** The output of `yank --json`. */
export const YankResult = z.object({
  name: z.string(),
  version: z.string(),
  reason: z.string(),
  registry: Registry,
  changed: Changed,
})
export type YankResult = z.infer<typeof YankResult>

/** The output of `unyank --json`. */
export const UnyankResult = YankResult.omit({ reason: true })
export type UnyankResult = z.infer<typeof UnyankResult>

/** The output of `deprecate --json`. */
export const DeprecateResult = UnyankResult.extend({
  message: z.string().nullable().describe('Null when the deprecation was removed'),
})
export type DeprecateResult = z.infer<typeof DeprecateResult>

/** The output of `owners list --json`, `owners add --json` and `owners remove --json`. */
export const OwnersResult = z.union([
  z
    .object({ name: z.string(), owners: z.array(z.string()), registry: Registry })
    .describe('of `owners list`'),
  z
    .object({ name: z.string(), owner: z.string(), registry: Registry, changed: Changed })
    .describe('of `owners add` and `owners remove`'),
])
export type OwnersResult = z.infer<typeof OwnersResult>

/** The output of `tag list --json`, `tag add --json` and `tag remove --json`. */
export const TagResult = z.union([
  z
    .object({
      name: z.string(),
      tags: z.record(z.string(), z.string()).describe('Versions by tag'),
      registry: Registry,
    })
    .describe('of `tag list`'),
  z
    .object({
      name: z.string(),
      tag: z.string(),
      version: z.string().nullable().describe('Null when the tag was removed'),
      registry: Registry,
      changed: Changed,
    })
    .describe('of `tag add` and `tag remove`'),
])
export type TagResult = z.infer<typeof TagResult>

/** The output of `unpublish --json`. */
export const UnpublishResult = z.object({
  name: z.string(),
  message: z.string(),
  replacement: z.string().nullable(),
  registry: Registry,
  changed: Changed,
})
export type UnpublishResult = z.infer<typeof UnpublishResult>

/** The output of `restore --json`. */
export const RestoreResult = z.object({ name: z.string(), registry: Registry, changed: Changed })
export type RestoreResult = z.infer<typeof RestoreResult>

/** The output of `publishers list --json`, `publishers add --json` and `publishers remove --json`. */
export const PublishersResult = z.union([
  TrustedPublisherList.extend({ name: z.string(), registry: Registry }).describe('of `publishers list`'),
  TrustedPublisher.extend({ name: z.string(), registry: Registry, changed: Changed }).describe(
    'of `publishers add`',
  ),
  z
    .object({ name: z.string(), id: z.string(), registry: Registry, changed: Changed })
    .describe('of `publishers remove`'),
])
export type PublishersResult = z.infer<typeof PublishersResult>

/** The output of `history --json`. */
export const HistoryResult = z.object({ name: z.string(), registry: Registry, items: AuditPage.shape.items })
export type HistoryResult = z.infer<typeof HistoryResult>

/** The output of `login --json`. */
export const LoginResult = z.object({
  registry: Registry,
  user: z.string(),
  scopes: z.array(z.string()),
  expires_at: z.string().nullable(),
  kept: z.boolean(),
})
export type LoginResult = z.infer<typeof LoginResult>

/** The output of `logout --json`. */
export const LogoutResult = z.object({
  registry: Registry,
  changed: Changed,
  revoked: z.boolean().describe('The registry refuses the token from now on'),
})
export type LogoutResult = z.infer<typeof LogoutResult>

/** The output of `whoami --json`. */
export const WhoamiResult = Whoami.extend({ registry: Registry })
export type WhoamiResult = z.infer<typeof WhoamiResult>
