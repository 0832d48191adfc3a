import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { boundTree } from '../bound-tree.ts'
import { type CatalogEntry, catalogFolder, readEntry } from '../entries.ts'
import { printEntry } from '../print-entry.ts'
import { readTrialLog, type Trial, type TrialLog, writeTrialLog } from '../trial-log.ts'
import { chooseKinds, type Hindrances } from './choose-kinds.ts'
import type { TrialRoot } from './trial-root.ts'
import { tryApp } from './try-app.ts'

export interface TrialOptions {
  openRoot: () => Promise<TrialRoot>
  hindrances: Hindrances
  /** Trials at a time. */
  jobs: number
  say: (line: string) => void
  /** Ends the trials that run, keeps nothing of them, and begins no other. */
  signal: AbortSignal
}

/**
 * Tries every entry and keeps each outcome as soon as it is known, so that the next run goes on where this one ended. The
 * command tree of what passed is written into its manifest.
 */
export async function runTrials(
  entries: readonly CatalogEntry[],
  { openRoot, hindrances, jobs, say, signal }: TrialOptions,
): Promise<void> {
  const queue = [...entries]
  let kept = Promise.resolve()
  const keep = (trial: Trial): Promise<void> => {
    kept = kept.then(() => keepTrial(trial))
    return kept
  }
  const worker = async (): Promise<void> => {
    for (let entry = queue.shift(); entry !== undefined; entry = queue.shift()) {
      const trial = await tryEntry(entry, { openRoot, hindrances })
      if (signal.aborted) return
      await keep(trial)
      const { install, inspect, lint, uninstall } = trial.seconds ?? {
        install: 0,
        inspect: 0,
        lint: 0,
        uninstall: 0,
      }
      const took = (install + inspect + lint + uninstall).toFixed(1)
      say(
        `${trial.outcome.padEnd(10)} ${trial.name.padEnd(24)} ${took.padStart(6)} s  ${trial.reason ?? trial.method ?? ''}`,
      )
    }
  }
  await Promise.all(Array.from({ length: jobs }, worker))
}

async function tryEntry(
  entry: CatalogEntry,
  { openRoot, hindrances }: Pick<TrialOptions, 'openRoot' | 'hindrances'>,
): Promise<Trial> {
  const { kinds, reason } = await chooseKinds(entry.manifest, hindrances)
  let last: Trial = {
    name: entry.name,
    version: entry.manifest.version,
    digest: entry.digest,
    outcome: 'impossible',
    method: null,
    node: process.versions.node,
    program_version: null,
    commands: null,
    score: null,
    seconds: null,
    reason,
  }
  for (const kind of kinds) {
    await using root = await openRoot()
    const { trial, commands } = await tryApp(entry, kind, root)
    if (commands !== null) {
      const file = path.join(catalogFolder, `${entry.name}.json`)
      const { manifest } = await readEntry(file)
      await writeFile(file, printEntry({ ...manifest, commands: boundTree(commands) }))
      return trial
    }
    last =
      last.reason === null || last.outcome === 'impossible'
        ? trial
        : { ...trial, reason: `${last.reason} | ${trial.reason}` }
  }
  return last
}

async function keepTrial(trial: Trial): Promise<void> {
  const log: TrialLog = await readTrialLog()
  await writeTrialLog({ ...log, trials: [...log.trials.filter(({ name }) => name !== trial.name), trial] })
}

/** Entries that did not pass as they stand. Another host, or another Node, may be able to try what this one was not. */
export async function untried(entries: readonly CatalogEntry[]): Promise<CatalogEntry[]> {
  const { trials } = await readTrialLog()
  const proven = new Set(
    trials.filter(({ outcome }) => outcome === 'proven').map(({ name, digest }) => `${name} ${digest}`),
  )
  return entries.filter(({ name, digest }) => !proven.has(`${name} ${digest}`))
}

/** Forgets the trials of entries that are gone. */
export async function forgetGone(entries: readonly CatalogEntry[]): Promise<void> {
  const names = new Set(entries.map(({ name }) => name))
  const { run, trials } = await readTrialLog()
  await writeTrialLog({ run, trials: trials.filter(({ name }) => names.has(name)) })
}

/** Layers of a run that was killed. */
export const clearLayers = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true })
