// Kills the built installer with SIGKILL before and after each thing that it does to the disk and each process that it
// starts, and at random times, and checks each time that the next commands find the state of before or after:
//   npm run crash-test -- [--scenario WORD] [--every K] [--random N] [--signal SIGINT] [--jobs N]
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { createCrashMachine } from '../test/support/crash/crash-machine.ts'
import { type CrashScenario, crashScenarios } from '../test/support/crash/crash-scenarios.ts'
import { startCrashSite } from '../test/support/crash/crash-site.ts'
import { type Kill, killsOf, prepareScenario, runCrash } from '../test/support/crash/run-crash.ts'

const { values } = parseArgs({
  options: {
    scenario: { type: 'string', default: '' },
    every: { type: 'string', default: '1' },
    random: { type: 'string', default: '200' },
    signal: { type: 'string', default: 'SIGKILL' },
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
// A copy, so that a build meanwhile changes nothing.
const program = path.join(folder, 'program')
for (const part of ['bin', 'dist', 'package.json'])
  await cp(new URL(`../services/installer/${part}`, import.meta.url), path.join(program, part), {
    recursive: true,
  })
try {
  const waiting = [...scenarios]
  await Promise.all(Array.from({ length: Number(values.jobs) }, () => work(waiting)))
} finally {
  site.close()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}
console.table(rows.sort((a, b) => order(a) - order(b)))
const total = rows.reduce((sum, { faults }) => sum + faults, 0)
console.log(
  `${rows.reduce((sum, { killed, random }) => sum + killed + random, 0)} kills, ${total} with faults`,
)
process.exitCode = total === 0 ? 0 : 1

function order({ scenario }: Row): number {
  return crashScenarios.findIndex(({ name }) => name === scenario)
}

async function work(waiting: CrashScenario[]): Promise<void> {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) rows.push(await crash(next))
}

async function crash(scenario: CrashScenario): Promise<Row> {
  const started = performance.now()
  const machine = await createCrashMachine(await mkdtemp(path.join(folder, 'user 测-')), site, [
    process.execPath,
    path.join(program, 'bin/cli-apps.js'),
  ])
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
  // Said at once, for a run that is stopped before its end.
  console.error(`${scenario.name}: ${kills.length} kills, ${faults} with faults`)
  const seconds = Math.round((performance.now() - started) / 1000)
  return { scenario: scenario.name, points: ready.points.length, killed, random: randomEach, faults, seconds }
}
