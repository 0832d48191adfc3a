import type { Section } from '../sections/section.ts'
import type { HelpLine } from '../text/help-line.ts'
import { unwrapped } from '../text/unwrapped.ts'
import { type CommandRow, readCommandRow } from './command-row.ts'
import type { ListedCommand } from './command-rows.ts'

/**
 * Finds commands in a manual page's sections on commands: tagged paragraphs (`add FILE`, `git-add(1)`) or a list of
 * names.
 */
export function findManCommands(sections: readonly Section[], lead: readonly string[]): ListedCommand[] {
  const [program = ''] = lead
  // The sections on each of them hold much that looks like a command.
  const inOrder = sections.flatMap((section) => (section.kind === 'commands' ? readWordList(section) : []))
  if (inOrder.length > 0) return inOrder
  return sections.flatMap((section) => {
    if (section.kind === 'commands' || section.kind === 'topics') {
      const tagged = readTagged(section, lead)
      return tagged.length > 0 ? tagged : readBullets(section)
    }
    const marked = readMarked(section)
    if (marked.length > 0) return marked
    const calls = section.lines.filter(({ text }) => /\(\d\)/.test(text) && text.startsWith(program))
    return section.kind === 'text' && calls.length > 1 ? readTagged(section, lead) : []
  })
}

interface Tag {
  row: CommandRow
  /** Line of the section where its text begins. */
  below: number
}

function readTagged({ lines, title, indent }: Section, lead: readonly string[]): ListedCommand[] {
  const base = lines.reduce(
    (least, line) => (line.text === '' ? least : Math.min(least, line.indent)),
    Number.POSITIVE_INFINITY,
  )
  const tags: Tag[] = []
  for (let at = 0; at < lines.length; at++) {
    if (lines[at]?.text === '' || lines[at]?.indent !== base) continue
    let end = at
    while (lines[end + 1]?.indent === base && lines[end + 1]?.text !== '') end++
    const next = lines[end + 1]
    const isTag = next !== undefined && next.text !== '' && next.indent > base
    tags.push(...tagsIn(lines.slice(at, end + 1), lead, isTag).map((row) => ({ row, below: end + 1 })))
    at = end
  }
  return tags.map(({ row, below }) => ({
    words: row.words,
    aliases: row.aliases,
    placeholders: row.placeholders,
    summary: row.summary === '' ? firstSentence(lines.slice(below, below + 12), base) : row.summary,
    group: indent > 0 ? title : null,
  }))
}

/** The tags above one text. `[` and the like continue the previous tag, as does what an open bracket wraps. */
function tagsIn(block: readonly HelpLine[], lead: readonly string[], isTag: boolean): CommandRow[] {
  const joined: string[] = []
  for (const { text } of block.slice(0, 12)) {
    const last = joined.at(-1)
    if (last !== undefined && (/^[[<({|.-]/.test(text) || isOpen(last)))
      joined[joined.length - 1] = `${last} ${text}`
    else joined.push(text)
  }
  const rows = joined.map((text) => readCommandRow(plainTag(text, lead), { lead }))
  if (!isTag)
    return rows.flatMap((row) => (joined.length === 1 && row?.shape === 'gap' && isName(row) ? [row] : []))
  return rows.some((row) => row === undefined || row.shape === 'prose' || !isName(row))
    ? []
    : rows.flatMap((row) => row ?? [])
}

const isOpen = (text: string): boolean => text.split(/[[({<]/).length > text.split(/[\])}>]/).length

/** `git-add(1)` means the command `add`, `update (apt(8))` means `update`. */
function plainTag(text: string, [program = '']: readonly string[]): string {
  const called = text.startsWith(`${program} <`)
    ? text.slice(program.length + 1).replace(/^(?:<[^<>]{1,40}> )+/, '')
    : text
  const plain = called
    .replace(/ \([\w.-]{1,60}\(\d\w{0,3}\)\)/, '')
    .replace(/(\(\d\w{0,3}\)) [\w-]{1,60}\.[\w.-]{1,60}$/, '$1')
    .replace(/\(\d\w{0,3}\)(?=[,\s]|$)/g, '')
  return plain.startsWith(`${program}-`) ? plain.slice(program.length + 1) : plain
}

const isName = ({ words }: CommandRow): boolean =>
  words.length <= 3 && words.every((word) => /^[a-z\d][\w:.+-]*$/.test(word))

function firstSentence(lines: readonly HelpLine[], base: number): string {
  const words: string[] = []
  for (const { text, indent } of lines) {
    if (text === '' || indent <= base) break
    words.push(text)
  }
  const paragraph = unwrapped(words)
  return /^.{10,}?[.!?](?= [A-Z]|$)/.exec(paragraph.slice(0, 400))?.[0] ?? paragraph.slice(0, 300)
}

/** tmux: `attach-session [-d] [-t session]`, `(alias: attach)` below it, and an indented text. */
const aliasLine = /^\(alias: ([a-z][\w-]{0,40})\)$/
const synopsis = /^([a-z][a-z\d]*(?:-[a-z\d]+)*)(?: (.+))?$/

/**
 * Reads the commands of a section of prose in which some have their alias on the line below. The others stand in the same
 * column: with options in brackets, or with a text that begins with the verb of their name (`kill-server`: "Kill the …").
 */
function readMarked({ lines, title }: Section): ListedCommand[] {
  const column = lines.find((_, at) => aliasLine.test(lines[at + 1]?.text ?? ''))?.indent
  if (column === undefined) return []
  return lines.flatMap(({ text, indent }, at) => {
    const [, name, placeholders = ''] = (indent === column && synopsis.exec(text)) || []
    const alias = aliasLine.exec(lines[at + 1]?.text ?? '')?.[1]
    const below = at + (alias === undefined ? 1 : 2)
    const summary = firstSentence(lines.slice(below, below + 12), column)
    const isNamed = summary.toLowerCase().startsWith(`${name?.split('-', 1)[0]} `)
    if (name === undefined || summary === '') return []
    if (alias === undefined && !placeholders.startsWith('[-') && !(isNamed && placeholders === '')) return []
    const apart = placeholders.replace(/\[-([A-Za-z]{2,20})\]/g, (_, letters: string) =>
      letters.replace(/./g, '[-$&] ').trim(),
    )
    return [
      {
        words: [name],
        aliases: alias === undefined ? [] : [alias],
        placeholders: apart,
        summary,
        group: title,
      },
    ]
  })
}

const listed = (names: readonly string[]): ListedCommand[] =>
  names.map((name) => ({ words: [name], aliases: [], placeholders: '', summary: '', group: null }))

/** aws: `o cp`, `• cp`, one name per paragraph. */
function readBullets({ lines }: Section): ListedCommand[] {
  const items = lines
    .filter(({ text }) => text !== '')
    .map(({ text }) => /^(?:[o•·*+-] )?([a-z\d][\w.-]*)$/u.exec(text)?.[1])
  return items.length > 1 && items.every((item) => item !== undefined) ? listed(items) : []
}

/** Fewer words may be a sentence. */
const leastWords = 8

/** mlr: nothing but names, wrapped like a text, nearly in the order of the alphabet. */
function readWordList({ lines }: Section): ListedCommand[] {
  const texts = lines.flatMap(({ text }) => (text === '' ? [] : [text]))
  const words = texts.flatMap((text) => text.split(' '))
  if (words.length < leastWords || !words.every((word) => /^[a-z][a-z\d-]*$/.test(word))) return []
  const outOfOrder = words.filter((word, at) => (words[at - 1] ?? '').localeCompare(word) > 0).length
  return outOfOrder * 6 < words.length ? listed(words) : []
}
