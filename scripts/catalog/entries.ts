import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type AppManifest, type Issue, isAppError, parseJson, parseManifest } from '@cli-apps/core'
import { manifestDigest, readText } from '@cli-apps/core/node'

/** One file of the catalog. */
export interface CatalogEntry {
  name: string
  file: string
  text: string
  manifest: AppManifest
  /** Of the parts that a verification run covers; other texts may change without a new run. */
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
  return { name: manifest.name, file, text, manifest, digest: verificationDigest(manifest) }
}

/** Digest of the parts that a verification run covers: how the app is installed, called and tested. */
export function verificationDigest({
  version,
  entry_point,
  install,
  run,
  skill,
  smoke,
}: AppManifest): string {
  const tested = { version, entry_point, install, run, quickstart: skill?.quickstart, smoke }
  return manifestDigest(JSON.parse(JSON.stringify(tested)))
}
