import { bodyBegin, hasGenerated, isTail, type OwnRegion, partSkill } from './skill-regions.ts'

interface KeptWords {
  text: string
  /** Headings that are gone, of whose words the file's end took care. */
  moved: string[]
}

/**
 * A generated file with what a person had written into the one before: after the line after which it stood, else at the
 * end of the section, else at the end of the file with a note. Nothing that a person wrote is lost.
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
  /** The heading below which each line stands, itself included; absent above the first. */
  headings: (string | undefined)[]
  /** Lines after which something may stand: none within front matter and code. */
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
  /** The last line with words before it. */
  line: string | undefined
}

function anchorOf({ at }: OwnRegion, { lines, headings }: Outline): Anchor {
  let index = at - 1
  while (index >= 0 && lines[index]?.trim() === '') index--
  return { heading: headings[index], line: lines[index] }
}

/** How many lines of the new text stand before the words; `undefined` when their heading is gone. */
function placeOf({ heading, line }: Anchor, { lines, headings, isOpen }: Outline): number | undefined {
  const open = [...lines.keys()].filter((index) => isOpen[index])
  const section = open.filter((index) => headings[index] === heading)
  // Below a heading that has other words now, the line itself tells the place.
  const same = (section.length > 0 ? section : open).filter((index) => lines[index] === line)
  const [only] = same
  if (only !== undefined && same.length === 1) return only + 1
  if (section.length === 0) return heading === undefined ? bodyBegin(lines) : undefined
  return (section.filter((index) => lines[index]?.trim() !== '').at(-1) ?? -1) + 1
}

const noteBegin = '<!-- It stood below "'

/** A region that was moved before says already where it was first. */
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
