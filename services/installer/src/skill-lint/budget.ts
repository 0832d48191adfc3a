import { estimateTokens, skillFile, t } from '@cli-apps/core'
import type { LintRule, Remark } from './lint-rule.ts'
import { isMarkdown } from './skill-draft.ts'

const maxLines = 500
const maxTokens = 5_000

/** Limits per file and for all files together; bytes. */
const maxFileBytes = 5_000_000
const maxBytes = 20_000_000

/** Every file costs context for the agent that reads it: at most 500 lines and 5,000 tokens each. */
export const budget: LintRule = {
  factor: 'budget',
  check({ files, text }) {
    const remarks = files
      .filter(({ path }) => path === skillFile || isMarkdown(path))
      .flatMap(({ path, text: own }) => (own === undefined ? [] : tokenRemarks(path, own)))
    const lines = text.split('\n').length
    if (lines > maxLines)
      remarks.push({
        code: 'skill.lines',
        severity: 'warning',
        message: t(
          'budget.skill-md-has-lines',
          'SKILL.md has {lines} lines; the specification allows at most {maxLines}.',
          { lines, maxLines },
        ),
        hint: t('budget.hint', 'Move details into references/*.md, and say in SKILL.md when to read each.'),
      })
    for (const { path, size } of files)
      if (size > maxFileBytes)
        remarks.push({
          code: 'skill.file-large',
          severity: 'warning',
          file: path,
          message: t('budget.file-has-mb', 'The file has {size} MB.', { size: megabytes(size) }),
          hint: t('budget.hint.let-skill-say-where', 'Let the skill say where to get it instead.'),
        })
    const total = files.reduce((sum, { size }) => sum + size, 0)
    if (total > maxBytes)
      remarks.push({
        code: 'skill.folder-large',
        severity: 'warning',
        message: t('budget.files-skill-have-mb', 'The files of the skill have {total} MB together.', {
          total: megabytes(total),
        }),
        hint: t(
          'budget.hint.skill-few-files-keep',
          'A skill is a few files; keep data sets and dependencies elsewhere.',
        ),
      })
    return remarks
  },
}

const megabytes = (bytes: number): number => Math.round(bytes / 1_000_000)

/** Returns a warning if the text exceeds the limit by any count of tokens; a note if only the estimate does. */
function tokenRemarks(file: string, text: string): Remark[] {
  const most = estimateTokens(text)
  if (most <= maxTokens) return []
  const isCertain = fewestTokens(text) > maxTokens
  return [
    {
      code: isCertain ? 'skill.tokens' : 'skill.tokens-perhaps',
      severity: isCertain ? 'warning' : 'note',
      file,
      message: isCertain
        ? t(
            'budget.file-has-characters-more',
            'The file has {count} characters, which are more than {maxTokens} tokens, the limit for a file.',
            { count: text.length, maxTokens },
          )
        : t(
            'budget.file-may-have-more',
            'The file may have more than {maxTokens} tokens, the limit for a file: it has at most {most}.',
            { maxTokens, most },
          ),
      hint: t('budget.hint.split-subject-say-when', 'Split it by subject, and say when to read each part.'),
    },
  ]
}

/**
 * Returns the least number of tokens that a document can have: prose and code average at most 5.5 letters per token,
 * and Chinese, Japanese and Korean at most 2. White space and repeated punctuation count as one character.
 */
function fewestTokens(text: string): number {
  const plain = text.replace(/\s+|([^\p{L}\p{N}\s])\1+/gu, ' ')
  const dense = plain.match(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g)?.length ?? 0
  return dense / 2 + (plain.length - dense) / 5.5
}
