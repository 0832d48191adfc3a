import type { Section } from '../sections/section.ts'
import { unwrapped } from '../text/unwrapped.ts'

const maxSummary = 300

/** The paragraph that says what the command does; empty if there is none. */
export function readSummary(sections: readonly Section[], lead: readonly string[]): string {
  const named = nameLine(sections)
  if (named !== '') return named
  const [first] = sections
  const described = sections.find(({ title }) => /^(description|about|summary)$/i.test(title))
  const texts = [described, first, ...sections.filter(({ kind, title }) => kind === 'text' && title === '')]
  for (const section of texts) {
    const isOpening = section === first || section === described
    const paragraph = section === undefined ? '' : firstParagraph(section, { lead, isOpening })
    if (paragraph !== '') return paragraph
  }
  return usageParagraph(sections, lead)
}

/** Manual pages and some programs print it below NAME: `git-stash - Stash the changes away`. */
function nameLine(sections: readonly Section[]): string {
  const lines = sections.find(({ title }) => /^name$/i.test(title))?.lines ?? []
  const end = lines.findIndex(({ text }, at) => text === '' && at > 0)
  const text = unwrapped(lines.slice(0, end < 0 ? 6 : Math.min(end, 6)).map((line) => line.text))
  const found = /^\S.{0,200}? (?:-{1,2}|[–—]) (\S.*)$/u.exec(text.slice(0, 800))?.[1] ?? ''
  return cut(found)
}

/** After `Usage: x` the description often follows in the same section, after a blank line. */
function usageParagraph(sections: readonly Section[], lead: readonly string[]): string {
  const usage = sections.find(({ kind }) => kind === 'usage')
  const blank = usage?.lines.findIndex(({ text }) => text === '') ?? -1
  if (usage === undefined || blank < 0) return ''
  return firstParagraph({ ...usage, lines: usage.lines.slice(blank) }, { lead, isOpening: true })
}

function firstParagraph(
  { lines }: Section,
  { lead, isOpening }: { lead: readonly string[]; isOpening: boolean },
): string {
  const words: string[] = []
  for (const { text } of lines) {
    if (text === '' && isAnnouncement(words)) words.length = 0
    if (text === '' && words.length > 0) break
    if (text === '') continue
    if (isProse(text, lead)) words.push(text)
    else if (words.length > 0) break
    if (words.length > 6) break
  }
  const isMidSentence = !isOpening && /^[a-z][\w]* (?!is|are|-)/.test(words[0] ?? '')
  return isAnnouncement(words) || isMidSentence ? '' : cut(words.join(' '))
}

/** Text that ends with a colon announces a list. */
const isAnnouncement = (words: readonly string[]): boolean => words.at(-1)?.endsWith(':') === true

/** Whether a text is a sentence: not a row, a version line, a rule, or the program's name alone. */
function isProse(text: string, lead: readonly string[]): boolean {
  const [program = ''] = lead
  if (/^[-+$[<{|*•]/.test(text) || / {3,}/.test(text) || !/\p{L}{2}/u.test(text)) return false
  if (
    /^\S+[ ,]+(v|version:? ?)?\d+\.\d/i.test(text) ||
    /^(copyright|license|version|web ?site|usage)\b/i.test(text)
  )
    return false
  if (/\S@\S|^(\S+: )?(unknown|invalid|unrecogni[sz]ed|illegal) /i.test(text)) return false
  if (/[─━═█▄║│]/u.test(text)) return false
  const call = text.replace(/^[^\p{L}\d]{1,3} /u, '')
  const isCall =
    call === program || call === lead.join(' ') || (call.startsWith(`${program} `) && /[<[]/.test(call))
  return !isCall && text.includes(' ')
}

const cut = (text: string): string =>
  text.length <= maxSummary ? text : `${text.slice(0, maxSummary - 1).trimEnd()}…`
