import * as z from 'zod'
import { Digest } from '../digest.ts'
import { AppName } from '../manifest/app-name.ts'
import { EntryVersion } from '../manifest/versions.ts'
import { shownLine } from '../text.ts'
import { IndexEntry } from './index-documents.ts'
import { Signature } from './keys.ts'

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
