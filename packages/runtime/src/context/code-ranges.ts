import { createFenceReader, isBlank } from './fences.ts'

/** Ordered ranges of a text as flat pairs of start and end; the end is exclusive. */
export type FlatRanges = readonly number[]

/**
 * Returns where a Markdown text contains code: fenced blocks (an unclosed one extends to the end) and inline code
 * within a paragraph. Linear time on any text.
 */
export function codeRanges(text: string): FlatRanges {
  if (!text.includes('`') && !text.includes('~~~')) return []
  const ranges: number[] = []
  const paragraph = createInlineReader(text, ranges)
  const fences = createFenceReader(text)
  let open: { start: number; mark: number } | undefined
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start)
    const end = newline === -1 ? text.length : newline
    if (open !== undefined) {
      if (fences.closes(start, end, open.mark)) {
        ranges.push(open.start, end)
        open = undefined
        paragraph.skipTo(end)
      }
    } else {
      const mark = fences.opens(start, end)
      if (mark !== 0 || isBlank(text, start, end)) paragraph.readTo(start)
      if (mark !== 0) open = { start, mark }
    }
    start = end + 1
  }
  if (open === undefined) paragraph.readTo(text.length)
  else ranges.push(open.start, text.length)
  return ranges
}

/** A paragraph with more backtick runs is not Markdown; further runs count as text. */
const mostRuns = 100_000

/** Reads the inline code of paragraph after paragraph, up to each given end. */
function createInlineReader(text: string, ranges: number[]) {
  let next = 0
  let runs = new Int32Array(256)
  return {
    skipTo(to: number): void {
      next = to
    },
    readTo(to: number): void {
      let count = 0
      for (; next < to && count < mostRuns * 2; next++) {
        if (text.charCodeAt(next) !== 96) continue
        if (count === runs.length) runs = grown(runs)
        runs[count++] = next
        while (next + 1 < to && text.charCodeAt(next + 1) === 96) next++
        runs[count++] = next + 1
      }
      next = to
      if (count > 2) pairRuns(runs, count, ranges)
    },
  }
}

function grown(runs: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const more = new Int32Array(runs.length * 4)
  more.set(runs)
  return more
}

/** A run of backticks opens code if a later run of the paragraph has the same length; otherwise it is text. */
function pairRuns(runs: Int32Array, count: number, ranges: number[]): void {
  // Backwards, so that the next run of each length is already known.
  const latest = new Map<number, number>()
  const partners = new Int32Array(count)
  let latestSingle = -1
  for (let at = count - 2; at >= 0; at -= 2) {
    const length = (runs[at + 1] ?? 0) - (runs[at] ?? 0)
    // Most runs have length one; avoid the map for them.
    partners[at] = length === 1 ? latestSingle : (latest.get(length) ?? -1)
    if (length === 1) latestSingle = at
    else latest.set(length, at)
  }
  for (let at = 0; at < count; at += 2) {
    const partner = partners[at] ?? -1
    if (partner === -1) continue
    ranges.push(runs[at] ?? 0, runs[partner + 1] ?? 0)
    at = partner
  }
}
