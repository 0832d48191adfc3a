/*
 * Users add text to a generated skill between an opening and a closing line, anywhere below the front matter. Without a
 * closing line, the region extends to the end of the file. Regions are kept when the skill is rendered again.
 */
const openLine = /^<!-- yours -->[^\S\n]*$/
const closeLine = /^<!-- \/yours -->[^\S\n]*$/

/** A region that a user wrote, with its marks. */
export interface OwnRegion {
  lines: string[]
  /** Number of lines of the generated part before it. */
  at: number
}

interface SkillParts {
  /** Lines of the generated part. */
  generated: string[]
  regions: OwnRegion[]
  /** Blank lines of the generated part that may be the user's, because they were next to a region. */
  doubtful: number[]
}

/** Splits a skill's file into the generated part and the user's regions. Linear in the text. */
export function partSkill(text: string): SkillParts {
  const lines = text.replace(/\n$/, '').split('\n')
  const ends = regionEnds(lines)
  const parts: SkillParts = { generated: [], regions: [], doubtful: [] }
  for (let index = 0; index < lines.length; ) {
    const run = readRun(lines, index, ends)
    for (const region of run.regions) parts.regions.push({ lines: region, at: parts.generated.length })
    const isLast = run.end === lines.length
    if (run.regions.length === 0) for (let blank = 0; blank < run.blank; blank++) parts.generated.push('')
    else if (run.blank > 0 && !isLast) {
      // The renderer leaves at most one blank line.
      parts.doubtful.push(parts.generated.length)
      parts.generated.push('')
    }
    index = run.end
    if (index < lines.length) parts.generated.push(lines[index++] ?? '')
  }
  if (parts.regions.length > 0) while (parts.generated.at(-1)?.trim() === '') parts.generated.pop()
  return parts
}

/** Maps the first line of each region to the line after its end. */
function regionEnds(lines: readonly string[]): Map<number, number> {
  const ends = new Map<number, number>()
  let open: number | undefined
  for (let index = bodyBegin(lines); index < lines.length; index++) {
    const line = lines[index] ?? ''
    if (open === undefined) {
      if (openLine.test(line)) open = index
    } else if (closeLine.test(line)) {
      ends.set(open, index + 1)
      open = undefined
    }
  }
  if (open !== undefined) ends.set(open, lines.length)
  return ends
}

/** Front matter is data, so marks have no effect in it. */
export function bodyBegin(lines: readonly string[]): number {
  return lines[0] === '---' ? lines.indexOf('---', 1) + 1 : 0
}

/** Reads regions and blank lines up to the next generated line. */
function readRun(
  lines: readonly string[],
  begin: number,
  ends: ReadonlyMap<number, number>,
): { regions: string[][]; blank: number; end: number } {
  const regions: string[][] = []
  let blank = 0
  let index = begin
  while (index < lines.length) {
    const end = ends.get(index)
    if (end !== undefined) {
      regions.push(lines.slice(index, end))
      index = end
    } else if (lines[index]?.trim() === '') {
      blank++
      index++
    } else break
  }
  return { regions, blank, end: index }
}

/** Returns the generated part of a skill's file, which its digest covers. */
export const generatedPart = (text: string): string => partText(text, partSkill(text))

const partText = (text: string, { generated, regions }: SkillParts, without: ReadonlySet<number> = none) =>
  regions.length === 0 ? text : `${generated.filter((_, index) => !without.has(index)).join('\n')}\n`

const none: ReadonlySet<number> = new Set()

/** Above this number of places, blank lines are taken literally. */
const mostDoubts = 6

/**
 * Whether `isKnown` accepts a file's generated part. Blank lines around a region are tried both ways: between items of
 * a list there was none, between paragraphs there was one.
 */
export function hasGenerated(text: string, isKnown: (generated: string) => boolean): boolean {
  const parts = partSkill(text)
  const doubts = parts.doubtful.slice(0, mostDoubts)
  for (let choice = 0; choice < 2 ** doubts.length; choice++) {
    const without = new Set(doubts.filter((_, bit) => choice & (1 << bit)))
    if (isKnown(partText(text, parts, without))) return true
  }
  return false
}

export const hasOwnWords = (text: string): boolean => partSkill(text).regions.length > 0

/** Whether a region extends to the end of the file. */
export const isTail = ({ lines }: OwnRegion): boolean => !closeLine.test(lines.at(-1) ?? '')

/** Escapes marks in a generated text, because it contains third-party text. */
export const withoutMarks = (text: string): string =>
  text.replace(/^<!-- (\/?)yours -->/gm, '&lt;!-- $1yours --&gt;')
