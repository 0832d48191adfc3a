/*
 * Installs every app of the catalogue that this machine can install, each in a Debian root of its own that is thrown away:
 * tries it, reads its commands into its manifest, judges its skill, uninstalls it. Keeps the outcomes in
 * docs/catalog-report.json; `npm run docs` makes the page of them.
 *
 *   npm run catalog:smoke                    what was not tried yet, changed since, or failed
 *   npm run catalog:smoke -- jq prettier     these
 *   npm run catalog:smoke -- --all --jobs 2  everything anew
 */
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { acquireLock, readPlatform } from '@cli-apps/core/node'
import { readCatalog } from './catalog/entries.ts'
import { prepareBaseRoot } from './catalog/smoke/base-root.ts'
import { findHindrances } from './catalog/smoke/find-hindrances.ts'
import { outputOf } from './catalog/smoke/output-of.ts'
import { clearLayers, forgetGone, runTrials, untried } from './catalog/smoke/run-trials.ts'
import { openTrialRoots } from './catalog/smoke/trial-root.ts'
import { readTrialLog, writeTrialLog } from './catalog/trial-log.ts'

const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    jobs: { type: 'string', default: String(availableParallelism()) },
    folder: {
      type: 'string',
      default: fileURLToPath(new URL('../node_modules/.cache/catalog-smoke', import.meta.url)),
    },
  },
})
const jobs = Number(values.jobs)
const { entries, unreadable } = await readCatalog()
const unknown = names.filter((name) => !entries.some((entry) => entry.name === name))
if (unreadable.length > 0 || unknown.length > 0 || !Number.isInteger(jobs) || jobs < 1) {
  for (const { path: place, message } of unreadable) console.error(`${place}: ${message}`)
  if (unknown.length > 0) console.error(`The catalogue has no ${unknown.join(', ')}.`)
  if (!Number.isInteger(jobs) || jobs < 1)
    console.error(`--jobs must be a number from 1, not ${values.jobs}.`)
  process.exit(2)
}

const hindrances = await findHindrances()
if (hindrances.apt !== undefined) {
  console.error(`No throw-away root can be made here, so nothing is tried: apt ${hindrances.apt}.`)
  process.exit(7)
}
const interrupted = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => interrupted.abort())
const start = performance.now()
// Two runs would build, try and log over each other.
await using _lock = await acquireLock(values.folder, 'run', { wait: 0, what: 'Trying the catalogue' })
const base = await prepareBaseRoot(values.folder, console.error)
const layers = path.join(values.folder, 'layers')
await clearLayers(layers)
await forgetGone(entries)
const wanted =
  names.length > 0
    ? entries.filter(({ name }) => names.includes(name))
    : values.all
      ? entries
      : await untried(entries)
// The installer of the trials takes the catalogue that it was built with.
await outputOf([process.execPath, fileURLToPath(new URL('./build.mjs', import.meta.url))])
const { signal } = interrupted
const openRoot = await openTrialRoots(base, layers, signal)
await runTrials(wanted, { openRoot, hindrances, jobs, signal, say: console.log })
await clearLayers(layers)
await conclude()
if (signal.aborted) process.exitCode = 130

async function conclude(): Promise<void> {
  const { trials, run } = await readTrialLog()
  const tried = trials.filter(
    ({ name, outcome }) => outcome !== 'impossible' && wanted.some((one) => one.name === name),
  )
  const seconds = Math.round((performance.now() - start) / 1000)
  const before = values.all ? null : run
  await writeTrialLog({
    trials,
    run: {
      date: new Date().toISOString().slice(0, 10),
      host: `Debian 12 (${readPlatform()})`,
      jobs,
      sittings: (before?.sittings ?? 0) + 1,
      seconds: (before?.seconds ?? 0) + seconds,
    },
  })
  const failed = tried.filter(({ outcome }) => outcome === 'failed')
  console.log(`${tried.length} tried in ${seconds} s, ${failed.length} failed.`)
  process.exitCode = failed.length === 0 ? 0 : 1
}
