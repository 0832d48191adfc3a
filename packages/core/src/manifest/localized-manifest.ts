import type { AppManifest } from './manifest.ts'

/**
 * A manifest with its name, summary and description in a language, as far as it has them; a regional variant will do. A
 * translated description says when to use the app, so that `use_when`, which has no translations, is left out beside it.
 */
export function localizedManifest(manifest: AppManifest, language: string): AppManifest {
  const texts = manifest.i18n ?? {}
  const variant = Object.keys(texts)
    .filter((tag) => tag === language || tag.startsWith(`${language}-`))
    .sort()[0]
  const found = variant === undefined ? undefined : texts[variant]
  if (found === undefined) return manifest
  const { use_when: _, ...skill } = manifest.skill ?? {}
  return { ...manifest, ...found, ...(found.description !== undefined && { skill }) }
}
