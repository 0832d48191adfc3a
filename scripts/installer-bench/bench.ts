import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { cleanEnvironment, joinOutput, runProcess } from '@cli-apps/core/node'

/** Path of the built installer, to run with this Node. */
export const program = fileURLToPath(new URL('../../services/installer/bin/cli-apps.js', import.meta.url))

/** One row of the table: a measurement of ours and its target. */
export interface Figure {
  what: string
  measured: string
  target: string
  isMet: boolean
}

/** Folders of a benchmark, all below one that is removed when it ends. */
export interface Folders {
  fresh: () => Promise<string>
  [Symbol.asyncDispose](): Promise<void>
}

export async function openFolders(): Promise<Folders> {
  const root = await mkdtemp(path.join(tmpdir(), 'cli-apps-bench-'))
  let count = 0
  return {
    async fresh() {
      const folder = path.join(root, String(count++))
      await mkdir(folder)
      return folder
    },
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  }
}

/** Milliseconds that a program takes; throws when it fails. */
export async function timeOf(
  argv: [string, ...string[]],
  cwd: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<number> {
  const start = performance.now()
  const { exitCode, stderr } = await runProcess(argv, {
    cwd,
    env: { ...cleanEnvironment(process.env), ...variables },
    timeout: 600_000,
  })
  const time = performance.now() - start
  if (exitCode === 0) return time
  throw new Error(`${argv.join(' ')} ended with ${exitCode}: ${joinOutput(stderr)}`)
}

/** Waits for what an install left to the background, which would slow down the next measurement. */
export async function finishReading(cwd: string, variables: Readonly<Record<string, string>>): Promise<void> {
  await timeOf([process.execPath, program, 'skill', 'finish'], cwd, variables)
}

/** Milliseconds that a program and what it started took. */
export interface ProgramCost {
  wall: number
  /** User and system time. */
  processor: number
}

/** Measures a program with the `time` of bash, since Node reports no processor time of children; throws when it fails. */
export async function costOf(
  argv: [string, ...string[]],
  cwd: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<ProgramCost> {
  const script = 'TIMEFORMAT="%R %U %S"; time "$@" >/dev/null'
  const { exitCode, stderr } = await runProcess(['bash', '-c', script, 'bash', ...argv], {
    cwd,
    env: { ...cleanEnvironment(process.env), ...variables, LC_ALL: 'C' },
    timeout: 600_000,
  })
  const output = joinOutput(stderr)
  if (exitCode !== 0) throw new Error(`${argv.join(' ')} ended with ${exitCode}: ${output}`)
  const [wall = Number.NaN, user = Number.NaN, system = Number.NaN] =
    output
      .trimEnd()
      .split('\n')
      .at(-1)
      ?.split(' ')
      .map((seconds) => Number(seconds) * 1000) ?? []
  return { wall, processor: user + system }
}

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** Our time as a multiple of another, with the target for the multiple. */
export function ratioFigure(what: string, ours: number, other: number, most: number): Figure {
  const ratio = ours / other
  return {
    what,
    measured: `${ratio.toFixed(2)} times (${ours.toFixed(0)} to ${other.toFixed(0)} ms)`,
    target: `at most ${most} times`,
    isMet: ratio <= most,
  }
}
