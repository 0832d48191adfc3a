import { blockLine, codeSpan, fenced } from '../safe-text.ts'
import type { SkillWords } from '../skill-words.ts'

const maxLines = 8
const maxLine = 120
const maxText = 320

/**
 * Shows what a file holds or a program prints below a list item: one line in a code span, more in an indented block, which
 * keeps the spaces at the beginning of lines, and tabs in them. Long texts are cut.
 */
export function shownLines(label: string, text: string, words: SkillWords): string[] {
  const whole = text.replace(/\r\n?/g, '\n').replace(/^\n+|\s+$/g, '')
  const all = whole.slice(0, maxText).split('\n')
  const kept = all.slice(0, maxLines)
  const [first = ''] = kept
  const isCut = whole.length > maxText || all.length > maxLines
  if (kept.length === 1 && !isCut && !first.includes('\t')) {
    const span = codeSpan(first, maxLine)
    return span === '' ? [] : [`  ${label}${words.colon}${span}`]
  }
  const lines = kept.map(exactLine)
  if (isCut) lines.push('…')
  const block = fenced(lines, 'text').split('\n')
  return [`  ${label}${words.colon.trimEnd()}`, ...block.map((line) => `  ${line}`.trimEnd())]
}

/** Between the columns of a table a blank would make other data of it. */
const exactLine = (line: string): string =>
  /\S\t/.test(line) ? line.split('\t').map(exactPart).join('\t') : exactPart(line)

function exactPart(line: string): string {
  // A makefile without its tabs is another one.
  const indent = /^[ \t]{0,40}/.exec(line)?.[0] ?? ''
  const safe = blockLine(line, maxLine)
  // The columns of a table stay where they are, unless something else in the line had to be changed.
  const isOnlySpaced = line.length <= maxLine && line.trim().replace(/ {2,}/g, ' ') === safe
  return indent + (isOnlySpaced ? line.trim() : safe)
}
