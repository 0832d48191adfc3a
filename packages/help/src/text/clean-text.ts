import type { HelpLine } from './help-line.ts'
import { withoutLeaderDots } from './leader-dots.ts'
import { withSpelledAbbreviations } from './spelled-abbreviations.ts'
import { unbox } from './unbox.ts'

interface CleanText {
  lines: HelpLine[]
  warnings: string[]
}

const maxCharacters = 1_200_000
const maxLines = 20_000
const maxLineLength = 6_000

/** Terminal control sequences: CSI (colors, cursor), OSC (links, titles), and the two-character escapes. */
const escapes =
  /\x1b\[[0-9;:?<=>]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?|\x1b[()][A-Z0-9]|\x1b[=>78cM]/g

const unseen = /\p{Cf}|\u115f|\u1160|\u3164|\uffa0|\ufe0f/gu
/** An arrow from a name to its description on the next line, as neonctl draws it. */
const arrow = /^ *[└╰┗╚↳][─━═]*[>▶►→]?(?= )/u
/** A logo drawn of blocks, alone or to the right of the text, as mise does. */
const picture = /(?:^| {2}) *[\u2580-\u259f][\u2580-\u259f ]*$/u
const controls = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g

/**
 * Returns what a person would see of a program's output: without escapes, overstrikes, overwritten lines and invisible
 * characters, limited in size.
 */
export function cleanText(raw: string): CleanText {
  const warnings: string[] = []
  let text = raw
  if (text.length > maxCharacters) {
    text = text.slice(0, maxCharacters)
    warnings.push(`The help text was cut after ${maxCharacters} characters.`)
  }
  text = text.replace(/\r\n/g, '\n').replace(escapes, '')
  if (text.includes('\b')) text = withoutOverstrike(text)
  let rows = text.split('\n')
  if (rows.length > maxLines) {
    rows = rows.slice(0, maxLines)
    warnings.push(`The help text was cut after ${maxLines} lines.`)
  }
  const tooLong = rows.filter((row) => row.length > maxLineLength).length
  if (tooLong > 0) warnings.push(`${tooLong} lines were cut after ${maxLineLength} characters.`)
  const lines = rows.map((row) => toLine(row.slice(0, maxLineLength)))
  return { lines: unbox(withSpelledAbbreviations(withoutLeaderDots(lines))), warnings }
}

function toLine(row: string): HelpLine {
  const shown = row.includes('\r') ? lastPrinted(row) : row
  const plain = (shown.includes('\t') ? withoutTabs(shown) : shown)
    .replace(controls, '')
    .replace(unseen, '')
    .replace(/[\u00a0\u2002-\u200a\u202f]/g, ' ')
    .replace(picture, '')
    .replace(arrow, (drawn) => ' '.repeat(drawn.length))
    .trimEnd()
  const text = plain.trimStart()
  return { indent: plain.length - text.length, text }
}

/** A carriage return moves the cursor back, so only the last print is visible. */
const lastPrinted = (row: string): string => row.split('\r').findLast((part) => part.trim() !== '') ?? ''

function withoutTabs(row: string): string {
  let wide = ''
  for (const part of row.split('\t')) {
    wide += part
    wide += ' '.repeat(8 - (wide.length % 8))
  }
  return wide
}

/** Bold and underlined text for old pagers: a character, a backspace, and the character again. */
function withoutOverstrike(text: string): string {
  const kept: string[] = []
  for (const character of text) {
    if (character === '\b') {
      if (kept.at(-1) !== '\n') kept.pop()
    } else kept.push(character)
  }
  return kept.join('')
}
