export { ScoreFactor, SkillFinding, SkillReport } from './finding.ts'
export { type LintSkillOptions, lintSkill } from './lint-skill.ts'
export { namedApp } from './named-app.ts'
export type { SkillFile } from './skill-file.ts'
