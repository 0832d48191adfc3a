import { type Playbook, playbookApps, stepCall, toLine } from '@cli-apps/core'
import type { CatalogEntry } from '../entries.ts'
import type { RecipeStore } from '../recipes/recipe-store.ts'
import { inRunFolder, type RecipeRun } from '../recipes/run-recipe.ts'
import { shownOutput } from '../recipes/shown-output.ts'

/** What became of a playbook: all of its steps passed, or the first fault. */
export interface ProvedPlaybook {
  playbook: Playbook
  outcome: 'passed' | 'failed' | 'not-run'
  reason?: string
  /** The programs that it ran, with the versions that they printed. */
  programs: Record<string, string | null>
  /** What each step printed each time, for readers. */
  shows: (string | undefined)[]
  runs: RecipeRun[]
}

interface ProveOptions {
  store: RecipeStore
  find: (name: string) => Promise<CatalogEntry | undefined>
}

/** Installs the apps of a playbook, and runs its steps one after the other in one folder: twice, to see what they print each time. */
export async function provePlaybook(
  playbook: Playbook,
  { store, find }: ProveOptions,
): Promise<ProvedPlaybook> {
  const programs: Record<string, string | null> = {}
  const ended = (rest: Pick<ProvedPlaybook, 'outcome'> & Partial<ProvedPlaybook>): ProvedPlaybook => ({
    playbook,
    programs,
    shows: [],
    runs: [],
    ...rest,
  })
  for (const app of playbookApps(playbook)) {
    const entry = await find(app)
    const record = entry === undefined ? `the catalog has no ${app}` : await store.install(entry)
    if (typeof record === 'string') return ended({ outcome: 'not-run', reason: toLine(record, 300) })
    programs[app] = record.program_version
  }
  const first = await runSteps(playbook, store, 1)
  const fault = faultOf(first)
  if (fault !== undefined) return ended({ outcome: 'failed', reason: fault, runs: first })
  const second = await runSteps(playbook, store, 2)
  const other = faultOf(second)
  if (other !== undefined)
    return ended({ outcome: 'failed', reason: `the second time: ${other}`, runs: second })
  const places = { places: [store.home, store.scratch, '/tmp/'], now: new Date() }
  const shows = first.map((run, at) => shownOutput(run, second[at] ?? run, places))
  return ended({ outcome: 'passed', runs: first, shows })
}

/** Ends after the first step that failed: the others would miss what it writes. */
const runSteps = (playbook: Playbook, store: RecipeStore, turn: number): Promise<RecipeRun[]> =>
  inRunFolder({ name: `playbook-${playbook.name}-${turn}`, files: playbook.files }, store, async (run) => {
    const runs: RecipeRun[] = []
    for (const step of playbook.steps) {
      const done = await run(stepCall(playbook, step), step.expect)
      runs.push(done)
      if (done.faults.length > 0) break
    }
    return runs
  })

function faultOf(runs: readonly RecipeRun[]): string | undefined {
  const at = runs.findIndex(({ faults }) => faults.length > 0)
  const run = runs[at]
  return run && toLine(`step ${at + 1}: ${run.faults.join('; ')} ${run.stderr.slice(0, 300)}`, 600)
}
