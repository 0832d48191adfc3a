import { localized } from './localized.ts'
import type { AppManifest } from './manifest.ts'

/**
 * Returns a manifest with name, summary, description and tasks in a language, as far as translated. A translated description
 * says when to use the app, so the untranslated `use_when` is omitted next to it.
 */
export function localizedManifest(manifest: AppManifest, language: string): AppManifest {
  const found = {
    ...localized(manifest, language),
    ...(manifest.recipes && { recipes: manifest.recipes.map((recipe) => localized(recipe, language)) }),
  }
  if (found.description === manifest.description) return found
  const { use_when: _, ...skill } = manifest.skill ?? {}
  return { ...found, skill }
}
