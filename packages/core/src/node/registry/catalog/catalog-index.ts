import type { Digest } from '../../../digest.ts'
import type { IndexEntry, WholeIndex } from '../../../documents/index-documents.ts'
import type { AppName } from '../../../manifest/app-name.ts'
import type { IndexedPlaybook } from '../../../search/fitting-playbooks.ts'
import { readText } from '../../files.ts'
import { resourceFolder } from '../../resources.ts'

/** Where the build writes the index of a catalog folder: next to it, since the folder contains only manifests. */
export const catalogIndexFile = (folder: string): string => `${folder}-index.json`

/** Where the build writes the terms by which each app of the catalog is found. */
export const catalogTermsFile = (folder: string): string => `${folder}-terms.txt`

/** Where the build writes the terms by which the recipes of the catalog are found. */
export const catalogRecipeTermsFile = (folder: string): string => `${folder}-recipe-terms.txt`

/** Where the build writes the playbooks of the catalog with the terms by which they are found. */
export const catalogPlaybooksFile = (folder: string): string => `${folder}-playbooks.json`

/** Reads the playbooks that the build wrote; `undefined` in a checkout. */
export const readCatalogPlaybooks = (folder: string): Promise<IndexedPlaybook[] | undefined> =>
  readBuilt<IndexedPlaybook[]>(catalogPlaybooksFile(folder))

/**
 * Reads the app list of a catalog folder without its manifests; `undefined` if the build wrote no index, as in a
 * checkout, or the folder no longer has exactly these `names`.
 */
export async function readCatalogIndex(
  folder: string,
  names: readonly AppName[],
): Promise<IndexEntry[] | undefined> {
  const index = await readBuilt<WholeIndex>(catalogIndexFile(folder))
  if (index === undefined) return undefined
  const indexed = new Set(index.apps.map(({ name }) => name))
  return indexed.size === names.length && names.every((name) => indexed.has(name)) ? index.apps : undefined
}

/**
 * Whether the catalog that ships with the program has a manifest of this digest: its texts were judged when it was built.
 * False in a checkout, whose catalog has no index.
 */
export const isShipped = async (digest: Digest): Promise<boolean> =>
  (await builtDigests(resourceFolder('catalog')))(digest)

/** Tells which digests are those of manifests from which the build wrote the index of a catalog folder; none in a checkout. */
export async function builtDigests(folder: string): Promise<(digest: Digest) => boolean> {
  // The text is searched: parsing it takes ten times as long.
  const index = await readText(catalogIndexFile(folder))
  return (digest) => index?.includes(JSON.stringify(digest)) ?? false
}

/** Reads the text of the term index; `undefined` if the build wrote none. */
export const readCatalogTerms = (folder: string): Promise<string | undefined> =>
  readText(catalogTermsFile(folder), { encoding: 'latin1' })

/** Reads the text of the index of recipes; `undefined` if the build wrote none. */
export const readCatalogRecipeTerms = (folder: string): Promise<string | undefined> =>
  readText(catalogRecipeTermsFile(folder), { encoding: 'latin1' })

/** Reads what the build wrote from manifests that it had parsed and judged; no schema parses it again. */
async function readBuilt<Built>(file: string): Promise<Built | undefined> {
  const text = await readText(file)
  return text === undefined ? undefined : (JSON.parse(text) as Built)
}
