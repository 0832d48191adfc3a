import path from 'node:path'
import { canonicalJson } from '../../../canonical-json.ts'
import {
  appDocument,
  categoriesDocument,
  indexDocument,
  versionDocumentText,
} from '../../../documents/documents.ts'
import type { IndexEntry } from '../../../documents/index-documents.ts'
import { indexEntry } from '../../../documents/index-entry.ts'
import { registryPaths } from '../../../documents/registry-paths.ts'
import type { AppName } from '../../../manifest/app-name.ts'
import { isAppName } from '../../../manifest/app-name-form.ts'
import { DebianArchitecture } from '../../../manifest/debian/debian-architecture.ts'
import { namedTrees } from '../../../manifest/publication.ts'
import { closureFile, recipeResultsFile, treeFile } from '../../publication/publication-paths.ts'
import { sharedPackagesFile, withPackages } from '../../publication/shared-packages.ts'
import type { DocumentSource } from '../document-source.ts'
import { requireDigest } from '../require-digest.ts'
import {
  catalogOwners,
  readCatalogEntries,
  readCatalogEntry,
  readManifestEntry,
  readPlainJson,
  type UnpublishedEntry,
} from './catalog-entries.ts'

/** Where the documents of a source of manifests come from. */
interface Manifests {
  all(): Promise<IndexEntry[]>
  one(name: AppName): Promise<UnpublishedEntry | undefined>
  owners: readonly string[]
  /** The folder that holds `closures/`, `recipes/` and `trees/`. */
  folder: string
}

/**
 * Serves documents from a folder of manifests, one `<name>.json` per app, such as the catalog that ships with the
 * program. Lists come from the index next to it, if there is one.
 */
export const catalogSource = (folder: string): DocumentSource =>
  sourceOf({
    all: () => readCatalogEntries(folder),
    one: (name) => readCatalogEntry(folder, name),
    owners: catalogOwners,
    folder,
  })

/** Serves the one app of a manifest file. */
export const manifestFileSource = (file: string): DocumentSource =>
  sourceOf({
    all: async () => [await readManifestEntry(file)].flatMap((entry) => (entry ? [indexEntry(entry)] : [])),
    async one(name) {
      const entry = await readManifestEntry(file)
      return entry?.manifest.name === name ? entry : undefined
    },
    owners: [],
    folder: path.dirname(file),
  })

const sourceOf = (manifests: Manifests): DocumentSource => ({
  async read(documentPath, parse, { digest } = {}) {
    const text = await documentText(manifests, documentPath)
    if (text === undefined) return undefined
    requireDigest(text, digest, documentPath)
    return parse(text)
  },
})

async function documentText(
  { all, one, owners, folder }: Manifests,
  documentPath: string,
): Promise<string | undefined> {
  if (documentPath === registryPaths.index()) return JSON.stringify(indexDocument(await all()))
  if (documentPath === registryPaths.categories()) return JSON.stringify(categoriesDocument(await all()))
  const [, name = '', version, kind, document, recipes] = appPath.exec(documentPath) ?? []
  const entry = isAppName(name) ? await one(name) : undefined
  if (entry === undefined) return undefined
  if (version === undefined) return JSON.stringify(appDocument([entry], { owners }))
  if (decodeURIComponent(version) !== entry.manifest.version) return undefined
  if (recipes !== undefined) return readCanonical(recipeResultsFile(folder, name))
  if (document === undefined) return versionDocumentText(entry.json, entry)
  return ofVersion(folder, entry, { kind, document: decodeURIComponent(document) })
}

/** Of an app, one of its versions, or a command tree, a closure or the results of recipes of that version. */
const appPath = /^v1\/apps\/([^/]+?)(?:\/([^/]+?)(?:\/(commands|closures)\/([^/]+)|\/(recipes))?)?\.json$/

/** A document of a version, if it has one of that name. */
async function ofVersion(
  folder: string,
  { manifest, json }: UnpublishedEntry,
  { kind, document }: { kind: string | undefined; document: string },
): Promise<string | undefined> {
  if (kind === 'commands')
    return namedTrees(json).has(document)
      ? readCanonical(treeFile(folder, manifest.name, document))
      : undefined
  const { data: architecture } = DebianArchitecture.safeParse(document)
  if (architecture === undefined) return undefined
  const closure = await readPlainJson(closureFile(folder, manifest.name, architecture))
  if (closure === undefined) return undefined
  return canonicalJson(await withPackages(closure, () => readPlainJson(sharedPackagesFile(folder))))
}

/** The text of a document whose file has lines for people to review; its digest is that of the RFC 8785 form. */
async function readCanonical(file: string): Promise<string | undefined> {
  const json = await readPlainJson(file)
  return json === undefined ? undefined : canonicalJson(json)
}
