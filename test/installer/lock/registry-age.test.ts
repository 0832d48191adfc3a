import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { fileServer } from '../../support/file-server.ts'
import { type GreetMachine, greetMachine } from '../../support/greet-machine.ts'
import { type SiteOptions, signedSite, signingKey } from '../../support/signed-site.ts'

const signer = signingKey('age')
const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString()
const time = daysAgo(10)
const timestampPath = '/v1/timestamp.json'

/** Two apps that were locked from a signed registry ten days after it was signed, in a clone that has nothing of them. */
async function lockedMachine(before: Partial<SiteOptions> = {}) {
  const machine = await greetMachine([{ version: '1.2.3' }, { name: 'hail', version: '1.0.0' }])
  const manifests = await Promise.all(
    ['greet/1.2.3', 'hail/1.0.0'].map(async (version) => {
      const file = path.join(machine.registryFolder, `v1/apps/${version}.json`)
      return JSON.parse(await readFile(file, 'utf8')).manifest
    }),
  )
  const site = (options: Partial<SiteOptions>) => signedSite(manifests, { signer, time, ...options })
  const served: Record<string, string> = site(before)
  const { url, asked } = await fileServer(served)
  machine.environment.CLI_APPS_REGISTRY = url
  expect((await machine.cli('install', 'greet', 'hail', '--yes')).status).toBe(0)
  await forget(machine)
  return {
    machine,
    url,
    asked,
    site,
    serve(files: Record<string, string>) {
      for (const file of Object.keys(served)) delete served[file]
      Object.assign(served, files)
    },
  }
}

const forget = async ({ workspace, home }: GreetMachine): Promise<void> => {
  for (const folder of [path.join(workspace, '.cli-apps'), path.join(home, 'cli-apps/store')])
    await rm(folder, { recursive: true })
}

describe.each(['ci', 'install'])('%s of what is locked', (command) => {
  it('warns once about a registry that is too old for new installs, and restores', async () => {
    const { machine, url, serve, site } = await lockedMachine()
    serve(site({ maxAgeDays: 7 }))
    const { status, stderr } = await machine.cli(command, '--yes')
    expect(status, stderr).toBe(0)
    expect(stderr).toContain(`${url} was last signed 10 days ago (${time}); at most 7 days are allowed.`)
    expect(stderr.split('at most 7 days')).toHaveLength(2)
    expect((await machine.cli('run', 'hail', '--version')).status).toBe(0)
  })
})

describe('ci', () => {
  it('prints no warning for a fresh registry', async () => {
    const { machine } = await lockedMachine()
    expect((await machine.cli('ci', '--yes')).stderr).not.toMatch(/last signed|timestamp/)
  })

  it.each([
    ['is kept back', undefined, 'does not serve its timestamp'],
    ['is no document', '<html>', 'is not valid JSON'],
  ])('warns where the timestamp %s', async (_what, text, words) => {
    const { machine, serve, site } = await lockedMachine()
    const { [timestampPath]: _, ...rest } = site({})
    serve(text === undefined ? rest : { ...rest, [timestampPath]: text })
    const { status, stderr } = await machine.cli('ci', '--yes')
    expect(status, stderr).toBe(0)
    expect(stderr).toContain(words)
  })

  it('accepts a registry of the older format without a timestamp, and prints no warning', async () => {
    const { machine, asked } = await lockedMachine({ isOlderForm: true })
    const { status, stderr } = await machine.cli('ci', '--yes')
    expect(status, stderr).toBe(0)
    expect(asked).toContain(timestampPath)
    expect(stderr).not.toContain('timestamp')
  })

  it('does not check the age of a registry that it does not need', async () => {
    const { machine, asked } = await lockedMachine()
    expect((await machine.cli('ci', '--yes')).status).toBe(0)
    const before = asked.length
    expect((await machine.cli('ci', '--yes')).status).toBe(0)
    expect(asked.length).toBe(before)
  })
})
