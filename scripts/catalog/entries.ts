import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type AppManifest,
  type CommandNode,
  DebianArchitecture,
  DebianClosure,
  InvalidError,
  type Issue,
  inlineTree,
  isAppError,
  issuesOf,
  parseManifest,
  type RecipeResults,
} from '@cli-apps/core'
import {
  closureFile,
  exists,
  joinPublication,
  manifestDigest,
  readPublicationText,
  readText,
  recipeResultsFile,
  treeFile,
} from '@cli-apps/core/node'
import * as z from 'zod'
import { readResults } from './recipes/results-file.ts'

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
  /** The packages of its `debian` method, by architecture. */
  closures: Readonly<Partial<Record<DebianArchitecture, DebianClosure>>>
  /** What became of its recipes when they were last run. */
  results?: RecipeResults | undefined
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
  catalog.unreadable.push(...(await strayDocuments(folder, catalog.entries)))
  return catalog
}

/** Finds command trees, Debian closures and results of recipes that belong to no entry. */
async function strayDocuments(folder: string, entries: readonly CatalogEntry[]): Promise<Issue[]> {
  const named = new Set(
    entries.flatMap(({ manifest: { name, commands, install } }) => [
      recipeResultsFile(folder, name),
      ...Object.keys(commands ?? {}).map((program) => treeFile(folder, name, program)),
      ...install
        .flatMap((method) => (method.method === 'debian' ? Object.keys(method.architectures) : []))
        .map((architecture) => closureFile(folder, name, DebianArchitecture.parse(architecture))),
    ]),
  )
  const found = await Promise.all(
    ['trees', 'closures', 'recipes'].map((part) => filesBelow(path.join(folder, part))),
  )
  return found
    .flat()
    .filter((file) => !named.has(file))
    .map((file) => ({ path: path.relative(folder, file), message: 'is named by no entry' }))
}

async function filesBelow(folder: string): Promise<string[]> {
  if (!(await exists(folder))) return []
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  return found.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
}

/** Reads one manifest. Throws `InvalidError` if it is not valid. */
export async function readEntry(file: string): Promise<CatalogEntry> {
  const text = (await readText(file)) ?? ''
  const what = path.basename(file)
  const publication = await readPublicationText(text, { folder: path.dirname(file), what })
  const { value, programs, issues } = joinPublication(publication)
  if (issues.length > 0)
    throw new InvalidError('catalog.documents', `The documents of ${what} are not those that it names.`, {
      issues,
    })
  const manifest = parseManifest(publication.manifest, what)
  const tree = inlineTree(parseManifest(value, what).commands)
  const closures = parseClosures(publication.closures, what)
  const digest = verificationDigest(manifest)
  const results = await readResults(path.dirname(file), manifest.name)
  return { name: manifest.name, file, text, manifest, tree, programs, closures, results, digest }
}

function parseClosures(read: Readonly<Record<string, unknown>>, what: string): CatalogEntry['closures'] {
  const parsed = z.partialRecord(DebianArchitecture, DebianClosure).safeParse(read)
  if (parsed.success) return parsed.data
  throw new InvalidError('catalog.closures', `The Debian closures of ${what} are not valid.`, {
    issues: issuesOf(parsed.error, undefined),
  })
}

/**
 * Digest of the parts that a verification run covers: how the app is installed and called. A `debian` method has the
 * packages of the `apt` method beside it, and states per architecture whether it was tried itself. Recipes are executed by
 * a run of their own, which is much faster.
 */
export function verificationDigest({ version, entry_point, install, run }: AppManifest): string {
  const covered = install.filter(({ method }) => method !== 'debian')
  const { effects: _, timeout: __, ...asked } = run ?? {}
  const tested = { version, entry_point, install: covered, run: run && asked }
  return manifestDigest(JSON.parse(JSON.stringify(tested)))
}
