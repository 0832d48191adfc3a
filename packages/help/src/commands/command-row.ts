import { groupEnd } from '../options/token-end.ts'

/** The names at the start of a command row, and where its summary begins. */
export interface CommandRow {
  /** Words of the command, such as `['config', 'get']`, without the program's own name. */
  words: string[]
  aliases: string[]
  /** Placeholders and options between the names and the summary. */
  placeholders: string
  summary: string
  /** Column of the summary within the row, or `undefined` when there is none. */
  summaryAt: number | undefined
  /**
   * `gap`: a wide gap, colon or dash separates names and summary; `bare`: only names; `prose`: one space and more
   * words.
   */
  shape: 'gap' | 'bare' | 'prose'
}

const name = /[A-Za-z0-9@][\w.:+@/-]*/y
const bullet = /^(?:[$*•·›❯▸-]|\d{1,2}\.|#) +/u
/** aspell: `-c|check` can be called as an option too, and `[dump] config` with a word before it. */
const before = /^(?:-\S\||\[[a-z]{1,20}\] )(?=[a-z])/
const maxWords = 5

/**
 * Whether a word can be part of a command. Capitals only in words that are not ordinary English, so that sentences are
 * not read as commands.
 */
const isCommandWord = (word: string): boolean =>
  !word.includes('://') && (/^[a-z0-9@][\w.:+@/-]*$/.test(word) || /^[A-Z][\w-]*$/.test(word))

/**
 * Reads one row of a list of commands. `lead` holds the words that lead to this screen (`['npm', 'config']`), which a
 * row may repeat; `summaryColumn` is where the summaries of the other rows begin.
 */
export function readCommandRow(
  text: string,
  { lead, summaryColumn }: { lead: readonly string[]; summaryColumn?: number | undefined },
): CommandRow | undefined {
  let at = (bullet.exec(text) ?? before.exec(text))?.[0].length ?? 0
  const words: string[] = []
  const aliases: string[] = []
  while (words.length < maxWords) {
    const word = readWord(text, at)
    if (word === undefined) break
    words.push(word)
    at += word.length
    // A plugin marker: `buildx*`.
    if (text[at] === '*' && /^ |^$/.test(text.slice(at + 1, at + 2))) {
      at++
      break
    }
    const suffix = /^\[([a-z-]{1,30})\](?=\s|$)/.exec(text.slice(at, at + 40))
    if (suffix !== null) {
      // nmcli: `c[onnection]` can be abbreviated.
      words[words.length - 1] = word + suffix[1]
      aliases.push(word)
      at += suffix[0].length
    }
    const read = readAliases(text, at, words)
    aliases.push(...read.aliases)
    at = read.end
    if (text[at] !== ' ' || text[at + 1] === ' ' || at + 1 === summaryColumn) break
    if (!/[A-Za-z0-9@]/.test(text[at + 1] ?? '') || /^[A-Z0-9_]{2,}\b/.test(text.slice(at + 1, at + 40)))
      break
    at++
  }
  if (words.length === 0 || isNotice(words, text[at])) return undefined
  if (text[at] === ' ' && text[at + 1] === undefined) at++
  const end = text[at - 1] === ' ' ? at - 1 : at
  return finish(text, end, { words, aliases, lead, summaryColumn })
}

/** `error: parameter -s is required`: an error message, not a command. */
const isNotice = ([word = '', ...more]: readonly string[], next: string | undefined): boolean =>
  more.length === 0 && next === ':' && /^(?:error|fatal|warning|usage|note|hint)$/i.test(word)

function readWord(text: string, at: number): string | undefined {
  name.lastIndex = at
  const found = name.exec(text)?.[0].replace(/[:./,]+$/, '')
  return found !== undefined && found !== '' && isCommandWord(found) ? found : undefined
}

/** `|b`, `, b`, ` | b`, ` (b, c)` right after a name. */
function readAliases(
  text: string,
  start: number,
  words: readonly string[],
): { aliases: string[]; end: number } {
  const aliases: string[] = []
  let at = start
  for (let count = 0; count < 8; count++) {
    const part = /^(?: ?\| ?|, ?)(?=[A-Za-z0-9@])/.exec(text.slice(at, at + 4))?.[0]
    if (part === undefined) break
    const word = readWord(text, at + part.length)
    if (word === undefined) break
    aliases.push(word)
    at += part.length + word.length
  }
  const inBrackets = /^ ?\(([\w?.:-]+(?:, ?[\w?.:-]+){0,8})\)(?=\s|$)/.exec(text.slice(at, at + 120))
  if (aliases.length === 0 && words.length === 1 && inBrackets !== null && text[at + 1] !== ' ') {
    aliases.push(...(inBrackets[1] ?? '').split(/, ?/).filter((alias) => /^[\w-]/.test(alias)))
    at += inBrackets[0].length
  }
  return { aliases, end: at }
}

interface Names {
  words: string[]
  aliases: string[]
  lead: readonly string[]
  summaryColumn: number | undefined
}

function finish(
  text: string,
  namesEnd: number,
  { words, aliases, lead, summaryColumn }: Names,
): CommandRow | undefined {
  const own = withoutLead(words, lead)
  if (own.length === 0) return undefined
  if (aliases.length > 0 && !/^[^|,]* \(/.test(text.slice(0, namesEnd))) nameLongest(own, aliases)
  const at = argumentsEnd(text, namesEnd)
  const row = { words: own, aliases, placeholders: text.slice(namesEnd, at).trim() }
  const tail = text.slice(at)
  const part = (plainGap.exec(tail) ?? summaryStart.exec(tail))?.[0]
  if (tail === '' || tail === ':') return { ...row, summary: '', summaryAt: undefined, shape: 'bare' }
  if (part === undefined) return undefined
  const summaryAt = at + part.length
  const isGap = part.length >= 2 || (summaryColumn !== undefined && summaryAt === summaryColumn)
  const mark = part.length > 2 && /\[deprecated\]/i.test(part) ? '[Deprecated] ' : ''
  return { ...row, summary: mark + text.slice(summaryAt), summaryAt, shape: isGap ? 'gap' : 'prose' }
}

/** The gap in most rows. */
const plainGap = /^ +(?=[^\s:[–—#=-])/
/** A gap, dash or colon; az prints a command's status before its colon: `afd   [Preview] : Manage it`. */
const summaryStart = /^(?:\s*(?:\[[A-Z][a-z]{2,20}\]\s+)?:\s+|\s+[-–—#]{1,2}\s+|\s*=>?\s+|\s+)/u

/** Of `i | install` the longer name is the command and the shorter its alias, in either order. */
function nameLongest(words: string[], aliases: string[]): void {
  const last = words.at(-1) ?? ''
  const longest = aliases.reduce((best, alias) => (alias.length > best.length ? alias : best), last)
  if (longest === last) return
  aliases[aliases.indexOf(longest)] = last
  words[words.length - 1] = longest
}

/** Removes the program's name, or the whole path of this screen, which a row may repeat. */
function withoutLead(words: readonly string[], lead: readonly string[]): string[] {
  // git-lfs is invoked as `git lfs`.
  const parts = lead[0]?.split('-') ?? []
  if (parts.length > 1 && words.length > parts.length && parts.every((part, at) => part === words[at]))
    return withoutLead(words.slice(parts.length), lead.slice(1))
  for (let skip = 0; skip < lead.length; skip++) {
    const part = lead.slice(skip)
    // A command may have the same name as its parent, but only the program itself is listed by its bare name.
    if (part.length === words.length && skip > 0) continue
    if (part.length <= words.length && part.every((word, at) => word === words[at]))
      return words.slice(part.length)
  }
  return [...words]
}

/** End of the placeholders and options that follow a command's name: `<x>`, `[options]`, `FILE`, `--all`, `...`. */
function argumentsEnd(text: string, start: number): number {
  let at = start
  for (let count = 0; count < 20; count++) {
    if (text[at] !== ' ' || text[at + 1] === ' ') return at
    const begin = at + 1
    const character = text[begin] ?? ''
    if (character === '[' && /^\[[A-Z][a-z]{2,20}\]\s+: /.test(text.slice(begin, begin + 80))) return at
    let end: number | undefined
    // A placeholder that was wrapped continues on the next line.
    if ('<[{('.includes(character) && character !== '') end = groupEnd(text, begin) ?? begin + 1
    else if (
      /^(\.\.\.|\*(?= |$)|\||[A-Z][A-Z0-9_.:|/=[\]<>+…-]+(?=\s|$)|\.{2,}|--?[A-Za-z][^\s]*|#\d)/.test(
        text.slice(begin, begin + 80),
      )
    )
      end = begin
    if (end === undefined) return at
    while (end < text.length && text[end] !== ' ') end++
    at = end
  }
  return at
}
