import type { CommandNode } from '@cli-apps/help/command-tree'
import type { AppManifest } from '../manifest/manifest.ts'
import type { SkillLanguage } from '../manifest/skill/skill-language.ts'
import type { InstalledVersion } from '../manifest/version/installed-version.ts'

/** For the tool `run_cli_app`; or for a shell, by `cli-apps run` or by the `program` itself, which is then not confined. */
export type CallStyle = 'tool' | 'shell' | 'program'

export interface SkillFacts {
  manifest: AppManifest
  /** The commands of the installed program, or else those in the manifest. */
  commands?: CommandNode | undefined
  /** Absent if the app is not installed: the skill then begins with how to install it. */
  installed?: { version?: InstalledVersion | undefined } | undefined
  /** Ids of the recipes that ran on this machine as the manifest expects. */
  tried?: readonly string[] | undefined
  /** How calls are written; for the tool by default. */
  calls?: CallStyle | undefined
  generator: { version: string }
  /** Digest of the manifest as published. */
  digest?: string | undefined
  /** Language of the manifest's texts, where translated. */
  language: SkillLanguage
}
