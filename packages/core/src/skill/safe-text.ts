import { toLine } from '../text.ts'

const contextTag = /\[\s*\/?\s*runtime\s+context[^\]]{0,40}\]?/giu

/** One visible line of a stranger's text, bounded, with nothing in it that a runtime takes for its own marks. */
export const safeLine = (text: string, max: number): string =>
  toLine(toLine(text, max * 2).replace(contextTag, '(runtime context)'), max)

/**
 * A stranger's sentence as Markdown that shows what it says: no links, emphasis, HTML or headings come of it. Words in
 * angle brackets and addresses other than https become code spans.
 */
export function safeProse(text: string, max: number): string {
  const line = safeLine(text, max)
  const parts = line.split(/(`[^`]*`|<[\w .:|/-]{1,60}>|\b(?!https:)[a-z][a-z0-9+.-]{1,20}:\/\/\S+)/giu)
  return parts
    .map((part, at) => (at % 2 === 1 ? codeSpan(part.replace(/^`|`$/g, ''), max) : escapeProse(part)))
    .join('')
    .replace(/^([#+>-]|\d{1,9}[.)])/, '\\$1')
}

const escapeProse = (text: string): string =>
  text.replace(/[\\`*[\]<]|~~|(?<!\w)_|_(?!\w)/g, (character) => `\\${character}`)

/** Text in a code span whose fence is longer than any run of backticks inside. */
export function codeSpan(text: string, max: number): string {
  const line = safeLine(text, max)
  if (line === '') return ''
  const fence = '`'.repeat(longestRun(line) + 1)
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : ''
  return `${fence}${pad}${line}${pad}${fence}`
}

/** Lines in a fenced block whose fence is longer than any run of backticks inside. */
export function codeBlock(
  lines: readonly string[],
  { max, language = '' }: { max: number; language?: string },
): string {
  // Some readers look for the fences of front matter anywhere.
  const safe = lines.map((line) => safeLine(line, max).replace(/^-{3}/, ' $&'))
  const fence = '`'.repeat(Math.max(3, longestRun(safe.join('\n')) + 1))
  return [fence + language, ...safe, fence].join('\n')
}

const longestRun = (text: string): number =>
  (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0)
