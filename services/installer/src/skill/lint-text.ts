import { t } from '@cli-apps/core'
import type { SkillLintResult } from './skill-lint-result.ts'

const maxShown = 100

type Finding = SkillLintResult['findings'][number]
type Factor = SkillLintResult['factors'][number]

/** One message per severity, because each is translated as a whole. */
const head: Readonly<Record<Finding['severity'], (place: string) => string>> = {
  error: (place) => t('lint-text.error', 'error  {place}', { place }),
  warning: (place) => t('lint-text.warning', 'warning  {place}', { place }),
  note: (place) => t('lint-text.note', 'note  {place}', { place }),
}

const subject: Readonly<Record<Factor['name'], () => string>> = {
  specification: () => t('lint-text.subject.specification', 'the specification'),
  description: () => t('lint-text.subject.description', 'the description'),
  budget: () => t('lint-text.subject.budget', 'the size of files'),
  references: () => t('lint-text.subject.references', 'links and references'),
  commands: () => t('lint-text.subject.commands', 'program calls'),
  safety: () => t('lint-text.subject.safety', 'safe content'),
  text: () => t('lint-text.subject.text', 'finished text'),
}

/**
 * Formats the report of `skill lint` for people: every finding with its place and fix, then the score and its factors.
 */
export function lintText({ folder, findings, factors, score, counts, program }: SkillLintResult): string {
  const shown = findings.slice(0, maxShown)
  const total = counts.error + counts.warning + counts.note
  const lines = shown.flatMap(({ severity, file, line, message, hint }) => [
    head[severity](line === null ? file : `${file}:${line}`),
    `  ${message}`,
    `  ${hint}`,
  ])
  if (total > shown.length)
    lines.push(t('lint-text.more-findings', '{count} more findings.', { count: total - shown.length }))
  if (lines.length > 0) lines.push('')
  lines.push(
    program === null
      ? t('lint-text.skill-has-score', 'The skill in {folder} has a score of {score} of 100.', {
          folder,
          score,
        })
      : t(
          'lint-text.skill-has-score-compared',
          'The skill in {folder} has a score of {score} of 100, compared with {program}.',
          { folder, score, program },
        ),
    ...factors.map((factor) => `  ${factorLine(factor)}`),
  )
  return lines.join('\n')
}

const factorLine = ({ name, weight, points, why }: Factor): string =>
  weight === 0
    ? t('lint-text.no-points-against', 'no points for or against {subject}: {why}', {
        subject: subject[name](),
        why,
      })
    : t('lint-text.points', '{points} of {weight} points for {subject}: {why}', {
        points,
        weight,
        subject: subject[name](),
        why,
      })
