import { t } from '@cli-apps/core'
import { issueText } from '../ui/error-text.ts'
import { tableText } from '../ui/table.ts'
import type { TryResult } from './try-result.ts'

const outcomeText = {
  passed: () => t('try.passed', 'passed'),
  failed: () => t('try.failed', 'failed'),
  'not-run': () => t('try.not-run', 'not run'),
} as const

/** Tells a publisher what a trial showed; the whole skill where it was asked for. */
export function tryText(result: TryResult, { showsSkill }: { showsSkill: boolean }): string {
  const { name, version, method, recipes, skill, issues, held, kept } = result
  const rows = recipes.map(({ id, task, outcome, reason }) => [
    outcomeText[outcome](),
    task ?? id,
    reason ?? '',
  ])
  const lines = [
    t('try.installed', '{name} {version} was installed with {method}.', { name, version, method }),
    rows.length === 0 ? t('try.no-recipes', 'It has no recipes.') : tableText(rows).replace(/ +$/gm, ''),
    t('try.skill', 'Its skill has {tokens} tokens (try --skill prints it).', { tokens: skill.tokens }),
    ...(showsSkill ? ['', skill.text.trimEnd(), ''] : []),
    issues.length === 0
      ? t('try.can-be-published', 'A registry would take it.')
      : t('try.cannot-be-published', 'A registry would refuse it:'),
    ...issues.map((issue) => `  ${issueText(issue)}`),
    ...(held.length === 0 ? [] : [t('try.held', 'Its operator would look at this first:')]),
    ...held.map((issue) => `  ${issueText(issue)}`),
    kept === null
      ? t('try.removed', 'What was installed for this is removed again.')
      : t('try.kept', 'The workspace and the store are in {folder}.', { folder: kept }),
  ]
  return lines.join('\n')
}
