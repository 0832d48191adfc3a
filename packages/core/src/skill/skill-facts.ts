import type { CommandNode } from '@cli-apps/help/command-tree'
import type { AppManifest } from '../manifest/manifest.ts'
import type { SkillLanguage } from '../manifest/skill-language.ts'

export interface SkillFacts {
  manifest: AppManifest
  /** The commands of the installed program, else those that the manifest carries. */
  commands?: CommandNode | undefined
  /** Absent when the app is not installed: the skill then begins with how to install it. */
  installed?: { programVersion?: string | undefined } | undefined
  generator: { version: string }
  /** Digest of the manifest as published. */
  digest?: string | undefined
  /** Of the manifest's texts, where it has them in that language. */
  language: SkillLanguage
}

/**
 * A manifest with its name, summary and description in a language, as far as it has them; a regional variant will do. A
 * translated description says when to use the app, so that `use_when`, which has no translations, is left out beside it.
 */
export function localizedManifest(manifest: AppManifest, language: SkillLanguage): AppManifest {
  const texts = manifest.i18n ?? {}
  const variant = Object.keys(texts)
    .filter((tag) => tag === language || tag.startsWith(`${language}-`))
    .sort()[0]
  const found = variant === undefined ? undefined : texts[variant]
  if (found === undefined) return manifest
  const { use_when: _, ...skill } = manifest.skill ?? {}
  return { ...manifest, ...found, ...(found.description !== undefined && { skill }) }
}
