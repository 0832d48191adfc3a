import { withoutPromptMarks, withoutSpeaker } from '../prompt-marks.ts'
import { withoutHome, withoutSecrets } from '../secret-text.ts'
import { toLine } from '../to-line.ts'

/**
 * Converts untrusted text to one printable, shortened line without anything that a model or its harness would treat as
 * structure, without secrets and without paths through a home folder.
 */
export function safeLine(text: string, max: number): string {
  // Reads more than fits, because invisible characters and secrets are removed, but not all, since the text may be
  // huge.
  const line = toLine(text.slice(0, max * 8 + 400), max * 4 + 300)
  return toLine(withoutPromptMarks(withoutHome(withoutSecrets(line))), max)
}

/** What follows the beginning of an address, without the marks that end a sentence or a part of it. */
const restOfAddress = String.raw`\S*[^\s.,;:!?]`

/** Words that a Markdown renderer would turn into a link, or that may link to something other than a page. */
const addressLike = String.raw`(?:(?<![a-z0-9])(?!https:)[a-z][a-z0-9+.-]{1,20}:\/\/${restOfAddress}|(?<![\w.+-])(?:(?:javascript|vbscript|data|mailto|xmpp|file|tel|blob):${restOfAddress}|[\w.+-]{1,64}@\w[\w.-]*)|(?<![a-z0-9])www\.${restOfAddress})`

/** `[HOST/]OWNER/REPO`, `["a","b"]`, `[-]id[:kind][?]`: escaping these brackets would only make them hard to read. */
const bracketed = String.raw`[^\s\x60<>[\]()]{0,60}\[[^\s\x60<>()]{0,120}\](?![(:[\]])[^\s\x60<>[\]()]{0,60}`

const codeLike = new RegExp(`(\`[^\`]*\`|<[\\w .:|/-]{1,60}>|${addressLike}|${bracketed})`, 'giu')

/**
 * Converts an untrusted sentence to literal Markdown without links, emphasis, HTML or headings. Words with brackets and
 * addresses other than https become code spans.
 */
export function safeProse(text: string, max: number): string {
  const parts = withoutSpeaker(safeLine(text, max)).split(codeLike)
  return (
    parts
      .map((part, at) => (at % 2 === 1 ? codeSpan(part.replace(/^`|`$/g, ''), max) : escapeProse(part)))
      .join('')
      // Empty code spans vanish, and the text after them begins the line.
      .trim()
      .replace(/^(?:[#+>=]|-(?=\s|$|--))/, '\\$&')
      .replace(/^(\d{1,9})([.)])/, '$1\\$2')
  )
}

const escapeProse = (text: string): string =>
  text.replace(
    /[\\`*[\]<]|~(?!\/)|&(?=#?[a-z0-9]{1,32};)|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/gi,
    (character) => `\\${character}`,
  )

/** Returns text in a code span whose fence is longer than any run of backticks inside. */
export function codeSpan(text: string, max: number): string {
  const line = safeLine(text, max)
  if (line === '') return ''
  const fence = '`'.repeat(longestRun(line) + 1)
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : ''
  return `${fence}${pad}${line}${pad}${fence}`
}

/** Returns lines in a fenced block whose fence is longer than any run of backticks inside. */
export function codeBlock(
  lines: readonly string[],
  { max, language = '' }: { max: number; language?: string },
): string {
  return fenced(
    lines.map((line) => blockLine(line, max)),
    language,
  )
}

/** A line of a block. Some parsers find fences of front matter anywhere; a longer rule of dashes is none. */
export const blockLine = (line: string, max: number): string =>
  withoutSpeaker(safeLine(line, max)).replace(/^---(?!-+$)/, ' $&')

/** Puts safe lines between fences. */
export function fenced(lines: readonly string[], language: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(lines.join('\n')) + 1))
  return [fence + language, ...lines, fence].join('\n')
}

const longestRun = (text: string): number =>
  (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0)
