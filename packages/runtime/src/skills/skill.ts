import type { AppName } from '@cli-apps/core'

/** Sources of skills; for duplicate names, the first counts. */
export const skillSources = ['workspace', 'user', 'built-in'] as const
export type SkillSource = (typeof skillSources)[number]

/** A skill that may be shown to an agent. */
export interface Skill {
  /** Name of its folder. */
  name: string
  /** One line of at most 1024 characters; empty if there is no description. */
  description: string
  source: SkillSource
  /** Path of SKILL.md with forward slashes: relative to the workspace, or absolute for skills from elsewhere. */
  path: string
  /** Absolute path of its folder, or behind the skill for all apps of the folder of its references. */
  folder: string
  /** Whether it is a reference of the skill for all apps, next to its folder. */
  isBehind?: true
  /** The installed app that it describes. */
  app?: AppName
  /** Whether its full text should be in every prompt. */
  always: boolean
  /** Whether all its requirements are met. */
  available: boolean
  /** Its missing requirements, such as `CLI: gh, ENV: GH_TOKEN`. */
  reason?: string
}

/** A skill with its text below the front matter. */
export interface SkillText extends Skill {
  text: string
}

/** A problem that prevents or impairs the use of a skill. */
export interface SkillDiagnostic {
  /** Stable and dotted, such as `skill.bad-front-matter`. */
  code: string
  source: SkillSource
  /** Relative to the workspace, or absolute, with forward slashes; one printable line. */
  path: string
  /** One line. */
  message: string
  hint: string
}
