import { t } from '@cli-apps/core'
import { findSkillInjections } from '@cli-apps/core/injection'
import { findExecutedText } from '@cli-apps/core/skill'
import type { LintRule, Remark } from './lint-rule.ts'

/**
 * Reports text, in any file of a skill, that attacks its reader, and commands that an agent runs before the model sees
 * them.
 */
export const injections: LintRule = {
  factor: 'safety',
  check: ({ files }) => [
    ...injectionRemarks(files),
    ...files.flatMap(({ path, text }) => (text === undefined ? [] : executedRemarks(path, text))),
  ],
}

const injectionRemarks = (files: readonly { path: string; text?: string | undefined }[]): Remark[] =>
  findSkillInjections(files).map(({ rule, excerpt, line, path }) => ({
    code: `skill.${rule.id}`,
    severity: 'warning',
    file: path,
    line: line + 1,
    message: t('injections.reads-like', 'This reads like {what}: {excerpt}', {
      what: rule.what,
      excerpt: JSON.stringify(excerpt),
    }),
    hint: t('injections.hint', 'Remove it; a careful agent does not follow it.'),
  }))

/** Only the body of SKILL.md is expanded; agents read other files literally. */
function executedRemarks(file: string, text: string): Remark[] {
  const at = file === 'SKILL.md' ? findExecutedText(text) : undefined
  if (at === undefined) return []
  return [
    {
      code: 'skill.executed-text',
      severity: 'error',
      file,
      line: text.slice(0, at).split('\n').length,
      message: t(
        'injections.claude-code-runs-what',
        'Claude Code runs what stands between backticks behind a !, before a model reads the skill.',
      ),
      hint: t('executed-text.hint', 'Write the command without the ! before it.'),
    },
  ]
}
