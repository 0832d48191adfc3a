import { toLine } from '@cli-apps/core'
import type { ChangePlan, PlannedChange, PlannedEffect } from '@cli-apps/core/results'
import { toldLine } from './told-line.ts'

const mostLines = 30
const mostArgv = 280

/** Describes a plan for confirmation: what is installed, then one line per effect, limited in number and length. */
export function installPlanLines({ changes }: ChangePlan): string[] {
  const lines = changes.flatMap((change) => [
    toldLine(change.summary, 300),
    ...change.effects.map((effect) => toldLine(effectLine(effect), 300)),
    ...[...change.remarks, ...(change.details ?? [])].map((remark) => toldLine(remark, 300)),
  ])
  if (lines.length <= mostLines) return lines
  return [...lines.slice(0, mostLines - 1), `and ${lines.length - mostLines + 1} more`]
}

function effectLine(effect: PlannedEffect): string {
  switch (effect.effect) {
    case 'run':
      return `runs ${argvLine(effect.argv)}`
    case 'download':
      return `downloads ${effect.url}${effect.size === null ? '' : ` (${effect.size} bytes)`}`
    case 'unpack':
      return `unpacks it to ${effect.to}`
    case 'request':
      return `asks ${effect.url} to ${effect.method}`
    default:
      return `${effect.effect}s ${effect.path}`
  }
}

/** The package comes at the end of a command, so a long one is shortened in the middle. */
function argvLine(argv: readonly string[]): string {
  const line = toLine(argv.join(' '), 10_000)
  return line.length <= mostArgv
    ? line
    : `${toLine(line, mostArgv / 2)} ${toLine(line.slice(-mostArgv / 2), mostArgv / 2)}`
}

/** The plan in one line, for a confirmation request. Programs to run and downloads come before files to write. */
export function installSummary({ changes }: ChangePlan): string {
  const first = (change: PlannedChange): PlannedEffect[] =>
    change.effects.filter(({ effect }) => effect === 'run' || effect === 'download')
  const parts = changes.flatMap((change) => [
    `Install ${toldLine(change.summary, 120)}`,
    ...first(change).map((effect) => toldLine(effectLine(effect), 110)),
    `${change.effects.length} effects in all`,
  ])
  return toLine(parts.join('; '), 300)
}
