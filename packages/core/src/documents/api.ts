import * as z from 'zod'
import { Digest } from '../digest.ts'
import { AppName } from '../manifest/app-name.ts'
import { MethodKind } from '../manifest/install-method.ts'
import { LanguageTag } from '../manifest/language-tag.ts'
import { Host } from '../manifest/platform.ts'
import { EntryVersion } from '../manifest/versions.ts'
import { t } from '../messages/t.ts'
import { shownLine } from '../text.ts'
import { foundFields } from './found-app.ts'
import { searchFieldNames, vias } from './search-terms.ts'

/** Id of a signing key: the first 16 hexadecimal digits of the sha256 of its 32 bytes. */
export const KeyId = z
  .string()
  .regex(/^[0-9a-f]{16}$/, { error: () => t('api.hexadecimal-digits', 'must be 16 hexadecimal digits') })
export type KeyId = z.infer<typeof KeyId>

const IndexTexts = z.object({ display_name: shownLine(60), summary: shownLine(120) })

/** What lists and the index say of an app: its latest version in short. */
export const IndexEntry = z.object({
  name: AppName,
  latest: EntryVersion,
  ...IndexTexts.shape,
  i18n: z
    .record(LanguageTag, IndexTexts.partial())
    .optional()
    .describe('The same texts in other languages, as far as the manifest has them'),
  category: shownLine(40),
  tags: z.array(shownLine(40)),
  aliases: z.array(shownLine(40)),
  programs: z
    .array(shownLine(100))
    .optional()
    .describe('Its programs besides the entry point, where the source of the index names them'),
  digest: Digest,
  document: Digest.optional().describe("Of the bytes of the app's document, in a signed index"),
})
export type IndexEntry = z.infer<typeof IndexEntry>

/** An Ed25519 signature (RFC 8032) by a key of `/v1/keys.json`. */
export const Signature = z.object({
  key: KeyId,
  value: z
    .string()
    .regex(/^[\w-]{86}$/, { error: () => t('api.signature-bytes', 'must be 64 bytes in base64url') })
    .describe('64 bytes in base64url'),
})
export type Signature = z.infer<typeof Signature>

const indexHead = {
  index: z.literal(1),
  /** Grows with every change of any app: an index with a smaller one is older. */
  serial: z.int().min(0),
  /** Of the bytes of `/v1/keys.json`, in a signed index: it proves when keys end. */
  keys: Digest.optional(),
  /** Over the RFC 8785 form of the document without this key. */
  signatures: z.array(Signature).max(10),
}

/** `/v1/index.json` while it is small: every app in short, by name. */
export const WholeIndex = z.object({ ...indexHead, apps: z.array(IndexEntry) })
export type WholeIndex = z.infer<typeof WholeIndex>

/** One part of a large index: the apps whose name's sha256 begins with these hexadecimal digits. */
export const IndexShard = z.object({
  prefix: z.string().regex(/^[0-9a-f]{1,4}$/),
  digest: Digest.describe("Of the shard document's bytes"),
  count: z.int().min(0),
})
export type IndexShard = z.infer<typeof IndexShard>

/** `/v1/index.json` once the apps would make it larger than 1 MiB: where they are, by digest. Empty shards are left out. */
export const ShardedIndex = z.object({ ...indexHead, shards: z.array(IndexShard) })

export const IndexDocument = z.union([WholeIndex, ShardedIndex])
export type IndexDocument = z.infer<typeof IndexDocument>

/** `/v1/index/{prefix}.json`: its apps, by name. The index that names its digest vouches for it. */
export const ShardDocument = z.object({ shard: z.literal(1), apps: z.array(IndexEntry) })
export type ShardDocument = z.infer<typeof ShardDocument>

/** `/v1/timestamp.json`: proves that the index is not an old one. Signed again at least every hour that it is asked for. */
export const TimestampDocument = z.object({
  timestamp: z.literal(1),
  /** Of the index. */
  serial: z.int().min(0),
  time: z.iso.datetime().describe('When it was signed, UTC'),
  index_digest: Digest.describe('Of the bytes of `/v1/index.json`'),
  max_age_days: z
    .int()
    .min(1)
    .nullable()
    .optional()
    .describe('How long it is good for; null for ever, absent for what readers think right'),
  /** Over the RFC 8785 form of the document without this key. */
  signatures: z.array(Signature).max(10),
})
export type TimestampDocument = z.infer<typeof TimestampDocument>

/** One version in the document of its app. */
export const VersionEntry = z.object({
  version: EntryVersion,
  digest: Digest,
  program_version: shownLine(60).nullable(),
  entry_point: shownLine(100),
  docs: shownLine(2000).nullable(),
  published_at: shownLine(40).nullable().describe('ISO 8601, UTC'),
  yanked: z.object({ reason: shownLine(500) }).nullable(),
  deprecated: z.object({ message: shownLine(500) }).nullable(),
  install_commands: z.array(z.object({ method: shownLine(40), command: shownLine(4000) })),
})
export type VersionEntry = z.infer<typeof VersionEntry>

/** `/v1/apps/{name}.json`: an app with all its versions, highest first. */
export const AppDocument = z.object({
  name: AppName,
  latest: EntryVersion,
  display_name: shownLine(60),
  summary: shownLine(120),
  description: shownLine(700),
  category: shownLine(40),
  tags: z.array(shownLine(40)),
  aliases: z.array(shownLine(40)),
  homepage: shownLine(2000).nullable(),
  license: shownLine(120).nullable(),
  /** Users by name, organizations as `@name`. */
  owners: z.array(shownLine(100)),
  /** Names for versions, such as `latest` and `next`; `latest` is always there. */
  dist_tags: z.record(z.string(), EntryVersion),
  /** Set when the app was withdrawn as a whole: what happened, and what to use instead. It is in no list then. */
  removed: z
    .object({ at: shownLine(40), message: shownLine(500), replacement: AppName.nullable() })
    .nullable(),
  versions: z.array(VersionEntry),
})
export type AppDocument = z.infer<typeof AppDocument>

/**
 * `/v1/apps/{name}/{version}.json`: the manifest as it was published, with its digest and the signatures over its RFC 8785
 * form. Immutable.
 */
export const VersionDocument = z.object({
  digest: Digest,
  signatures: z.array(Signature).max(10),
  manifest: z.unknown(),
})
export type VersionDocument = z.infer<typeof VersionDocument>

/** `/v1/categories.json` */
export const CategoriesDocument = z.object({
  categories: z.array(z.object({ name: shownLine(40), count: z.int() })),
})
export type CategoriesDocument = z.infer<typeof CategoriesDocument>

/** A page of `GET /v1/apps`. */
export const AppPage = z.object({ items: z.array(IndexEntry), next_cursor: z.string().nullable() })
export type AppPage = z.infer<typeof AppPage>

const ranges = z
  .array(z.tuple([z.int().min(0), z.int().min(0)]))
  .describe('Parts of the text from and up to, in UTF-16 units')

/** Why an app was found. */
export const SearchExplanation = z.object({
  score: z.number(),
  matches: z.array(
    z.object({
      term: shownLine(200).describe('The part of the query, as it was written'),
      field: z.enum(searchFieldNames).describe('Where it weighs most'),
      weight: z.number(),
      via: z.enum(vias).describe('How the part led to what was found'),
    }),
  ),
})
export type SearchExplanation = z.infer<typeof SearchExplanation>

/** An app that a search found, with the recipes that fit. */
export const FoundApp = IndexEntry.extend(foundFields)
export type FoundApp = z.infer<typeof FoundApp>

/** The same in a page; `explanation` where it was asked for. */
export const SearchItem = FoundApp.extend({
  highlights: z.object({ display_name: ranges, summary: ranges }),
  explanation: SearchExplanation.optional(),
})
export type SearchItem = z.infer<typeof SearchItem>

/** A page of `GET /v1/search`, best first. */
export const SearchPage = z.object({ items: z.array(SearchItem), next_cursor: z.string().nullable() })
export type SearchPage = z.infer<typeof SearchPage>

/** The same as clients read it. */
export const FoundPage = z.object({ items: z.array(FoundApp), next_cursor: z.string().nullable() })

/** One thing that is wrong with a manifest. */
export const ShownIssue = z.object({
  path: shownLine(400),
  message: shownLine(1000),
  rule: shownLine(100).optional(),
  hint: shownLine(1000).optional(),
})

/** Answer to `PUT /v1/apps/{name}/{version}`, 202: nobody gets the version before the operator approves it. */
export const HeldReceipt = z.object({
  name: AppName,
  version: EntryVersion,
  digest: Digest,
  status: z.literal('held'),
  reasons: z.array(ShownIssue),
})
export type HeldReceipt = z.infer<typeof HeldReceipt>

/** A version that waits for the operator, or that the operator did not let pass. */
export const HeldVersion = z.object({
  name: AppName,
  version: EntryVersion,
  digest: Digest,
  status: z.enum(['held', 'rejected']),
  reasons: z.array(ShownIssue),
  held_at: shownLine(40).describe('ISO 8601, UTC'),
  held_by: shownLine(100),
  decision: shownLine(500).nullable().describe('What the operator said of a rejected version'),
})
export type HeldVersion = z.infer<typeof HeldVersion>

/** Answer to `GET /v1/held?app=`: what the user of the token published, or may publish, and waits; all of it for operators. */
export const HeldVersions = z.object({ items: z.array(HeldVersion) })
export type HeldVersions = z.infer<typeof HeldVersions>

/** Answer to `PUT /v1/apps/{name}/{version}`: 201 when stored, 200 when the same content was there already. */
export const PublishReceipt = z.object({
  name: AppName,
  version: EntryVersion,
  digest: Digest,
  url: shownLine(2000),
})
export type PublishReceipt = z.infer<typeof PublishReceipt>

/** Body of `POST /v1/resolve`. */
export const ResolveRequest = z.strictObject({
  apps: z.record(AppName, z.string().max(200)),
  host: Host,
})
export type ResolveRequest = z.infer<typeof ResolveRequest>

/** Answer to `POST /v1/resolve`; `method` is null when every method was refused. */
export const ResolveAnswer = z.object({
  results: z.array(
    z.object({
      name: AppName,
      version: EntryVersion,
      method: MethodKind.nullable(),
      refusals: z.array(z.object({ method: MethodKind, reason: shownLine(500) })),
    }),
  ),
})
export type ResolveAnswer = z.infer<typeof ResolveAnswer>

/** Answer to `POST /v1/validate`: what publishing the manifest would say. */
export const ManifestVerdict = z.object({
  valid: z.boolean(),
  issues: z.array(ShownIssue),
  held: z
    .array(ShownIssue)
    .default([])
    .describe('What the operator has to look at before the version is published; other registries give none'),
})
export type ManifestVerdict = z.infer<typeof ManifestVerdict>

/** Answer to `GET /v1/whoami`: whose token it is and what it may do. */
export const Whoami = z.object({
  user: shownLine(100),
  scopes: z.array(shownLine(100)),
  token: z.object({
    id: shownLine(100),
    label: shownLine(100).nullable(),
    expires_at: shownLine(40).nullable(),
  }),
  organisations: z.array(z.object({ name: shownLine(100), prefixes: z.array(shownLine(60)) })),
  /** Apps that the user owns, himself or through an organization; at most 1000. */
  apps: z.array(AppName),
})
export type Whoami = z.infer<typeof Whoami>

/** One public key of `/v1/keys.json`. */
export const PublicKey = z.object({
  key: z.literal(1),
  id: KeyId,
  algorithm: z.literal('ed25519'),
  public_key: z
    .string()
    .regex(/^[\w-]{43}$/, { error: () => t('api.token-bytes', 'must be 32 bytes in base64url') })
    .describe('32 bytes in base64url'),
  valid_from: shownLine(40).describe('ISO 8601, UTC'),
  valid_until: shownLine(40).nullable().describe('ISO 8601, UTC; null while it is in use'),
})
export type PublicKey = z.infer<typeof PublicKey>

/**
 * `/v1/keys.json`, oldest key first. Each carries the signatures of earlier keys over the RFC 8785 form of the key without
 * them and without `valid_until`, so that a client that trusts one key can follow to the next.
 */
export const KeysDocument = z.object({
  keys: z.array(PublicKey.extend({ signatures: z.array(Signature).max(10) })).max(100),
})
export type KeysDocument = z.infer<typeof KeysDocument>

const segment = encodeURIComponent

/** Paths of the registry, relative to its base, the same on a server and in a static site. */
export const registryPaths = {
  index: () => 'v1/index.json',
  shard: (prefix: string) => `v1/index/${prefix}.json`,
  categories: () => 'v1/categories.json',
  keys: () => 'v1/keys.json',
  timestamp: () => 'v1/timestamp.json',
  schema: () => 'v1/schema/app.json',
  app: (name: string) => `v1/apps/${segment(name)}.json`,
  version: (name: string, version: string) => `v1/apps/${segment(name)}/${segment(version)}.json`,
  commands: (name: string, version: string, program: string) =>
    `v1/apps/${segment(name)}/${segment(version)}/commands/${segment(program)}.json`,
  closure: (name: string, version: string, architecture: string) =>
    `v1/apps/${segment(name)}/${segment(version)}/closures/${segment(architecture)}.json`,
  recipes: (name: string, version: string) => `v1/apps/${segment(name)}/${segment(version)}/recipes.json`,
  skill: (name: string, version: string) => `v1/apps/${segment(name)}/${segment(version)}/SKILL.md`,
  publish: (name: string, version: string) => `v1/apps/${segment(name)}/${segment(version)}`,
  lifecycle: (name: string, version: string, verb: 'yank' | 'unyank' | 'deprecate') =>
    `v1/apps/${segment(name)}/${segment(version)}/${verb}`,
  tag: (name: string, tag: string) => `v1/apps/${segment(name)}/tags/${segment(tag)}`,
  removal: (name: string, verb: 'remove' | 'restore') => `v1/apps/${segment(name)}/${verb}`,
  owners: (name: string) => `v1/apps/${segment(name)}/owners`,
  owner: (name: string, owner: string) => `v1/apps/${segment(name)}/owners/${segment(owner)}`,
  history: (name: string) => `v1/apps/${segment(name)}/history`,
  audit: (name: string) => `v1/apps/${segment(name)}/audit`,
  trustedPublishers: (name: string) => `v1/apps/${segment(name)}/trusted-publishers`,
  tokens: () => 'v1/tokens',
  token: (id: string) => `v1/tokens/${segment(id)}`,
  exchange: () => 'v1/tokens/exchange',
  validate: () => 'v1/validate',
  search: (query: string, limit: number) => `v1/search?q=${segment(query)}&limit=${limit}`,
  whoami: () => 'v1/whoami',
} as const
