import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chooseFixtures, type FixtureFile } from './choose-fixtures.ts'
import { classifyLine } from './classify-line.ts'
import type { SourcedLine } from './draw-programs.ts'
import { reasonByOutcome } from './leave-out.ts'
import { type LineRun, runLine } from './run-line.ts'

const largestStored = 64 * 1024

type Content = { text: string } | { base64: string }

/** A line of the sample as it is stored, with the shell's output. */
export interface SampleLine {
  program: string
  source: { package: string; version: string; page: string }
  line: string
  classes: string[]
  fixtures: ({ path: string; executable?: true } & Content)[]
  status: number
  stdout: { sha256: string; bytes: number; truncated?: true } & Content
  /** At most 2 kB. */
  stderr: string
  files: Record<string, string>
}

export type Attempt = { line: SampleLine } | { reason: string }

/** Runs a line twice with the shell; returns it as stored, or why it is left out. */
export async function tryLine(program: string, example: SourcedLine): Promise<Attempt> {
  const folder = await mkdtemp(path.join(tmpdir(), 'one-liner-'))
  try {
    const fixtures = chooseFixtures(example.reading)
    const first = await runLine(example.line, fixtures, path.join(folder, '1'), 1)
    const reason = first.isTimedOut
      ? 'never ends'
      : reasonByOutcome(first.status, first.stderr, first.stdout.toString('latin1'))
    if (reason) return { reason }
    await new Promise((resolve) => setTimeout(resolve, 1100))
    const second = await runLine(example.line, fixtures, path.join(folder, '2'), 2)
    if (!isEqual(first, second)) return { reason: 'gives another output each time' }
    if (namesToday(first.stdout.toString('latin1'))) return { reason: 'gives another output each time' }
    return { line: stored(program, example, fixtures, { ...first, files: stableFiles(first, second) }) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function isEqual(first: LineRun, second: LineRun): boolean {
  return (
    first.status === second.status &&
    first.stdout.equals(second.stdout) &&
    Object.keys(first.files).join('\n') === Object.keys(second.files).join('\n')
  )
}

/** A file such as an archive with times has the same name each time, and the digest `varies`. */
function stableFiles(first: LineRun, second: LineRun): Record<string, string> {
  return Object.fromEntries(
    Object.entries(first.files).map(([file, digest]) => [
      file,
      second.files[file] === digest ? digest : 'varies',
    ]),
  )
}

/** A date changes too slowly for two runs to show it. */
function namesToday(text: string): boolean {
  const now = new Date()
  const [, month = '', day = ''] = /^\w+, (\d+) (\w+)/.exec(now.toUTCString())?.map(String) ?? []
  return (
    text.includes(String(now.getUTCFullYear())) || new RegExp(`\\b${day} +${Number(month)}\\b`).test(text)
  )
}

function stored(
  program: string,
  example: SourcedLine,
  fixtures: readonly FixtureFile[],
  run: LineRun,
): SampleLine {
  const { stdout } = run
  return {
    program,
    source: { package: example.page.package, version: example.page.version, page: example.page.source },
    line: example.line,
    classes: classifyLine(example.reading),
    fixtures: fixtures.map((file) => ({
      path: file.path,
      ...(file.isExecutable ? { executable: true as const } : {}),
      ...contentOf(file.content),
    })),
    status: run.status,
    stdout: {
      sha256: createHash('sha256').update(stdout).digest('hex'),
      bytes: stdout.length,
      ...(stdout.length > largestStored ? { truncated: true as const } : {}),
      ...contentOf(stdout.subarray(0, largestStored)),
    },
    stderr: run.stderr.slice(0, 2048),
    files: run.files,
  }
}

function contentOf(bytes: Buffer): Content {
  return isUtf8(bytes) ? { text: bytes.toString('utf8') } : { base64: bytes.toString('base64') }
}
