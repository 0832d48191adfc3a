// Draws a sample of shell one-liners from the manual pages and other documentation of installed programs, runs each
// twice with bash and stores those with the same output (root, Debian; each line runs as nobody, without network):
//   node --conditions=@cli-apps/source --import tsx scripts/one-liners/draw.ts [--seed N] [--list] [--docs DIR] [--out FILE]
// --list prints the programs and lines that would be run, and runs none.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type DrawnProgram, drawPrograms, type ProgramDraw } from './draw-programs.ts'
import { type SampleLine, tryLine } from './try-line.ts'

const wantedPrograms = 40
const wantedLines = 200

const { values } = parseArgs({
  options: {
    // The time at which the sample was first drawn, in seconds.
    seed: { type: 'string', default: '1795443993' },
    list: { type: 'boolean', default: false },
    docs: { type: 'string' },
    out: { type: 'string', default: 'test/fixtures/one-liners.json' },
  },
})
const draw = drawPrograms(Number(values.seed), values.docs ?? mkdtempSync(path.join(tmpdir(), 'docs-')))
const programs: DrawnProgram[] = []
for (
  let program = draw.next();
  program;
  program = programs.length < wantedPrograms ? draw.next() : undefined
) {
  programs.push(program)
  if (values.list) printLines(program)
}
if (!values.list) await drawLines()

function printLines({ name, lines, leftOut }: DrawnProgram): void {
  console.log(`\n${name}: ${lines.length} lines; ${JSON.stringify(leftOut)}`)
  for (const { line, page } of lines) console.log(`  [${page.source}] ${line}`)
}

/** Takes one line of each program in turn until there are enough; draws more programs when all lines are used. */
async function drawLines(): Promise<void> {
  const kept = new Map<string, SampleLine[]>(programs.map(({ name }) => [name, []]))
  const queues = programs.map((program) => ({ program, left: [...program.lines] }))
  const byRun: Record<string, number> = {}
  const count = (): number => [...kept.values()].reduce((sum, lines) => sum + lines.length, 0)
  // A program none of whose lines could be kept does not count.
  const isInSample = ({ program, left }: (typeof queues)[number]): boolean =>
    left.length > 0 || (kept.get(program.name)?.length ?? 0) > 0
  while (count() < wantedLines) {
    const open = queues.filter(({ left }) => left.length)
    if (!open.length || queues.filter(isInSample).length < wantedPrograms) {
      const program = draw.next()
      if (!program) break
      programs.push(program)
      kept.set(program.name, [])
      queues.push({ program, left: [...program.lines] })
      continue
    }
    // The program with the fewest kept lines is next, so that a line that is left out is replaced by its own program.
    open.sort((a, b) => (kept.get(a.program.name)?.length ?? 0) - (kept.get(b.program.name)?.length ?? 0))
    const turn = open.slice(0, Math.min(availableParallelism() * 2, wantedLines - count()))
    const attempts = await Promise.all(
      turn.map(({ program, left }) => {
        const example = left.shift()
        return example ? tryLine(program.name, example) : { reason: 'missing' }
      }),
    )
    for (const [at, attempt] of attempts.entries())
      if ('line' in attempt) kept.get(attempt.line.program)?.push(attempt.line)
      else {
        byRun[attempt.reason] = (byRun[attempt.reason] ?? 0) + 1
        console.error(`${attempt.reason}: ${turn[at]?.program.name}`)
      }
    console.error(`${count()} lines`)
  }
  writeSample(kept, byRun, draw)
}

function writeSample(
  kept: ReadonlyMap<string, SampleLine[]>,
  byRun: Record<string, number>,
  { installed, lookedAt, withoutExamples, passedOver }: ProgramDraw,
): void {
  const lines = programs.flatMap(({ name }) => kept.get(name) ?? [])
  const sample = {
    about:
      'Shell one-liners drawn by seed from the documentation of installed programs, with the output of bash. Measure with it; do not tune to it.',
    seed: Number(values.seed),
    drawn_on: new Date().toISOString().slice(0, 10),
    ran_with: {
      shell: execFileSync('bash', ['--version'], { encoding: 'utf8' }).split('\n')[0],
      environment: { LC_ALL: 'C.UTF-8', TZ: 'UTC', PATH: '/usr/bin:/bin', HOME: '{folder}' },
      notes:
        'As nobody (65534), without network, standard input empty, fixtures dated 2024-01-02. {folder} stands for the folder of the line.',
    },
    drawn: {
      programs_installed: installed,
      programs_looked_at: lookedAt,
      without_examples: withoutExamples,
      all_examples_left_out: passedOver.map(({ name, leftOut }) => ({ name, left_out: leftOut })),
      programs_in_sample: programs.filter(({ name }) => kept.get(name)?.length).length,
      programs_without_a_kept_line: programs.filter(({ name }) => !kept.get(name)?.length).length,
    },
    left_out: {
      by_text: sum([...programs, ...passedOver].map(({ leftOut }) => leftOut)),
      by_run: byRun,
    },
    programs: programs.map(({ name, package: owner, examples, lines: usable }) => ({
      name,
      package: owner,
      example_lines: examples,
      not_left_out_by_text: usable.length,
      kept: kept.get(name)?.length ?? 0,
    })),
    classes: sum(lines.map(({ classes }) => Object.fromEntries(classes.map((each) => [each, 1])))),
    lines: lines.map((line, at) => ({ id: at + 1, ...line })),
  }
  writeFileSync(values.out, `${JSON.stringify(sample, null, 2)}\n`)
}

function sum(counts: readonly Record<string, number>[]): Record<string, number> {
  const total: Record<string, number> = {}
  for (const each of counts)
    for (const [key, value] of Object.entries(each)) total[key] = (total[key] ?? 0) + value
  return Object.fromEntries(Object.entries(total).sort(([, a], [, b]) => b - a))
}
