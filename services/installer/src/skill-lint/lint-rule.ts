import type { ScoreFactor, SkillFinding } from './finding.ts'
import type { SkillDraft } from './skill-draft.ts'

/** A finding before it is placed among others: `file` is SKILL.md where it is absent. */
export interface Remark {
  code: string
  severity: SkillFinding['severity']
  file?: string
  line?: number
  message: string
  hint: string
}

/** One check of a skill. It never throws, whatever the skill holds. */
export interface LintRule {
  /** The part of the score that its findings take from. */
  factor: ScoreFactor['name']
  check(draft: SkillDraft): Remark[]
}
