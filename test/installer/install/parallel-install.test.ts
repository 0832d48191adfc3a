import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { createMachine, type Machine } from '../../support/cli.ts'
import { exampleManifestJson } from '../../support/example-manifest.ts'
import { type FakeApt, fakeApt } from '../../support/fake-apt.ts'
import { loopbackServer } from '../../support/file-server.ts'
import { binaryManifest, folderRegistry, greetScript, tarball } from '../../support/folder-registry.ts'

const names = ['hail', 'howdy', 'hello', 'hi']

interface Downloads {
  machine: Machine
  apt: FakeApt
  /** The most downloads that were open at one time. */
  most: () => number
}

/** Four downloads that end only when `together` of them are open, and `greet` by apt. One of them may be another file. */
async function machineWith({
  together = 1,
  broken,
}: {
  together?: number
  broken?: string
}): Promise<Downloads> {
  const archive = await tarball({ 'bin/greet': greetScript })
  let most = 0
  const open: (() => void)[] = []
  const url = await loopbackServer((request, response) => {
    open.push(() => response.end(request.url === `/${broken}` ? 'something else' : archive))
    most = Math.max(most, open.length)
    if (open.length >= together) for (const end of open.splice(0)) end()
  })
  const binaries = names.map((name) => {
    const text = JSON.stringify(binaryManifest(archive, { name }))
    return JSON.parse(text.replaceAll('/greet.tar.gz', `/${name}`))
  })
  const system = exampleManifestJson({ install: [{ method: 'apt', package: 'greet' }] })
  const apt = await fakeApt(greetScript)
  const machine = await createMachine({
    CLI_APPS_REGISTRY: await folderRegistry([...binaries, system]),
    CLI_APPS_MIRRORS: `https://downloads.test/=${url}/`,
  })
  machine.environment.PATH = `${apt.bin}:${machine.environment.PATH}`
  return { machine, apt, most: () => most }
}

describe('an install of several apps', () => {
  it('installs their programs in parallel, up to the limit', async () => {
    const { machine, most } = await machineWith({ together: 4 })
    const { status, json } = await machine.cli('install', ...names, '--yes', '--json', '--jobs', '4')
    expect(status).toBe(0)
    expect(json<{ installed: { name: string }[] }>().installed.map(({ name }) => name)).toEqual(names)
    expect(most()).toBe(4)
  })

  it('installs one after another with --jobs 1', async () => {
    const { machine, most } = await machineWith({})
    expect((await machine.cli('install', ...names, '--yes', '--jobs', '1')).status).toBe(0)
    expect(most()).toBe(1)
    expect((await machine.cli('install', 'hail', '--jobs', 'many')).status).toBe(2)
  })

  it('stops the others and rolls everything back when one fails', async () => {
    const { machine, apt } = await machineWith({ broken: 'howdy', together: 2 })
    const { status, json } = await machine.cli('install', 'greet', ...names, '--yes', '--json', '--jobs', '3')
    expect([status, json()]).toMatchObject([8, { error: { code: 'download.checksum-mismatch' } }])
    expect(await apt.installed()).toEqual([])
    expect((await machine.cli('list', '--json')).json()).toMatchObject({ apps: [] })
    expect(await readdir(machine.workspace)).not.toContain('cli-apps.lock')
    expect(await readdir(path.join(machine.home, 'cli-apps/store'))).not.toContain('howdy')
  })

  it('lets parallel installers of the same app all succeed', async () => {
    const { machine } = await machineWith({})
    const results = await Promise.all(
      Array.from({ length: 6 }, () => machine.cli('install', 'hail', '--yes', '--json')),
    )
    expect(results.map(({ status }) => status)).toEqual([0, 0, 0, 0, 0, 0])
    expect((await machine.cli('lock', '--check')).status).toBe(0)
  })
})
