import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type AppManifest, type Issue, isAppError, parseJson, parseManifest } from '@cli-apps/core'
import { manifestDigest, readText } from '@cli-apps/core/node'

/** One file of the catalogue. */
export interface CatalogEntry {
  name: string
  file: string
  text: string
  manifest: AppManifest
  /** Of what a person wrote: commands are read off the program and count for nothing. */
  digest: string
}

/** The entries that can be read, by name, and what is wrong with the others. */
export interface Catalog {
  entries: CatalogEntry[]
  unreadable: Issue[]
}

export const catalogFolder = fileURLToPath(new URL('../../catalog', import.meta.url))

/** Reads every `<name>.json` of a folder of manifests. */
export async function readCatalog(folder = catalogFolder): Promise<Catalog> {
  const catalog: Catalog = { entries: [], unreadable: [] }
  for (const file of (await readdir(folder)).sort()) {
    try {
      catalog.entries.push(await readEntry(path.join(folder, file)))
    } catch (error) {
      if (!isAppError(error)) throw error
      const issues = error.issues.length === 0 ? [{ path: '', message: error.message }] : error.issues
      catalog.unreadable.push(
        ...issues.map((issue) => ({ ...issue, path: `${file} ${issue.path}`.trimEnd() })),
      )
    }
  }
  return catalog
}

/** Reads one manifest. Throws `InvalidError` where it is none. */
export async function readEntry(file: string): Promise<CatalogEntry> {
  const text = (await readText(file)) ?? ''
  const manifest = parseManifest(parseJson(text, path.basename(file)), path.basename(file))
  return { name: manifest.name, file, text, manifest, digest: ownDigest(manifest) }
}

/** Digest of a manifest without its command tree. */
export function ownDigest({ commands: _, ...own }: AppManifest): string {
  return manifestDigest(own)
}
