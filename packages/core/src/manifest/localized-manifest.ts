import { localized } from './localized.ts'
import type { AppManifest } from './manifest.ts'

/**
 * A manifest with its name, summary and description in a language, as far as it has them. A translated description says
 * when to use the app, so that `use_when`, which has no translations, is left out beside it.
 */
export function localizedManifest(manifest: AppManifest, language: string): AppManifest {
  const found = localized(manifest, language)
  if (found.description === manifest.description) return found
  const { use_when: _, ...skill } = manifest.skill ?? {}
  return { ...found, skill }
}
