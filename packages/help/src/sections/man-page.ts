import type { HelpLine } from '../text/help-line.ts'
import { kindOfTitle, type Section } from './section.ts'

const running = /^(\S{1,80})\(\d?\w{0,8}\)(\s.{0,3000}\s\1\(\d?\w{0,8}\))?$/u
const maxHeadingIndent = 4

/**
 * Whether a text is a manual page as `man` prints it: a page header `NAME(1)`, or NAME and text indented by 5 columns
 * or more.
 */
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
 * Splits a manual page: sections begin in column 0, subsections within the first 4 columns, and nothing else is a
 * heading. A synopsis keeps only the calls of the program.
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

/** The last line has source and date in column 0. */
const isFooter = (lines: readonly HelpLine[], at: number): boolean =>
  lines[at]?.indent === 0 && at > lines.length - 6 && / {3,}/.test(lines[at]?.text ?? '')

/** The blocks of a synopsis that begin with the program, without the prose below them. */
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
