const tick = 96
const tilde = 126

/** A fence begins within this many characters of its line. */
const readLength = 1000

interface FenceReader {
  /** The fence that this line opens, or 0: its length, negative for tildes. */
  opens(start: number, end: number): number
  /** Whether this line closes a fence that `mark` opened. */
  closes(start: number, end: number, mark: number): boolean
}

/** Reads the fences of code blocks, also in quotations and list items. Must be called with lines in order. */
export function createFenceReader(text: string): FenceReader {
  const hasTicks = createFinder(text, '```')
  const hasTildes = createFinder(text, '~~~')
  const markAt = (at: number, end: number): number => {
    const code = text.charCodeAt(at)
    if (code !== tick && code !== tilde) return 0
    let length = 1
    while (at + length < end && text.charCodeAt(at + length) === code) length++
    return length < 3 ? 0 : code === tick ? length : -length
  }
  return {
    opens(start, end) {
      if (!hasTicks(start, end) && !hasTildes(start, end)) return 0
      const limit = Math.min(end, start + readLength)
      const at = afterMarkers(text, start, limit)
      const mark = markAt(at, limit)
      if (mark <= 0) return mark
      // Further backticks on the line make it inline code.
      for (let more = at + mark; more < limit; more++) if (text.charCodeAt(more) === tick) return 0
      return mark
    },
    closes(start, end, opened) {
      if (opened > 0 ? !hasTicks(start, end) : !hasTildes(start, end)) return false
      const limit = Math.min(end, start + readLength)
      let at = start
      while (at < limit && isQuoted(text.charCodeAt(at))) at++
      const mark = markAt(at, limit)
      const isLong = opened > 0 ? mark >= opened : mark <= opened
      return isLong && isBlank(text, at + Math.abs(mark), limit)
    },
  }
}

/** Whether a range of the text is empty or white space. */
export function isBlank(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code > 32 && (code < 128 || !/\s/.test(text.charAt(at)))) return false
  }
  return true
}

/** Returns a function that tells whether a range of the text contains a mark. */
function createFinder(text: string, mark: string): (start: number, end: number) => boolean {
  let next = text.indexOf(mark)
  return (start, end) => {
    if (next !== -1 && next < start) next = text.indexOf(mark, start)
    return next !== -1 && next < end
  }
}

/** Blanks and quotation markers. */
const isQuoted = (code: number): boolean => code === 32 || code === 9 || code === 62
const isDigit = (code: number): boolean => code >= 48 && code <= 57

/** Position after blanks, quotation markers, and list bullets or numbers. */
function afterMarkers(text: string, start: number, end: number): number {
  let at = start
  while (at < end) {
    if (isQuoted(text.charCodeAt(at))) at++
    else {
      const after = afterItem(text, at)
      if (after === at) break
      at = after
    }
  }
  return at
}

function afterItem(text: string, at: number): number {
  if ('-*+'.includes(text.charAt(at))) return text[at + 1] === ' ' ? at + 2 : at
  let digits = at
  while (digits - at < 9 && isDigit(text.charCodeAt(digits))) digits++
  const isNumber = digits > at && (text[digits] === '.' || text[digits] === ')') && text[digits + 1] === ' '
  return isNumber ? digits + 2 : at
}
