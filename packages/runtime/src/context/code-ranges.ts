/** A part of a text, `end` not included. */
export interface Range {
  start: number
  end: number
}

/** Opening line of a fence, also in a quotation or list item. */
const fenceLine = /^(?:[ \t>]|[-*+] |\d{1,9}[.)] )*(`{3,}(?=[^`]*$)|~{3,})/
const closingLine = /^[ \t>]*(`{3,}|~{3,})[ \t]*$/

/**
 * Where a Markdown text holds code: fenced blocks (an open one goes on to the end) and inline code within a paragraph, in
 * order. Takes linear time on any text.
 */
export function codeRanges(text: string): Range[] {
  if (!text.includes('`') && !text.includes('~~~')) return []
  const ranges: Range[] = []
  const paragraph = createInlineReader(text, ranges)
  let fence: { mark: string; start: number } | undefined
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start)
    const end = newline === -1 ? text.length : newline
    const line = text.slice(start, Math.min(end, start + 1000))
    const mayFence = line.includes('```') || line.includes('~~~')
    if (fence !== undefined) {
      if (mayFence && closingLine.exec(line)?.[1]?.startsWith(fence.mark)) {
        ranges.push({ start: fence.start, end })
        fence = undefined
        paragraph.skipTo(end)
      }
    } else {
      const mark = mayFence ? fenceLine.exec(line)?.[1] : undefined
      if (mark !== undefined || line.trim() === '') paragraph.readTo(start)
      if (mark !== undefined) fence = { mark, start }
    }
    start = end + 1
  }
  if (fence === undefined) paragraph.readTo(text.length)
  else ranges.push({ start: fence.start, end: text.length })
  return ranges
}

/** Reads the inline code of one paragraph after the other; each ends where it is told. */
function createInlineReader(text: string, ranges: Range[]) {
  let next = text.indexOf('`')
  const skipTo = (to: number): void => {
    if (next !== -1 && next < to) next = text.indexOf('`', to)
  }
  return {
    skipTo,
    readTo(to: number): void {
      if (next === -1 || next >= to) return
      const starts: number[] = []
      const ends: number[] = []
      while (next !== -1 && next < to) {
        let end = next
        while (end < to && text.charCodeAt(end) === 96) end++
        starts.push(next)
        ends.push(end)
        next = text.indexOf('`', end)
      }
      pairRuns(starts, ends, ranges)
    },
  }
}

/** A run of backticks begins code when a later run of the paragraph is as long; otherwise it is text. */
function pairRuns(starts: readonly number[], ends: readonly number[], ranges: Range[]): void {
  // From the end on, so that the next run of each length is known without looking for it.
  const latest = new Map<number, number>()
  const partners = new Int32Array(starts.length)
  for (let at = starts.length - 1; at >= 0; at--) {
    const length = (ends[at] ?? 0) - (starts[at] ?? 0)
    partners[at] = latest.get(length) ?? -1
    latest.set(length, at)
  }
  for (let at = 0; at < starts.length; at++) {
    const partner = partners[at] ?? -1
    if (partner === -1) continue
    ranges.push({ start: starts[at] ?? 0, end: ends[partner] ?? 0 })
    at = partner
  }
}
