import { bodyBegin, hasGenerated, isTail, type OwnRegion, partSkill } from './skill-regions.ts'

interface KeptWords {
  text: string
  /** Headings that no longer exist, whose regions were moved to the end of the file. */
  moved: string[]
}

/**
 * Inserts a user's regions from the previous file into a generated one: after the line that preceded each region, else
 * at the end of its section, else at the end of the file with a note. No user text is lost.
 */
export function keepOwnWords(generated: string, before: string | undefined): KeptWords {
  if (before === undefined) return { text: generated, moved: [] }
  const { regions, generated: old } = partSkill(before)
  if (regions.length === 0) return { text: generated, moved: [] }
  if (hasGenerated(before, (text) => text === generated)) return { text: before, moved: [] }
  const from = outlineOf(old)
  const to = outlineOf(generated.replace(/\n$/, '').split('\n'))
  const moved: string[] = []
  const placed = regions.map((region) => {
    const place = isTail(region) ? undefined : placeOf(anchorOf(region, from), to)
    if (place !== undefined || isTail(region)) return { lines: region.lines, at: place ?? to.lines.length }
    const { heading = '' } = anchorOf(region, from)
    moved.push(heading)
    return { lines: withNote(region.lines, heading), at: to.lines.length }
  })
  return { text: insert(to.lines, placed), moved }
}

interface Outline {
  lines: readonly string[]
  /** The heading above each line, or the line itself if it is one; `undefined` above the first. */
  headings: (string | undefined)[]
  /** Whether a region may follow each line: not within front matter and code. */
  isOpen: boolean[]
}

function outlineOf(lines: readonly string[]): Outline {
  const headings: Outline['headings'] = []
  const isOpen: boolean[] = []
  const begin = bodyBegin(lines)
  let heading: string | undefined
  let fence = ''
  for (const [index, line] of lines.entries()) {
    const [, sign = ''] = /^\s*(`{3,}|~{3,})/.exec(line) ?? []
    if (fence === '') {
      fence = sign
      if (index >= begin && sign === '' && /^#{1,6} /.test(line)) heading = line.trim()
    } else if (sign.startsWith(fence) && line.trim() === sign) fence = ''
    headings.push(heading)
    isOpen.push(fence === '' && index >= begin - 1)
  }
  return { lines, headings, isOpen }
}

interface Anchor {
  heading: string | undefined
  /** The last non-blank line before it. */
  line: string | undefined
}

function anchorOf({ at }: OwnRegion, { lines, headings }: Outline): Anchor {
  let index = at - 1
  while (index >= 0 && lines[index]?.trim() === '') index--
  return { heading: headings[index], line: lines[index] }
}

/** Returns the number of lines of the new text before the region; `undefined` if its heading no longer exists. */
function placeOf({ heading, line }: Anchor, { lines, headings, isOpen }: Outline): number | undefined {
  const open = [...lines.keys()].filter((index) => isOpen[index])
  const section = open.filter((index) => headings[index] === heading)
  // If the heading was renamed, the preceding line alone identifies the place.
  const same = (section.length > 0 ? section : open).filter((index) => lines[index] === line)
  const [only] = same
  if (only !== undefined && same.length === 1) return only + 1
  if (section.length === 0) return heading === undefined ? bodyBegin(lines) : undefined
  return (section.filter((index) => lines[index]?.trim() !== '').at(-1) ?? -1) + 1
}

const noteBegin = '<!-- It stood below "'

/** A region that was moved before already names its original heading. */
function withNote(lines: readonly string[], heading: string): string[] {
  const [open = '', ...rest] = lines
  if (rest[0]?.startsWith(noteBegin)) return [...lines]
  return [open, `<!-- It stood below "${heading.replaceAll('--', '- -')}", which is gone. -->`, ...rest]
}

function insert(
  lines: readonly string[],
  placed: readonly { lines: readonly string[]; at: number }[],
): string {
  const result: string[] = []
  for (let index = 0; index <= lines.length; index++) {
    for (const region of placed.filter(({ at }) => at === index)) {
      if (result.length > 0 && result.at(-1)?.trim() !== '') result.push('')
      result.push(...region.lines)
    }
    const [line] = lines.slice(index, index + 1)
    const isBehindRegion = placed.some(({ at }) => at === index)
    if (line === undefined) continue
    if (isBehindRegion && line.trim() !== '') result.push('')
    result.push(line)
  }
  return `${result.join('\n')}\n`
}
