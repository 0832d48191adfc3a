import { RecipeResults } from '../../documents/recipe-results.ts'
import { registryPaths } from '../../documents/registry-paths.ts'
import type { AppName } from '../../manifest/app-name.ts'
import type { DocumentSource } from './document-source.ts'
import { parseDocument } from './parse-document.ts'

/**
 * Reads what became of the recipes of one version. No digest or signature covers it: it is for readers, and its reasons are
 * texts of whoever ran them.
 */
export async function readRecipeResults(
  source: DocumentSource,
  { name, version }: { name: AppName; version: string },
  location: string,
): Promise<RecipeResults | undefined> {
  const read = (text: string): RecipeResults => parseDocument(text, RecipeResults, location)
  const results = await source.read(registryPaths.recipes(name, version), read)
  return results?.name === name && results.version === version ? results : undefined
}
