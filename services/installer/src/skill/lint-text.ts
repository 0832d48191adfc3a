import type { SkillLintResult } from '@cli-apps/core/results'

const maxShown = 100

type Finding = SkillLintResult['findings'][number]
type Factor = SkillLintResult['factors'][number]

/** A line of its own for each, as each is a text of its own in other languages. */
const head: Readonly<Record<Finding['severity'], (place: string) => string>> = {
  error: (place) => `error  ${place}`,
  warning: (place) => `warning  ${place}`,
  note: (place) => `note  ${place}`,
}

const subject: Readonly<Record<Factor['name'], string>> = {
  specification: 'the specification',
  description: 'the description',
  budget: 'the size of files',
  references: 'links and references',
  commands: 'program calls',
  safety: 'safe content',
  text: 'finished text',
}

/** What `skill lint` tells people: every finding with its place and what to do, then the score and what it is made of. */
export function lintText({ folder, findings, factors, score, counts, program }: SkillLintResult): string {
  const shown = findings.slice(0, maxShown)
  const total = counts.error + counts.warning + counts.note
  const lines = shown.flatMap(({ severity, file, line, message, hint }) => [
    head[severity](line === null ? file : `${file}:${line}`),
    `  ${message}`,
    `  ${hint}`,
  ])
  if (total > shown.length) lines.push(`${total - shown.length} more findings.`)
  if (lines.length > 0) lines.push('')
  lines.push(
    program === null
      ? `The skill in ${folder} has a score of ${score} of 100.`
      : `The skill in ${folder} has a score of ${score} of 100, compared with ${program}.`,
    ...factors.map((factor) => `  ${factorLine(factor)}`),
  )
  return lines.join('\n')
}

const factorLine = ({ name, weight, points, why }: Factor): string =>
  weight === 0
    ? `no points for or against ${subject[name]}: ${why}`
    : `${points} of ${weight} points for ${subject[name]}: ${why}`
