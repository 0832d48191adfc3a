import { type ErrorReport, isAppError, toErrorReport } from '@cli-apps/core'
import type { ConfinedResult } from '../sandbox/run-confined.ts'
import type { AttachedRun } from '../streams/attached-run.ts'
import { type OpenOutput, type OutputFile, openOutput } from '../streams/output-file.ts'
import { openInput, type RunInput } from '../streams/run-input.ts'
import { onTerminal } from './on-terminal.ts'
import { type RunStagesOptions, runStages } from './run-stages.ts'
import type { Stage } from './stage.ts'

/** What is run, with the files that it reads and writes. */
interface FilesOfRun {
  stages: readonly Stage[]
  input: RunInput | null
  output: OutputFile | null
}

interface Ran {
  /** Of each stage. */
  results: ConfinedResult[]
  /** The output file, relative to the workspace; absent where there is none or it was not kept. */
  written?: { path: string; bytes: number }
  /** Why the output file could not be kept. */
  refused?: ErrorReport
  durationMs: number
}

interface RunWithFilesOptions extends Omit<RunStagesOptions, 'stdin' | 'stdout'> {
  /** Its streams are those of the run where no files are named. */
  attached?: AttachedRun | undefined
  /** Gets the output that could not be kept as a file: the run must not be lost with it. */
  onRefused: (output: AsyncIterable<Uint8Array>) => Promise<void>
}

/**
 * Runs the stages between the files that the first reads and the last writes. The output is kept, under its name, when the last one
 * ended by itself, whatever its status. Throws what `openInput`, `openOutput`, `runStages` and `onRefused` throw.
 */
export async function runWithFiles(
  { stages, input, output }: FilesOfRun,
  root: string,
  { attached, onRefused, ...options }: RunWithFilesOptions,
): Promise<Ran> {
  const opened = input === null ? undefined : await openInput(input, root)
  let file: OpenOutput | undefined
  try {
    file = output === null ? undefined : await openOutput(output, root)
    const started = process.hrtime.bigint()
    const [stage, ...others] = stages
    const isAlone = stage !== undefined && others.length === 0 && opened === undefined && file === undefined
    const terminal = isAlone ? attached?.terminal : undefined
    const results = await runStages(isAlone && terminal ? [onTerminal(stage, terminal)] : stages, {
      ...options,
      stdin: opened?.source ?? terminal ?? attached?.stdin,
      stdout: file ?? terminal ?? attached?.output?.stdout,
      signals: attached?.signals,
    })
    // `performance` would load a module of Node's for this alone.
    const durationMs = Number(process.hrtime.bigint() - started) / 1e6
    if (file === undefined || output === null || !hasEnded(results)) return { results, durationMs }
    const kept = keepFile(file)
    if (typeof kept === 'number') return { results, written: { path: output.place, bytes: kept }, durationMs }
    await onRefused(file.read())
    return { results, refused: kept, durationMs }
  } finally {
    file?.close()
    opened?.close()
  }
}

/** Bytes of the kept file, or why it could not be kept. */
function keepFile(file: OpenOutput): number | ErrorReport {
  try {
    return file.keep()
  } catch (error) {
    if (isAppError(error)) return toErrorReport(error)
    throw error
  }
}

const hasEnded = (results: readonly ConfinedResult[]): boolean =>
  results.every(({ result }) => !result.timedOut && !result.canceled) &&
  results.at(-1)?.result.exitCode !== null
