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
