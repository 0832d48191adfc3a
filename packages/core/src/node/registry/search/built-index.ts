import { readdir } from 'node:fs/promises'
import { openTermIndex, type TermIndex } from '../../../search/term-index.ts'
import { readCatalogTerms } from '../catalog/catalog-index.ts'

/** The index that the build wrote; `undefined` in a checkout, or if the folder no longer has exactly its apps. */
export async function openBuiltIndex(folder: string): Promise<TermIndex | undefined> {
  const text = await readCatalogTerms(folder)
  if (text === undefined) return undefined
  const index = openTermIndex(text)
  const names = new Set(index.apps.map(({ name }) => `${name}.json`))
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json'))
  return files.length === names.size && files.every((file) => names.has(file)) ? index : undefined
}
