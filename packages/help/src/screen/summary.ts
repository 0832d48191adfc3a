import type { Section } from '../sections/section.ts'
import type { HelpLine } from '../text/help-line.ts'
import { unwrapped } from '../text/unwrapped.ts'

const maxSummary = 300

/** The paragraph that says what the command does; empty if there is none. */
export function readSummary(sections: readonly Section[], lead: readonly string[]): string {
  const named = nameLine(sections)
  if (named !== '') return named
  const [first] = sections
  const described = sections.find(({ title }) => /^(description|about|summary)$/i.test(title))
  const opening = [described, first].filter((section) => section !== undefined)
  const texts = sections.filter(({ kind, title }) => kind === 'text' && title === '')
  return firstOf([
    ...opening.map((section) => () => firstParagraph(section.lines, { lead, isOpening: true })),
    () => usageParagraph(sections, lead, isSentence),
    ...texts.map((section) => () => firstParagraph(section.lines, { lead, isOpening: false })),
    () => usageParagraph(sections, lead, ({ text }) => text === ''),
  ])
}

function firstOf(readers: readonly (() => string)[]): string {
  for (const read of readers) {
    const text = read()
    if (text !== '') return text
  }
  return ''
}

/** Manual pages and some programs print it below NAME: `git-stash - Stash the changes away`. */
function nameLine(sections: readonly Section[]): string {
  const lines = sections.find(({ title }) => /^name$/i.test(title))?.lines ?? []
  const end = lines.findIndex(({ text }, at) => text === '' && at > 0)
  const text = unwrapped(lines.slice(0, end < 0 ? 6 : Math.min(end, 6)).map((line) => line.text))
  const found = /^\S.{0,200}? (?:-{1,2}|[–—]) (\S.*)$/u.exec(text.slice(0, 800))?.[1] ?? ''
  return cut(found)
}

/** The description often follows `Usage: x` in the same section: right below in the manner of GNU, or after a blank line. */
function usageParagraph(
  sections: readonly Section[],
  lead: readonly string[],
  begins: (line: HelpLine) => boolean,
): string {
  const usage = sections.find(({ kind }) => kind === 'usage')
  const below = usage?.lines.findIndex((line, at) => at > 0 && begins(line)) ?? -1
  return below < 0 ? '' : firstParagraph(usage?.lines.slice(below) ?? [], { lead, isOpening: true })
}

/** A sentence at the margin, and no call: that has brackets, and no word with a capital. */
const isSentence = ({ indent, text }: HelpLine): boolean =>
  indent === 0 && /^\p{Lu}\p{Ll}+ .*\p{Ll}/u.test(text) && !/[[<|]|\.\.\./.test(text)

function firstParagraph(
  lines: readonly HelpLine[],
  { lead, isOpening }: { lead: readonly string[]; isOpening: boolean },
): string {
  const words: string[] = []
  let isClosing = false
  for (const { text } of lines) {
    if (text === '') isClosing = false
    else if (words.length === 0 && closing.test(text)) isClosing = true
    if (isClosing) continue
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

/** Paragraphs that say where to turn, and not what the program does. */
const closing = /^(to )?report (\w+ )?bugs|^e-?mail bug reports|^for (bug|full|more) \w+, /i

/** Text that ends with a colon announces a list. */
const isAnnouncement = (words: readonly string[]): boolean => words.at(-1)?.endsWith(':') === true

/** Whether a text is a sentence: not a row, a version line, a rule, or the program's name alone. */
function isProse(text: string, lead: readonly string[]): boolean {
  const [program = ''] = lead
  if (/^[-+$[<{|*•]/.test(text) || / {3,}/.test(text) || !/\p{L}{2}/u.test(text)) return false
  if (
    /^\S+[ ,]+(v|version:? ?)?\d+\.\d/i.test(text) ||
    /^(copyright|license|version|web ?site|usage)\b|^examples?:/i.test(text)
  )
    return false
  if (/\S@\S|^(\S+: )?(unknown|invalid|unrecogni[sz]ed|illegal) /i.test(text)) return false
  if (/[─━═█▄║│]/u.test(text)) return false
  // `vector: svg, pdf`: a list behind its label.
  if (/^[\p{Ll}' -]{1,30}: [\w.]+(?:, [\w.]+)+(?: \(\w+\))?$/u.test(text)) return false
  const call = text.replace(/^[^\p{L}\d]{1,3} /u, '')
  const isCall =
    call === program || call === lead.join(' ') || (call.startsWith(`${program} `) && /[<[]/.test(call))
  return !isCall && text.includes(' ')
}

const cut = (text: string): string =>
  text.length <= maxSummary ? text : `${text.slice(0, maxSummary - 1).trimEnd()}…`
