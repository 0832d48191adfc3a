import { t } from '@cli-apps/core'
import type { ScoreFactor, SkillFinding } from './finding.ts'
import type { Remark } from './lint-rule.ts'

/** Points of each factor. */
export const weights: Readonly<Record<ScoreFactor['name'], number>> = {
  specification: 20,
  description: 15,
  budget: 15,
  references: 10,
  commands: 15,
  safety: 20,
  text: 5,
}

/** Share of its factor that a finding costs; each further one of the same code costs a quarter of that. */
const cost: Readonly<Record<SkillFinding['severity'], number>> = { error: 1, warning: 0.25, note: 0.05 }
const again = 0.25

/** Scores a factor by its findings. */
export function scoreFactor(
  name: ScoreFactor['name'],
  remarks: readonly Remark[],
  praise: string,
): ScoreFactor {
  const weight = weights[name]
  const seen = new Set<string>()
  let lost = 0
  for (const { code, severity } of remarks) {
    lost += cost[severity] * (seen.has(code) ? again : 1)
    seen.add(code)
  }
  const points = Math.round(weight * Math.max(0, 1 - lost) * 10) / 10
  const count = (severity: SkillFinding['severity']): number =>
    remarks.filter((remark) => remark.severity === severity).length
  const why =
    remarks.length === 0
      ? praise
      : t('score.errors-warnings-notes', 'Errors: {errors}, warnings: {warnings}, notes: {notes}.', {
          errors: count('error'),
          warnings: count('warning'),
          notes: count('note'),
        })
  return { name, weight, points, why }
}

/** Returns a factor that could not be judged and does not count. */
export const unjudgedFactor = (name: ScoreFactor['name'], why: string): ScoreFactor => ({
  name,
  weight: 0,
  points: 0,
  why,
})

/** Returns 0 to 100 over the judged factors; 100 only without findings. */
export function scoreOf(factors: readonly ScoreFactor[]): number {
  const weight = factors.reduce((sum, factor) => sum + factor.weight, 0)
  const points = factors.reduce((sum, factor) => sum + factor.points, 0)
  return weight === 0 ? 0 : Math.floor((100 * points) / weight + 1e-9)
}
