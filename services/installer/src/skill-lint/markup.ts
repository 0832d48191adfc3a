import { findPromptMark, t } from '@cli-apps/core'
import type { LintRule, Remark } from './lint-rule.ts'
import type { PlacedText, SkillMarkdown } from './skill-markdown.ts'

/** Reports HTML, and text that an agent could read as its own message structure. */
export const markup: LintRule = {
  factor: 'safety',
  check: ({ documents }) =>
    documents.flatMap((document) => [...htmlRemarks(document), ...markRemarks(document)]),
}

const active =
  /<\s{0,3}(script|iframe|object|embed|form|style|link|meta|base|svg)\b|<[^<>]{0,500}\son[a-z]{3,20}\s{0,3}=|(javascript|vbscript):/i

/** A short comment, such as a tool's marker, hides nothing of importance. */
const shortComment = 80

function htmlRemarks({ path, html }: SkillMarkdown): Remark[] {
  const remarks: Remark[] = []
  const plain: PlacedText[] = []
  for (const { text, line } of html) {
    if (active.test(text))
      remarks.push({
        code: 'skill.html-active',
        severity: 'error',
        file: path,
        line,
        message: t(
          'markup.html-runs-loads-restyles',
          'This HTML runs, loads or restyles something where it is shown.',
        ),
        hint: t('markup.hint', 'Remove it; a skill is plain Markdown.'),
      })
    else if (text.startsWith('<!--')) {
      if (text.length > shortComment)
        remarks.push({
          code: 'skill.html-comment',
          severity: 'warning',
          file: path,
          line,
          message: t(
            'markup.comment-not-shown-people',
            'This comment is not shown to people, and a model reads it.',
          ),
          hint: t('markup.hint.write-as-visible-text', 'Write it as visible text, or remove it.'),
        })
    } else plain.push({ text, line })
  }
  const [first] = plain
  if (first !== undefined)
    remarks.push({
      code: 'skill.html',
      severity: 'note',
      file: path,
      line: first.line,
      message: t(
        'markup.file-holds-html-unmarked',
        'The file holds HTML or unmarked angle brackets in {count} places; where it is rendered, they are not seen.',
        { count: plain.length },
      ),
      hint: t(
        'markup.hint.use-markdown-put-words',
        'Use Markdown, and put words such as <name> between backticks.',
      ),
    })
  return remarks
}

function markRemarks({ path, prose, html, spans, blocks }: SkillMarkdown): Remark[] {
  const texts = [
    ...[...prose, ...html].map((text) => ({ ...text, isCode: false })),
    ...[...spans, ...blocks].map((text) => ({ ...text, isCode: true })),
  ]
  const seen = new Set<string>()
  return texts.flatMap(({ text, line, isCode }): Remark[] => {
    const mark = findPromptMark(text, { hasFences: false })
    if (mark === undefined || seen.has(`${mark.what}${isCode}`)) return []
    const isSpeaker = mark.isSpeaker
    // A speaker label is a word with a colon, which is too common in code to report.
    if (isSpeaker && isCode) return []
    seen.add(`${mark.what}${isCode}`)
    return [
      {
        code: 'skill.prompt-mark',
        severity: isSpeaker ? 'note' : isCode ? 'warning' : 'error',
        file: path,
        line: line + text.slice(0, mark.index).split('\n').length - 1,
        message: t(
          'markup.looks-like-model-may',
          'This looks like {what}, which a model may take for a real one.',
          { what: mark.what },
        ),
        hint: t('markup.hint.say-plain-words', 'Say it in plain words.'),
      },
    ]
  })
}
