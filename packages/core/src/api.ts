import * as z from 'zod'
import { AppName } from './app-name.ts'
import { MethodKind } from './install-method.ts'
import { Host } from './platform.ts'

/** A content digest on the wire and on disk: `sha256:` and 64 lower case hexadecimal digits. */
export const Digest = z.string().regex(/^sha256:[0-9a-f]{64}$/, 'must be sha256: and 64 hexadecimal digits')
export type Digest = z.infer<typeof Digest>

/** What lists and the index say of an app: its latest version in short. */
export const IndexEntry = z.object({
  name: AppName,
  latest: z.string(),
  display_name: z.string(),
  summary: z.string(),
  category: z.string(),
  tags: z.array(z.string()),
  aliases: z.array(z.string()),
  digest: Digest,
})
export type IndexEntry = z.infer<typeof IndexEntry>

/** `/v1/index.json`: every app in short, by name. */
export const IndexDocument = z.object({ index: z.literal(1), apps: z.array(IndexEntry) })
export type IndexDocument = z.infer<typeof IndexDocument>

/** One version in the document of its app. */
export const VersionEntry = z.object({
  version: z.string(),
  digest: Digest,
  program_version: z.string().nullable(),
  entry_point: z.string(),
  docs: z.string().nullable(),
  published_at: z.string().nullable().describe('ISO 8601, UTC'),
  yanked: z.object({ reason: z.string() }).nullable(),
  deprecated: z.object({ message: z.string() }).nullable(),
  install_commands: z.array(z.object({ method: z.string(), command: z.string() })),
})
export type VersionEntry = z.infer<typeof VersionEntry>

/** `/v1/apps/{name}.json`: an app with all its versions, highest first. */
export const AppDocument = z.object({
  name: AppName,
  latest: z.string(),
  display_name: z.string(),
  summary: z.string(),
  description: z.string(),
  category: z.string(),
  tags: z.array(z.string()),
  aliases: z.array(z.string()),
  homepage: z.string().nullable(),
  license: z.string().nullable(),
  owners: z.array(z.string()),
  versions: z.array(VersionEntry),
})
export type AppDocument = z.infer<typeof AppDocument>

/** `/v1/apps/{name}/{version}.json`: the manifest as it was published, with its digest. Immutable. */
export const VersionDocument = z.object({ digest: Digest, manifest: z.unknown() })
export type VersionDocument = z.infer<typeof VersionDocument>

/** `/v1/categories.json` */
export const CategoriesDocument = z.object({
  categories: z.array(z.object({ name: z.string(), count: z.int() })),
})
export type CategoriesDocument = z.infer<typeof CategoriesDocument>

/** A page of `GET /v1/apps` and `GET /v1/search`. */
export const AppPage = z.object({ items: z.array(IndexEntry), next_cursor: z.string().nullable() })
export type AppPage = z.infer<typeof AppPage>

/** Answer to `PUT /v1/apps/{name}/{version}`: 201 when stored, 200 when the same content was there already. */
export const PublishReceipt = z.object({
  name: AppName,
  version: z.string(),
  digest: Digest,
  url: z.string(),
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
      version: z.string(),
      method: MethodKind.nullable(),
      refusals: z.array(z.object({ method: MethodKind, reason: z.string() })),
    }),
  ),
})
export type ResolveAnswer = z.infer<typeof ResolveAnswer>

/** Answer to `GET /v1/whoami`. */
export const Whoami = z.object({ user: z.string(), scopes: z.array(z.string()) })
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
