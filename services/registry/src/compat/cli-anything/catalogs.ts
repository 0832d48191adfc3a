import type { PublishedVersion } from '@cli-apps/core'
import * as z from 'zod'
import { type CompatDocument, compatJson } from '../compat-document.ts'
import { CatalogEntry, catalogEntry } from './entry.ts'

/** `registry.json` or `public_registry.json` of CLI-Anything. */
export const Catalog = z.object({
  meta: z.object({
    updated: z.string().describe('Day of the last change of a listed app'),
    description: z.string(),
    listed: z.int(),
    total: z.int().describe('Apps of the registry; the catalogs list the most fetched of them'),
  }),
  clis: z.array(CatalogEntry),
})

/** Limit of apps in the two catalogs, because clients load them whole. */
export const maxCatalogApps = 1000

/** The two catalogs. Clients install entries of the first with pip. */
export type CatalogKind = 'harness' | 'public'

export const catalogPaths = { harness: 'registry.json', public: 'public_registry.json' } as const

const descriptions = {
  harness: 'Command-line programs that pip installs.',
  public: 'Command-line programs that npm, Homebrew or a person installs.',
} as const

/** An app in a catalog, and the publication time of its version. */
export interface ListedApp {
  entry: CatalogEntry
  publishedAt: string | null
}

export const listedApp = (version: PublishedVersion): ListedApp => ({
  entry: catalogEntry(version),
  publishedAt: version.published_at,
})

/** Returns one of the two catalogs, with the latest version of each app, by name. */
export function catalogDocument(
  kind: CatalogKind,
  apps: readonly ListedApp[],
  total: number,
): CompatDocument {
  const clis = apps
    .map(({ entry }) => entry)
    .filter(({ package_manager }) => (package_manager === 'pip') === (kind === 'harness'))
  const updated = apps.reduce((last, { publishedAt: at }) => (at !== null && at > last ? at : last), '')
  const meta = {
    updated: updated.slice(0, 10),
    description: descriptions[kind],
    listed: clis.length,
    total,
  }
  return compatJson({ app: null, path: catalogPaths[kind] }, { meta, clis } satisfies z.infer<typeof Catalog>)
}
