import * as z from 'zod'
import { AppName } from './app-name.ts'
import { MethodKind } from './install-method.ts'
import { Host } from './platform.ts'
import { shownLine } from './text.ts'
import { EntryVersion } from './versions.ts'

/** A content digest on the wire and on disk: `sha256:` and 64 lower case hexadecimal digits. */
export const Digest = z.string().regex(/^sha256:[0-9a-f]{64}$/, 'must be sha256: and 64 hexadecimal digits')
export type Digest = z.infer<typeof Digest>

/** What lists and the index say of an app: its latest version in short. */
export const IndexEntry = z.object({
  name: AppName,
  latest: EntryVersion,
  display_name: shownLine(60),
  summary: shownLine(120),
  category: shownLine(40),
  tags: z.array(shownLine(40)),
  aliases: z.array(shownLine(40)),
  digest: Digest,
})
export type IndexEntry = z.infer<typeof IndexEntry>

/** `/v1/index.json`: every app in short, by name. */
export const IndexDocument = z.object({ index: z.literal(1), apps: z.array(IndexEntry) })
export type IndexDocument = z.infer<typeof IndexDocument>

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
  owners: z.array(shownLine(100)),
  versions: z.array(VersionEntry),
})
export type AppDocument = z.infer<typeof AppDocument>

/** `/v1/apps/{name}/{version}.json`: the manifest as it was published, with its digest. Immutable. */
export const VersionDocument = z.object({ digest: Digest, manifest: z.unknown() })
export type VersionDocument = z.infer<typeof VersionDocument>

/** `/v1/categories.json` */
export const CategoriesDocument = z.object({
  categories: z.array(z.object({ name: shownLine(40), count: z.int() })),
})
export type CategoriesDocument = z.infer<typeof CategoriesDocument>

/** A page of `GET /v1/apps` and `GET /v1/search`. */
export const AppPage = z.object({ items: z.array(IndexEntry), next_cursor: z.string().nullable() })
export type AppPage = z.infer<typeof AppPage>

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

/** Answer to `GET /v1/whoami`. */
export const Whoami = z.object({ user: shownLine(100), scopes: z.array(shownLine(100)) })
export type Whoami = z.infer<typeof Whoami>

const segment = encodeURIComponent

/** Paths of the registry, relative to its base, the same on a server and in a static site. */
export const registryPaths = {
  index: () => 'v1/index.json',
  categories: () => 'v1/categories.json',
  keys: () => 'v1/keys.json',
  schema: () => 'v1/schema/app.json',
  app: (name: string) => `v1/apps/${segment(name)}.json`,
  version: (name: string, version: string) => `v1/apps/${segment(name)}/${segment(version)}.json`,
  skill: (name: string, version: string) => `v1/apps/${segment(name)}/${segment(version)}/SKILL.md`,
  publish: (name: string, version: string) => `v1/apps/${segment(name)}/${segment(version)}`,
  search: (query: string, limit: number) => `v1/search?q=${segment(query)}&limit=${limit}`,
  whoami: () => 'v1/whoami',
} as const
