/*
 * Installs every app of the catalog that this machine can install, each in its own throwaway Debian root: tests it, reads
 * its commands into its manifest, lints its skill, uninstalls it. Writes the outcomes to docs/catalog-report.json;
 * `npm run docs` renders the page from them.
 *
 *   npm run catalog:smoke                    entries that are new, changed or failed
 *   npm run catalog:smoke -- jq prettier     these entries
 *   npm run catalog:smoke -- --all --jobs 2  verifies everything again
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
import { clearLayers, forgetGone, runVerifications, unverified } from './catalog/smoke/run-verifications.ts'
import { openVerificationRoots } from './catalog/smoke/verification-root.ts'
import { readVerificationLog, writeVerificationLog } from './catalog/verification-log.ts'

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
  if (unknown.length > 0) console.error(`The catalog has no ${unknown.join(', ')}.`)
  if (!Number.isInteger(jobs) || jobs < 1)
    console.error(`--jobs must be a number from 1, not ${values.jobs}.`)
  process.exit(2)
}

const hindrances = await findHindrances()
if (hindrances.apt !== undefined) {
  console.error(`No throwaway root can be made here, so nothing is verified: apt ${hindrances.apt}.`)
  process.exit(7)
}
const interrupted = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => interrupted.abort())
const start = performance.now()
// Two concurrent runs would overwrite each other's builds and logs.
await using _lock = await acquireLock(values.folder, 'run', { wait: 0, what: 'Verifying the catalog' })
const base = await prepareBaseRoot(values.folder, console.error)
const layers = path.join(values.folder, 'layers')
await clearLayers(layers)
await forgetGone(entries)
const requested =
  names.length > 0
    ? entries.filter(({ name }) => names.includes(name))
    : values.all
      ? entries
      : await unverified(entries)
// The installer in the verification runs uses the catalog that it was built with.
await outputOf([process.execPath, fileURLToPath(new URL('./build.mjs', import.meta.url))])
const { signal } = interrupted
const openRoot = await openVerificationRoots(base, layers, signal)
await runVerifications(requested, { openRoot, hindrances, jobs, signal, say: console.log })
await clearLayers(layers)
await conclude()
if (signal.aborted) process.exitCode = 130

async function conclude(): Promise<void> {
  const { verifications, run } = await readVerificationLog()
  const verified = verifications.filter(
    ({ name, outcome }) => outcome !== 'impossible' && requested.some((one) => one.name === name),
  )
  const seconds = Math.round((performance.now() - start) / 1000)
  const before = values.all ? null : run
  await writeVerificationLog({
    verifications,
    run: {
      date: new Date().toISOString().slice(0, 10),
      host: `Debian 12 (${readPlatform()})`,
      jobs,
      runs: (before?.runs ?? 0) + 1,
      seconds: (before?.seconds ?? 0) + seconds,
    },
  })
  const failed = verified.filter(({ outcome }) => outcome === 'failed')
  console.log(`${verified.length} verified in ${seconds} s, ${failed.length} failed.`)
  process.exitCode = failed.length === 0 ? 0 : 1
}
