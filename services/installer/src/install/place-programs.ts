import { availableParallelism } from 'node:os'
import { linkSignals } from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'
import type { InstallPlan } from './install-plan.ts'
import { installProgram } from './install-program.ts'
import type { InstalledProgram } from './installed-program.ts'

/** Package managers wait for disk and network as much as they compute, so there may be more of them than processors. */
export const defaultJobs = (): number => Math.min(16, availableParallelism() * 2)

/**
 * Installs the programs of plans in parallel, but system packages one after another, as system managers require.
 * When one fails, the others are stopped, finished system changes are rolled back, and the first failure is thrown.
 * Results are in the order of the plans.
 */
export async function placePrograms(
  plans: readonly InstallPlan[],
  context: CommandContext,
  jobs: number,
): Promise<InstalledProgram[]> {
  using stop = linkSignals(context.signal)
  const stoppable = { ...context, signal: stop.signal }
  const waiting = [...plans.entries()]
  const placed = new Map<number, InstalledProgram>()
  const failures: unknown[] = []
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
        placed.set(index, await installProgram(plan, stoppable))
      } catch (error) {
        failures.push(error)
        stop.abort()
      } finally {
        if (plan.entry === null) isSystemBusy = false
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(Math.max(1, jobs), plans.length) }, work))
  const installed = [...placed].sort(([a], [b]) => a - b).map(([, app]) => app)
  if (failures.length === 0) return installed
  await undoAll(installed)
  throw failures[0]
}

/** Rolls back what installed programs changed outside the store, the last one first. */
export async function undoAll(installed: readonly InstalledProgram[]): Promise<void> {
  for (const app of [...installed].reverse()) await app.undo()
}
