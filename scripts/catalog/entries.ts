import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type AppManifest,
  type CommandNode,
  InvalidError,
  type Issue,
  inlineTree,
  isAppError,
  parseManifest,
} from '@cli-apps/core'
import { joinTrees, manifestDigest, readPublicationText, readText, treeFile } from '@cli-apps/core/node'

/** One file of the catalog. */
export interface CatalogEntry {
  name: string
  file: string
  text: string
  manifest: AppManifest
  /** The command tree of its entry point. */
  tree: CommandNode | undefined
  /** The command trees of its other programs, as JSON by name. */
  programs: Readonly<Record<string, unknown>>
  /** Digest of the parts that a verification run covers; other texts may change without a new run. */
  digest: string
}

/** The valid entries by name, and the issues of the others. */
export interface Catalog {
  entries: CatalogEntry[]
  unreadable: Issue[]
}

export const catalogFolder = fileURLToPath(new URL('../../catalog', import.meta.url))

/** Reads every `<name>.json` of a folder of manifests. */
export async function readCatalog(folder = catalogFolder): Promise<Catalog> {
  const catalog: Catalog = { entries: [], unreadable: [] }
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.json')).sort()) {
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
  catalog.unreadable.push(...(await strayTrees(folder, catalog.entries)))
  return catalog
}

/** Finds command trees that no entry refers to. */
async function strayTrees(folder: string, entries: readonly CatalogEntry[]): Promise<Issue[]> {
  const named = new Set(
    entries.flatMap(({ manifest }) =>
      Object.keys(manifest.commands ?? {}).map((program) => treeFile(folder, manifest.name, program)),
    ),
  )
  const found = (await readdir(path.join(folder, 'trees'), { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile(),
  )
  return found
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !named.has(file))
    .map((file) => ({ path: path.relative(folder, file), message: 'is named by no entry' }))
}

/** Reads one manifest. Throws `InvalidError` if it is not valid. */
export async function readEntry(file: string): Promise<CatalogEntry> {
  const text = (await readText(file)) ?? ''
  const what = path.basename(file)
  const publication = await readPublicationText(text, { folder: path.dirname(file), what })
  const { value, programs, issues } = joinTrees(publication)
  if (issues.length > 0)
    throw new InvalidError('catalog.trees', `The command trees of ${what} are not those that it names.`, {
      issues,
    })
  const manifest = parseManifest(publication.manifest, what)
  const tree = inlineTree(parseManifest(value, what).commands)
  return { name: manifest.name, file, text, manifest, tree, programs, digest: verificationDigest(manifest) }
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
