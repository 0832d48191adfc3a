import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCrashMachine } from '../../support/crash/crash-machine.ts'
import { crashScenarios } from '../../support/crash/crash-scenarios.ts'
import { type CrashSite, startCrashSite } from '../../support/crash/crash-site.ts'
import { killsOf, prepareScenario, type ReadyScenario, runCrash } from '../../support/crash/run-crash.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

/** A slice of `npm run crash-test`, which kills at every point of every scenario. */
const slices = [
  { name: 'install of a download', every: 52 },
  { name: 'uninstall', every: 23 },
  { name: 'repair of a program', every: 52 },
  { name: 'disconnect', every: 35 },
  { name: 'playbook remove', every: 15 },
]

let site: CrashSite
let documents: string
beforeAll(async () => {
  documents = await mkdtemp(path.join(tmpdir(), 'site-'))
  site = await startCrashSite(documents)
})
afterAll(async () => {
  site.close()
  await rm(documents, { recursive: true })
})

async function ready(name: string): Promise<ReadyScenario> {
  const scenario = crashScenarios.find((one) => one.name === name)
  if (scenario === undefined) throw new Error(`there is no scenario ${name}`)
  return prepareScenario(scenario, await createCrashMachine(await temporaryFolder(), site))
}

describe.skipIf(process.platform !== 'linux')('a command that is killed', () => {
  it.each(slices)(
    '($name) leaves a state that the next command completes',
    { timeout: 180_000 },
    async (slice) => {
      const scenario = await ready(slice.name)
      const kills = killsOf(scenario).filter((_at, index) => index % slice.every === slice.every >> 1)
      expect(kills.length).toBeGreaterThan(2)
      for (const at of kills) {
        const outcome = await runCrash(scenario, { at })
        expect(outcome).toEqual({ at: outcome.at, faults: [] })
      }
    },
  )

  it.each(['SIGINT', 'SIGTERM'] as const)('by %s cleans up itself', { timeout: 180_000 }, async (signal) => {
    const scenario = await ready('install of a download')
    for (const at of killsOf(scenario).filter((_at, index) => index % 50 === 25)) {
      const outcome = await runCrash(scenario, { at, signal })
      expect(outcome).toEqual({ at: outcome.at, faults: [] })
    }
  })
})
