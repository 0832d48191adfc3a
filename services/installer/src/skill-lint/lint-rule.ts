import type { ScoreFactor, SkillFinding } from './finding.ts'
import type { SkillDraft } from './skill-draft.ts'

/** A finding without its final position; `file` defaults to SKILL.md. */
export interface Remark {
  code: string
  severity: SkillFinding['severity']
  file?: string
  line?: number
  message: string
  hint: string
}

/** One check of a skill. It must not throw, whatever the skill contains. */
export interface LintRule {
  /** The factor of the score that its findings reduce. */
  factor: ScoreFactor['name']
  check(draft: SkillDraft): Remark[]
}
