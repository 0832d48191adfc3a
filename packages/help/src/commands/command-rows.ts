import type { HelpLine } from '../text/help-line.ts'
import { type CommandRow, readCommandRow } from './command-row.ts'

/** A command that a screen lists: its words below the screen's own command, and its summary. */
export interface ListedCommand {
  words: string[]
  aliases: string[]
  /** Text between its names and the summary, such as `<file> [options]`. */
  placeholders: string
  summary: string
  group: string | null
}

interface CommandRowsOptions {
  /** Words that lead to this screen: the program's name and the commands below it. */
  lead: readonly string[]
  group: string | null
  /** The heading announces commands; without it, only rows of an unmistakable shape count. */
  isCommands: boolean
}

const cell = /^[a-z0-9@][\w.:+@-]*\*?$/

/** Reads the commands of one section: rows, a grid of names, or a comma-separated list. */
export function readCommandRows(lines: readonly HelpLine[], options: CommandRowsOptions): ListedCommand[] {
  const filled = lines.filter(({ text }) => text !== '')
  if (filled.length === 0) return []
  if (options.isCommands) {
    const grid = readGrid(filled) ?? readCommaList(filled)
    if (grid !== undefined)
      return grid.map((word) => ({
        words: [word],
        aliases: [],
        placeholders: '',
        summary: '',
        group: options.group,
      }))
  }
  return readRows(lines, options)
}

/** openssl: names in columns without summaries; text below them is not part of the grid. */
function readGrid(lines: readonly HelpLine[]): string[] | undefined {
  const rows = lines.map(({ text }) => text.split(/ {2,}|, /))
  const end = rows.findIndex((cells) => !cells.every((word) => cell.test(word)))
  const grid = rows.slice(0, end < 0 ? undefined : end)
  const after = rows.length - grid.length
  const isGrid = grid.some((cells) => cells.length > 2) && after <= grid.length / 2
  return isGrid && (after === 0 || grid.every((cells) => cells.length > 1)) ? grid.flat() : undefined
}

/** npm: `access, adduser, audit,` over several lines; unreadable names such as `[` are skipped. */
function readCommaList(lines: readonly HelpLine[]): string[] | undefined {
  const paragraph: string[] = []
  for (const { text } of lines) {
    const words = text.replace(/,$/, '').split(/, */)
    const readable = words.filter((word) => cell.test(word))
    if (words.length - readable.length > readable.length / 20) break
    paragraph.push(...readable)
  }
  const [first] = lines
  return paragraph.length > 2 && first?.text.includes(',') ? paragraph : undefined
}

function readRows(lines: readonly HelpLine[], options: CommandRowsOptions): ListedCommand[] {
  const rowIndent = indentOfRows(lines, options)
  if (rowIndent === undefined) return []
  const summaryColumn = commonSummaryColumn(lines, rowIndent, options)
  const found: ListedCommand[] = []
  let current: { command: ListedCommand; isOpen: boolean } | undefined
  const flush = flushColumn(lines, options)
  const behindExamples = columnBehindExamples(lines, rowIndent, options)
  lines.forEach((line, at) => {
    if (line.text === '') {
      if (current !== undefined && current.command.summary !== '') current.isOpen = false
      return
    }
    if (line.indent > rowIndent && flush === undefined) {
      if (current?.isOpen && !line.text.startsWith('-'))
        current.command.summary = join(current.command.summary, line.text)
      return
    }
    current = undefined
    if (line.indent < rowIndent && flush === undefined) return
    const row = readCommandRow(line.text, { lead: options.lead, summaryColumn })
    if (row === undefined || !isCommand(row, { line, options, lines, at })) return
    if (flush !== undefined && row.summaryAt !== flush - line.indent) return
    const { words, aliases, placeholders } = row
    const summary = behindExamples === undefined ? row.summary : line.text.slice(behindExamples - line.indent)
    const command = { words, aliases, placeholders, summary, group: options.group }
    found.push(command)
    current = { command, isOpen: true }
  })
  return found
}

/** A word or two, a gap, and a text. */
const exampleAndText = /^\S+(?: \S+)? {2,}(?=\S)/
const leastExamples = 3

/** bun has a column of examples between names and summaries: `add   elysia   Add a dependency`. */
function columnBehindExamples(
  lines: readonly HelpLine[],
  rowIndent: number,
  options: CommandRowsOptions,
): number | undefined {
  const rows = lines.flatMap(({ indent, text }) => {
    const row = indent === rowIndent && text !== '' ? readCommandRow(text, { lead: options.lead }) : undefined
    if (row?.shape !== 'gap' || row.summaryAt === undefined) return []
    const start = indent + row.summaryAt
    const example = exampleAndText.exec(row.summary)?.[0].length
    return [{ hasExample: example !== undefined, column: start + (example ?? 0) }]
  })
  const column = rows.find(({ hasExample }) => hasExample)?.column
  const isColumn = rows.every((row) => row.column === column)
  return isColumn && rows.filter(({ hasExample }) => hasExample).length >= leastExamples ? column : undefined
}

/** citty right-aligns names: rows begin in any column, and all summaries in the same one. */
function flushColumn(lines: readonly HelpLine[], options: CommandRowsOptions): number | undefined {
  const isUneven = (at: readonly { indent: number }[]): boolean =>
    new Set(at.map(({ indent }) => indent)).size > 2
  // Most lists are even, and reading rows costs more than comparing their indentation.
  if (!isUneven(lines)) return undefined
  const rows = lines.flatMap((line) => {
    const row = line.text === '' ? undefined : readCommandRow(line.text, { lead: options.lead })
    return row?.shape === 'gap' && row.summaryAt !== undefined
      ? [{ indent: line.indent, column: line.indent + row.summaryAt }]
      : []
  })
  const [first] = rows
  if (first === undefined || rows.length < 3 || rows.some(({ column }) => column !== first.column))
    return undefined
  return isUneven(rows) ? first.column : undefined
}

const join = (left: string, right: string): string =>
  left === '' ? right : left.length > 400 ? left : `${left} ${right}`

/** The leftmost indentation of an unambiguous row; symfony has a few bare headings to the left of the rows. */
function indentOfRows(lines: readonly HelpLine[], options: CommandRowsOptions): number | undefined {
  const found = {
    gap: { least: Number.POSITIVE_INFINITY, count: 0 },
    bare: { least: Number.POSITIVE_INFINITY, count: 0 },
  }
  lines.forEach((line, at) => {
    const known = Math.min(found.gap.least, found.bare.least)
    if (line.text === '' || line.indent > known + 40 || (at > 400 && line.indent >= known)) return
    const row = readCommandRow(line.text, { lead: options.lead })
    if (row === undefined || row.shape === 'prose' || !isCommand(row, { line, options, lines, at })) return
    const seen = found[row.shape]
    seen.count = line.indent < seen.least ? 1 : seen.count + 1
    seen.least = Math.min(seen.least, line.indent)
  })
  const { gap, bare } = found
  const least = bare.count > 0 && bare.count < gap.count ? gap.least : Math.min(gap.least, bare.least)
  return Number.isFinite(least) ? least : undefined
}

/** The column where most summaries begin. A name that fills its column leaves only one space. */
function commonSummaryColumn(
  lines: readonly HelpLine[],
  rowIndent: number,
  options: CommandRowsOptions,
): number | undefined {
  const counts = new Map<number, number>()
  lines.forEach((line, at) => {
    if (line.indent !== rowIndent || line.text === '') return
    const row = readCommandRow(line.text, { lead: options.lead })
    // Notes between the rows, such as `V2:   the new one`, have their own columns.
    if (row?.shape === 'gap' && row.summaryAt !== undefined && isCommand(row, { line, options, lines, at }))
      counts.set(row.summaryAt, (counts.get(row.summaryAt) ?? 0) + 1)
  })
  const [best] = [...counts].sort((a, b) => b[1] - a[1])
  return best !== undefined && best[1] > 1 ? best[0] : undefined
}

interface RowPlace {
  line: HelpLine
  options: CommandRowsOptions
  lines: readonly HelpLine[]
  at: number
}

const stopWords =
  /^(use|run|see|for|type|the|a|an|to|and|or|note|all|try|if|you|this|these|more|get|by|with|more|eg|e\.g|run)$/i

function isCommand(row: CommandRow, { line, options, lines, at }: RowPlace): boolean {
  const [first = ''] = row.words
  if (
    /^[A-Z]/.test(first) &&
    (!options.isCommands || line.text.startsWith(`${first}:`) || row.words.length > 1)
  )
    return false
  if (row.words.some((word) => /[./:]$/.test(word)) || row.words.length > 4) return false
  // `help topics` is a way to ask for help, not a separate command.
  if (first === 'help' && row.words.length > 1) return false
  if (row.shape === 'gap') {
    // `system-wide init files: /etc/gdb/gdbinit`
    if (/^~?\/\S+$/.test(row.summary)) return false
    if (row.words.length > 1 && row.words.some((word) => stopWords.test(word) && word !== row.words[1]))
      return false
    return row.summary !== '' && (row.words.length <= 3 || options.isCommands)
  }
  if (!options.isCommands || row.shape === 'prose') return false
  // Not the end of a sentence: `<file>?` is optional, `<file>...` repeatable.
  if (/[.!]$|(?<![\]>}])\?$/.test(line.text) && !line.text.endsWith('...')) return false
  const below = lines[at + 1]
  if (row.words.length === 1) return true
  return below !== undefined && below.indent > line.indent && !stopWords.test(row.words[0] ?? '')
}
