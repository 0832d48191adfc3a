import type { FileHandle } from 'node:fs/promises'
import { stripTerminalCodes } from '../invoke/strip-terminal-codes.ts'

interface LineRequest {
  /** Number of the first line to read, from 1. */
  from: number
  /** Number of the last line. */
  to: number
  /** Only lines that hold this text. */
  match: string | undefined
  /** Characters that the lines may take. */
  budget: number
}

export interface ReadLines {
  text: string
  /** Numbers of the first and last line of the text, and lines of the whole; `from` and `to` are 0 for an empty text. */
  lines: { from: number; to: number; total: number }
  /** Lines of the whole range that hold the text. */
  matches?: number
  /** Characters of the requested lines that did not fit. */
  omitted: number
  /** Where to continue, when something did not fit. */
  next?: number
}

/**
 * Reads some lines of a file, as many as fit. A matching line is preceded by its number. The first line is cut where it alone does
 * not fit, so that every call gives something.
 */
export async function readLines(file: FileHandle, request: LineRequest): Promise<ReadLines> {
  const { from, to, match, budget } = request
  const taken: string[] = []
  let [number, remaining, omitted, matches] = [0, budget, 0, 0]
  let [first, last] = [0, 0]
  let next: number | undefined
  for await (const raw of file.readLines({ encoding: 'utf8', autoClose: false, start: 0 })) {
    number++
    if (number < from || number > to) continue
    const line = stripTerminalCodes(raw)
    if (match !== undefined && !line.includes(match)) continue
    matches++
    const shown = match === undefined ? line : `${number}: ${line}`
    const kept =
      next !== undefined ? '' : shown.length < remaining ? shown : cutIfFirst(shown, taken, remaining)
    omitted += shown.length - kept.length
    if (kept !== shown) next ??= kept === '' ? number : number + 1
    if (kept === '' && shown !== '') continue
    taken.push(kept)
    remaining -= kept.length + 1
    first ||= number
    last = number
  }
  return {
    text: taken.map((line) => `${line}\n`).join(''),
    lines: { from: first, to: last, total: number },
    ...(match !== undefined && { matches }),
    omitted,
    ...(next !== undefined && { next }),
  }
}

const cutIfFirst = (line: string, taken: readonly string[], remaining: number): string =>
  taken.length === 0 ? line.slice(0, remaining - 1).replace(/[\ud800-\udbff]$/, '') : ''
