import type { Section } from '../sections/section.ts'

const maxExamples = 20
const maxLength = 400

/** Reads calls of the program in the sections on examples, each as one line without prompt and remark. */
export function readExamples(sections: readonly Section[], program: string): string[] {
  const found = new Set<string>()
  for (const { lines } of sections.filter(({ kind }) => kind === 'examples')) {
    let open = ''
    for (const { text } of lines) {
      if (found.size === maxExamples) break
      const line = open === '' ? withoutPrompt(text) : `${open} ${text}`
      open = ''
      if (line.endsWith('\\') && line.length < maxLength) {
        open = line.slice(0, -1).trimEnd()
        continue
      }
      const call = withoutRemark(line)
      // A quote that continues on the next lines would truncate the call.
      const isWhole = isQuoteClosed(call)
      if (isWhole && isCall(call, program) && !isSentence(call) && call.length <= maxLength) found.add(call)
    }
  }
  return [...found]
}

const withoutPrompt = (text: string): string =>
  text.replace(/^(?:[$>%#❯]|[*•-]|\d{1,2}[.)]) +/u, '').replace(/^`(.*)`$/, '$1')

/** The program comes first, after variables set for it, or after a pipe. */
function isCall(line: string, program: string): boolean {
  const call = line.replace(/^(?:[A-Z_][A-Z\d_]*=\S* )+/, '').replace(/^(?:sudo|npx) /, '')
  const isFirst = call === program || call.startsWith(`${program} `)
  return isFirst || (line.includes(`| ${program} `) && /^[a-z]+ /.test(line))
}

/** "tool by default expects the ...", "tool rc to flush the cache:": a sentence may begin with the program too. */
const isSentence = (line: string): boolean =>
  / (?:the|an?|is|are|it|you|your|be) /.test(line) &&
  (/[.:]$/.test(line) ||
    /^\S+ (?:is|are|was|will|can|may|has|does|by|also|then|instance|must|should) /.test(line))

function isQuoteClosed(line: string): boolean {
  let quote: string | undefined
  for (let at = 0; at < line.length; at++) {
    const character = line[at]
    if (character === '\\' && quote !== "'") at++
    else if (quote !== undefined) quote = character === quote ? undefined : quote
    // Within a word it is an apostrophe.
    else if (character === '"' || (character === "'" && !/\w/.test(line[at - 1] ?? ' '))) quote = character
  }
  return quote === undefined
}

/** Removes the remark after a wide gap outside quotes. */
function withoutRemark(line: string): string {
  let quote: string | undefined
  for (let at = 0; at < line.length; at++) {
    const character = line[at]
    if (quote !== undefined) quote = character === quote ? undefined : quote
    else if (character === '"' || character === "'") quote = character
    else if (character === ' ' && line[at + 1] === ' ') return line.slice(0, at)
  }
  return line.trimEnd()
}
