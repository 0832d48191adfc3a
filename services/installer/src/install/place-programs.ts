import { availableParallelism } from 'node:os'
import { type AppError, isAppError } from '@cli-apps/core'
import { linkSignals } from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'
import { mayFallBack } from './fallback/may-fall-back.ts'
import { failedMethod } from './fallback/passed-over.ts'
import type { InstallPlan } from './install-plan.ts'
import { installProgram } from './program/install-program.ts'
import type { InstalledProgram } from './program/installed-program.ts'

/** Package managers wait for disk and network as much as they compute, so there may be more of them than processors. */
export const defaultJobs = (): number => Math.min(16, availableParallelism() * 2)

/** A plan whose method failed, and that has others. */
export interface FailedPlan {
  plan: InstallPlan
  error: AppError
}

export interface PlaceOptions {
  /** How many programs are installed in parallel. */
  jobs: number
  /** Reads no help and runs no recipe, where that can be done later. */
  isLater?: boolean | undefined
}

interface Placed {
  installed: InstalledProgram[]
  failed: FailedPlan[]
}

/**
 * Installs the programs of plans in parallel, but system packages one after another, as system managers require.
 * A plan whose method failed for a reason of its own, and that has others, is returned with its failure. When one fails
 * otherwise, the rest are stopped, finished system changes are rolled back, and the first failure is thrown. Results are
 * in the order of the plans.
 */
export async function placePrograms(
  plans: readonly InstallPlan[],
  context: CommandContext,
  { jobs, isLater = false }: PlaceOptions,
): Promise<Placed> {
  using stop = linkSignals(context.signal)
  const stoppable = { ...context, signal: stop.signal }
  const waiting = [...plans.entries()]
  const placed = new Map<number, InstalledProgram>()
  const failures: unknown[] = []
  const failed: FailedPlan[] = []
  let isSystemBusy = false

  const next = (): [number, InstallPlan] | undefined => {
    if (failures.length > 0) return undefined
    const at = waiting.findIndex(([, { entry }]) => entry !== null || !isSystemBusy)
    return at === -1 ? undefined : waiting.splice(at, 1)[0]
  }
  const work = async (): Promise<void> => {
    for (let task = next(); task !== undefined; task = next()) {
      const [index, plan] = task
      if (plan.entry === null) isSystemBusy = true
      try {
        placed.set(index, await installProgram(plan, stoppable, { isLater }))
      } catch (error) {
        if (isAppError(error) && mayFallBack(error) && plan.otherwise.length > 0) failed.push({ plan, error })
        else {
          failures.push(finalFailure(plan, error))
          stop.abort()
        }
      } finally {
        if (plan.entry === null) isSystemBusy = false
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(Math.max(1, jobs), plans.length) }, work))
  const installed = [...placed].sort(([a], [b]) => a - b).map(([, app]) => app)
  if (failures.length === 0) return { installed, failed }
  await undoAll(installed)
  throw failures[0]
}

/** Rolls back what installed programs changed outside the store, the last one first. */
export async function undoAll(installed: readonly InstalledProgram[]): Promise<void> {
  for (const app of [...installed].reverse()) await app.undo()
}

/** The failure of an app that has no other method, in the words of all its methods. */
const finalFailure = ({ method, passedOver, allFailed, isForced }: InstallPlan, error: unknown): unknown =>
  isForced || !isAppError(error) || !mayFallBack(error)
    ? error
    : allFailed([...passedOver, failedMethod(method, error)])
