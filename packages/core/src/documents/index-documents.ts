import * as z from 'zod'
import { Digest } from '../digest.ts'
import { AppName } from '../manifest/app-name.ts'
import { LanguageTag } from '../manifest/language-tag.ts'
import { EntryVersion } from '../manifest/versions.ts'
import { shownLine } from '../text.ts'
import { Signature } from './keys.ts'

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
