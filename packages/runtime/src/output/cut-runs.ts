import * as z from 'zod'

/** Whether any run of this runtime gave less than it printed. */
export interface CutRuns {
  /** Looks at a result of a call. */
  note(result: unknown): void
  any(): boolean
}

const Cut = z.object({ run_id: z.string(), log: z.string() })
/** Of a job it is the result in the result. */
const CutResult = z.union([Cut, z.object({ result: Cut })])

/** `begun` is called when the first one is noted. */
export function createCutRuns(begun: () => void): CutRuns {
  let isAny = false
  return {
    note(result) {
      if (isAny || !CutResult.safeParse(result).success) return
      isAny = true
      begun()
    },
    any: () => isAny,
  }
}
