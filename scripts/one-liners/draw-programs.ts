import { type ExampleLine, findExamples } from './find-examples.ts'
import { type InstalledProgram, listInstalledPrograms } from './installed-programs.ts'
import { reasonToLeaveOut } from './leave-out.ts'
import { type DocPage, readPackageDocs, readPage } from './package-docs.ts'
import { shuffle } from './shuffle.ts'

export interface SourcedLine extends ExampleLine {
  page: DocPage
}

export interface DrawnProgram extends InstalledProgram {
  /** How many example lines its documentation has, and those that no rule leaves out, in drawn order. */
  examples: number
  lines: SourcedLine[]
  leftOut: Record<string, number>
}

export interface ProgramDraw {
  installed: number
  lookedAt: number
  withoutExamples: number
  /** Programs all of whose examples a rule leaves out, with the reasons. */
  passedOver: DrawnProgram[]
  next(): DrawnProgram | undefined
}

/** Draws programs of /usr/bin by a seed: each with at least one example line that no rule leaves out. */
export function drawPrograms(seed: number, folder: string): ProgramDraw {
  const order = shuffle(listInstalledPrograms(), seed)
  const seen = new Set<string>()
  const draw: ProgramDraw = {
    installed: order.length,
    lookedAt: 0,
    withoutExamples: 0,
    passedOver: [],
    next() {
      for (;;) {
        const program = order[draw.lookedAt]
        if (!program) return undefined
        const drawn = readProgram(program, folder, seen, seed + ++draw.lookedAt)
        if (drawn.lines.length) return drawn
        if (drawn.examples) draw.passedOver.push(drawn)
        else draw.withoutExamples++
      }
    },
  }
  return draw
}

/** Reads the examples of a program; a line that an earlier program has is not counted again. */
function readProgram(
  program: InstalledProgram,
  folder: string,
  seen: Set<string>,
  seed: number,
): DrawnProgram {
  const examples = readPackageDocs(program.package, folder).flatMap((page) => {
    const text = readPage(page, program.name)
    if (!text.includes(program.name)) return []
    return findExamples(text, page.kind, program.name).map((example) => ({ ...example, page }))
  })
  const own = examples.filter(({ line }) => !seen.has(line) && seen.add(line))
  const leftOut: Record<string, number> = {}
  const lines = own.filter(({ line, reading, isComplete }) => {
    const reason = reasonToLeaveOut(line, reading, isComplete)
    if (reason) leftOut[reason] = (leftOut[reason] ?? 0) + 1
    return !reason
  })
  return { ...program, examples: own.length, lines: shuffle(lines, seed), leftOut }
}
