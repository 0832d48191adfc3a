import type { HelpLine } from './clean-text.ts'
import type { CommandRow } from './command-row.ts'
import { readCommandRow } from './command-row.ts'
import type { ListedCommand } from './command-rows.ts'
import { kindOfTitle, type Section } from './section.ts'

const running = /^(\S{1,80})\(\d?\w{0,8}\)(\s.{0,3000}\s\1\(\d?\w{0,8}\))?$/u
const maxHeadingIndent = 4

/** Whether a text is a manual page as `man` prints it: a running head `NAME(1)`, or NAME and text 5 columns in or more. */
export function isManPage(lines: readonly HelpLine[]): boolean {
  const filled = lines.slice(0, 40).filter(({ text }) => text !== '')
  const [first, second] = filled
  const at = first !== undefined && running.test(first.text) ? 1 : 0
  const heading = at === 1 ? second : first
  const below = filled[at + 1]
  return (
    heading !== undefined &&
    heading.indent === 0 &&
    /^(NAME|Name)$/.test(heading.text) &&
    below !== undefined &&
    below.indent > maxHeadingIndent
  )
}

/**
 * Divides a manual page: sections begin at column 0, their parts up to 4 columns in, and nothing else is a heading.
 * A synopsis keeps its calls of the program alone.
 */
export function splitManPage(lines: readonly HelpLine[], program: string): Section[] {
  const sections: Section[] = []
  let parent: Section | undefined
  lines.forEach((line, at) => {
    if ((line.indent === 0 || line.indent > 30) && running.test(line.text)) return
    const isHeading =
      line.text !== '' &&
      line.indent <= maxHeadingIndent &&
      line.text.length < 90 &&
      !line.text.startsWith('-')
    if (isHeading && sections.length < 1_500) {
      const own = kindOfTitle(line.text)
      const isPart = line.indent > 0 && parent !== undefined
      const kind = own === 'text' && isPart ? (parent?.kind ?? 'text') : own
      const section: Section = { kind, title: line.text, indent: line.indent, lines: [] }
      if (line.indent === 0) parent = section
      sections.push(section)
    } else if (!isFooter(lines, at)) sections.at(-1)?.lines.push(line)
  })
  return sections.map((section) =>
    section.kind === 'usage' ? { ...section, lines: callsIn(section.lines, program) } : section,
  )
}

/** The last line names source and date at column 0. */
const isFooter = (lines: readonly HelpLine[], at: number): boolean =>
  lines[at]?.indent === 0 && at > lines.length - 6 && / {3,}/.test(lines[at]?.text ?? '')

/** Blocks of a synopsis that begin with the program, without the prose below them. */
function callsIn(lines: readonly HelpLine[], program: string): HelpLine[] {
  const blocks = blocksOf(lines)
  const calls = blocks.filter(([first]) => {
    const [word = ''] = first?.text.split(' ', 1) ?? []
    return word === program || word.startsWith(`${program}-`)
  })
  return (calls.length > 0 ? calls : blocks.slice(0, 1)).flatMap((block) => [
    ...block,
    { indent: 0, text: '' },
  ])
}

function blocksOf(lines: readonly HelpLine[]): HelpLine[][] {
  const blocks: HelpLine[][] = []
  let isOpen = false
  for (const line of lines) {
    if (line.text !== '' && !isOpen) blocks.push([])
    isOpen = line.text !== ''
    if (isOpen) blocks.at(-1)?.push(line)
  }
  return blocks
}

/** Commands of a manual page's sections on commands: tagged paragraphs (`add FILE`, `git-add(1)`) or a list of names. */
export function findManCommands(sections: readonly Section[], lead: readonly string[]): ListedCommand[] {
  const [program = ''] = lead
  return sections.flatMap((section) => {
    if (section.kind === 'commands' || section.kind === 'topics') {
      const tagged = readTagged(section, lead)
      return tagged.length > 0 ? tagged : readBullets(section)
    }
    const calls = section.lines.filter(({ text }) => /\(\d\)/.test(text) && text.startsWith(program))
    return section.kind === 'text' && calls.length > 1 ? readTagged(section, lead) : []
  })
}

interface Tag {
  row: CommandRow
  /** Line of the section at which its text begins. */
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

/** Tags above one text: `[` and the like go on with the tag before them, as does what an open bracket wraps. */
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

/** `git-add(1)` stands for the command `add`, `update (apt(8))` for `update`. */
function plainTag(text: string, [program = '']: readonly string[]): string {
  const plain = text
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

/** Lines of a paragraph as one: words that were broken at a hyphen are whole again, wide gaps of justified text closed. */
export const unwrapped = (lines: readonly string[]): string =>
  lines
    .join('\n')
    .replace(/([a-z]{2})[\u2010\u00ad-]\n(?=[a-z]{2})/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()

/** aws: `o cp`, `• cp`, one name a paragraph. */
function readBullets({ lines }: Section): ListedCommand[] {
  const items = lines
    .filter(({ text }) => text !== '')
    .map(({ text }) => /^(?:[o•·*+-] )?([a-z\d][\w.-]*)$/u.exec(text)?.[1])
  return items.length > 1 && items.every((item) => item !== undefined)
    ? items.flatMap((name) =>
        name === undefined
          ? []
          : [{ words: [name], aliases: [], placeholders: '', summary: '', group: null }],
      )
    : []
}
