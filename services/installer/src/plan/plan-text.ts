import { t } from '@cli-apps/core'
import { wrapWords } from '@cli-apps/core/command-line'
import type { ChangePlan, PlannedChange, PlannedEffect } from '@cli-apps/core/results'
import { byteText } from '../ui/byte-text.ts'
import { quotedWord } from './argv-text.ts'

/** Column of the text after a verb. */
const indent = 10

/**
 * Formats a plan for people: what was chosen and why, and what will run, be downloaded, written and removed. The exact
 * command is below its purpose, on one line or wrapped to the terminal's width.
 */
export const planText = (
  { changes }: ChangePlan,
  { columns, isVerbose = false }: PlanTextOptions = {},
): string => {
  const isShort =
    !isVerbose && changes.some(({ details, effects }) => details !== undefined && effects.length > 0)
  return [
    ...changes.map((change) =>
      changeText(
        isVerbose || change.details === undefined ? change : { ...change, effects: [], details: [] },
        columns,
      ),
    ),
    ...(isShort ? [t('plan-text.verbose', 'For every file and command, pass --verbose.')] : []),
  ].join('\n')
}

interface PlanTextOptions {
  columns?: number | undefined
  /** Also shows what a change with details keeps back: those, files and commands. */
  isVerbose?: boolean
}

const changeText = (
  { summary, remarks, details = [], permissions, effects }: PlannedChange,
  columns: number | undefined,
): string =>
  [
    summary,
    ...[...remarks, ...details].map((remark) => t('plan-text.note', '  note    {remark}', { remark })),
    ...permissions.map(({ option, reason, granted }) =>
      granted
        ? t('plan-text.allowed', '  allowed {option}: {reason}', { option, reason })
        : t('plan-text.needs', '  needs   {option}: {reason}', { option, reason }),
    ),
    ...effects.flatMap((effect) => [
      `  ${effectText(effect)}`,
      ...(effect.effect === 'run' ? argvLines(effect.argv, columns) : []),
    ]),
  ]
    .map(onOneLine)
    .join('\n')

/** Line breaks in names of folders and registries must not forge lines of the plan. */
const onOneLine = (text: string): string => text.replace(/[\r\n\t\v\f]+/g, ' ')

function effectText(effect: PlannedEffect): string {
  switch (effect.effect) {
    case 'run':
      return t('plan-text.run', 'run     {title}', { title: effect.title })
    case 'download':
      return t('plan-text.fetch', 'fetch   {url}{effect}', { url: effect.url, effect: downloadFacts(effect) })
    case 'unpack':
      return t('plan-text.unpack', 'unpack  {archive} to {to}', { archive: effect.archive, to: effect.to })
    case 'write':
      return t('plan-text.write', 'write   {path}', { path: effect.path })
    case 'remove':
      return t('plan-text.remove', 'remove  {path}', { path: effect.path })
    case 'request':
      return t('plan-text.ask', 'ask     {method} {url}', { method: effect.method, url: effect.url })
  }
}

function argvLines(argv: readonly string[], columns: number | undefined): string[] {
  const words = argv.map(quotedWord)
  const lines =
    columns === undefined ? [words.join(' ')] : wrapWords(words, Math.max(columns - indent - 1, 20))
  return lines.map((line) => `${' '.repeat(indent)}${line}`)
}

function downloadFacts({ size, sha256 }: { size: number | null; sha256: string | null }): string {
  const facts = [
    ...(size === null ? [] : [byteText(size)]),
    ...(sha256 === null ? [] : [t('plan-text.sha', 'sha256 {sha256}', { sha256 })]),
  ]
  return facts.length === 0 ? '' : ` (${facts.join(', ')})`
}
