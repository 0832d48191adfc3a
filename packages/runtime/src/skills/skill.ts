import type { AppName } from '@cli-apps/core'

/** Where skills come from; of one name the first counts. */
export const skillSources = ['workspace', 'user', 'built-in'] as const
export type SkillSource = (typeof skillSources)[number]

/** A skill that an agent may be shown. */
export interface Skill {
  /** Of its folder. */
  name: string
  /** One line, at most 1024 characters; empty where nothing says what the skill does. */
  description: string
  source: SkillSource
  /** Of SKILL.md, with slashes: from the workspace, or absolute for skills from elsewhere. */
  path: string
  /** Absolute. */
  folder: string
  /** The installed app that it is about. */
  app?: AppName
  /** It asks to be in every prompt. */
  always: boolean
  /** Everything that it needs is here. */
  available: boolean
  /** What it lacks, such as `CLI: gh, ENV: GH_TOKEN`. */
  reason?: string
}

/** A skill with what it says, below its front matter. */
export interface SkillText extends Skill {
  text: string
}

/** Something that keeps a skill from being used, or from being used well. */
export interface SkillDiagnostic {
  /** Stable and dotted, such as `skill.bad-front-matter`. */
  code: string
  source: SkillSource
  /** From the workspace, or absolute, with slashes; one visible line. */
  path: string
  /** One line. */
  message: string
  hint: string
}
