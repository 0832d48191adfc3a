import type { ConfinedResult } from '../sandbox/run-confined.ts'
import type { Stage } from './stage.ts'

/** How one program of a run ended. */
interface StageEnd {
  name: string
  exit_code: number | null
  signal: string | null
}

interface StageEnds {
  /** Of the last program that failed, as with `pipefail` in a shell; else that of the last one. */
  exitCode: number | null
  signal: string | null
  stages: StageEnd[]
}

/** A sandbox passes the end by a signal on as a status. */
const statusOfBrokenPipe = 141

/** How the programs of a run ended. One whose reader ended first, and which a broken pipe ended, did not fail. */
export function stageEnds(
  stages: readonly Pick<Stage, 'name'>[],
  results: readonly ConfinedResult[],
): StageEnds {
  const ends = results.map(({ result: { exitCode, signal } }, index) => ({
    name: stages[index]?.name ?? '',
    exit_code: exitCode,
    signal,
  }))
  const hasFailed = ({ exit_code, signal }: StageEnd, index: number): boolean => {
    const isBroken = signal === 'SIGPIPE' || exit_code === statusOfBrokenPipe
    return exit_code !== 0 && !(isBroken && index < ends.length - 1)
  }
  const decisive = ends.findLast(hasFailed) ?? ends.at(-1)
  return { exitCode: decisive?.exit_code ?? null, signal: decisive?.signal ?? null, stages: ends }
}
