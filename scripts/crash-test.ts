// Kills the built installer with SIGKILL before and after each thing that it does to the disk and each process that it
// starts, and at random times, and checks each time that the next commands find the state of before or after:
//   npm run crash-test -- [--scenario WORD] [--every K] [--random N] [--signal SIGINT] [--jobs N]
//   npm run crash-test -- --walk N     random commands in two workspaces that share a store, N of them killed
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { createCrashMachine } from '../test/support/crash/crash-machine.ts'
import { type CrashScenario, crashScenarios } from '../test/support/crash/crash-scenarios.ts'
import { startCrashSite } from '../test/support/crash/crash-site.ts'
import { type Kill, killsOf, prepareScenario, runCrash } from '../test/support/crash/run-crash.ts'
import { openWalk, walkOn } from '../test/support/crash/walk.ts'
import { startWalkSite } from '../test/support/crash/walk-site.ts'

const { values } = parseArgs({
  options: {
    scenario: { type: 'string', default: '' },
    every: { type: 'string', default: '1' },
    random: { type: 'string', default: '200' },
    signal: { type: 'string', default: 'SIGKILL' },
    walk: { type: 'string' },
    jobs: { type: 'string', default: String(availableParallelism()) },
  },
})
const signal = values.signal as NodeJS.Signals
const scenarios = crashScenarios.filter(({ name }) => name.includes(values.scenario))
const randomEach = signal === 'SIGKILL' ? Math.ceil(Number(values.random) / scenarios.length) : 0

interface Row {
  scenario: string
  points: number
  killed: number
  random: number
  faults: number
  seconds: number
}

const folder = await mkdtemp(path.join(tmpdir(), 'crash-'))
const site = await startCrashSite(path.join(folder, 'site'))
const rows: Row[] = []
// A copy, so that a concurrent build has no effect.
const program = path.join(folder, 'program')
for (const part of ['bin', 'dist', 'package.json'])
  await cp(new URL(`../services/installer/${part}`, import.meta.url), path.join(program, part), {
    recursive: true,
  })
try {
  if (values.walk === undefined) await crashAll()
  else await walkFor(Number(values.walk))
} finally {
  site.close()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}

async function crashAll(): Promise<void> {
  const waiting = [...scenarios]
  await Promise.all(Array.from({ length: Number(values.jobs) }, () => work(waiting)))
  console.table(rows.sort((a, b) => order(a) - order(b)))
  report(
    rows.reduce((sum, { killed, random }) => sum + killed + random, 0),
    rows.reduce((sum, { faults }) => sum + faults, 0),
  )
}

/** Runs steps in sequence, each from the state that the previous one left. */
async function walkFor(most: number): Promise<void> {
  const walkSite = await startWalkSite(path.join(folder, 'walk-site'))
  const walk = await openWalk(path.join(folder, 'walker'), walkSite, [
    process.execPath,
    path.join(program, 'bin/cli-apps.js'),
  ])
  let kills = 0
  let failed = 0
  try {
    for (let step = 1; kills < most; step++) {
      const outcome = await walkOn(walk)
      if (outcome.isKilled) kills += 1
      if (outcome.faults.length > 0) failed += 1
      console.error(`${step}. ${[outcome.step, ...outcome.faults].join('\n  ')}`)
    }
  } finally {
    walkSite.close()
  }
  report(kills, failed)
}

function report(kills: number, failed: number): void {
  console.log(`${kills} kills, ${failed} with faults`)
  process.exitCode = failed === 0 ? 0 : 1
}

function order({ scenario }: Row): number {
  return crashScenarios.findIndex(({ name }) => name === scenario)
}

async function work(waiting: CrashScenario[]): Promise<void> {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) rows.push(await crash(next))
}

async function crash(scenario: CrashScenario): Promise<Row> {
  const started = performance.now()
  const machine = await createCrashMachine(await mkdtemp(path.join(folder, 'user 测-')), site, {
    program: [process.execPath, path.join(program, 'bin/cli-apps.js')],
  })
  const ready = await prepareScenario(scenario, machine)
  const kills: Kill[] = []
  const every = Number(values.every)
  for (const [index, at] of killsOf(ready).entries()) if (index % every === 0) kills.push({ at, signal })
  const killed = kills.length
  for (let index = 0; index < randomEach; index++)
    kills.push({ afterMs: Math.round(Math.random() * ready.durationMs) })
  let faults = 0
  for (const kill of kills) {
    const outcome = await runCrash(ready, kill)
    if (outcome.faults.length === 0) continue
    faults += 1
    console.error(`${scenario.name}, killed ${outcome.at}:\n  ${outcome.faults.join('\n  ')}`)
  }
  // Printed immediately, for a run that is stopped before its end.
  console.error(`${scenario.name}: ${kills.length} kills, ${faults} with faults`)
  const seconds = Math.round((performance.now() - started) / 1000)
  return { scenario: scenario.name, points: ready.points.length, killed, random: randomEach, faults, seconds }
}
