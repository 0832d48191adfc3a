import { readFile, realpath, rm } from 'node:fs/promises'
import path from 'node:path'
import { canonicalJson, type DebianClosure, registryPaths } from '@cli-apps/core'
import { writeFileAtomic } from '@cli-apps/core/node'
import { beforeAll, describe, expect, it } from 'vitest'
import { librariesOf } from '../support/app-root.ts'
import type { TarEntry } from '../support/archives.ts'
import { createMachine, type Machine } from '../support/cli.ts'
import { debianMethod, exampleClosure } from '../support/debian-closure.ts'
import { closurePackage, debFile } from '../support/debs.ts'
import { closedPort, fileServer } from '../support/file-server.ts'
import { binaryManifest, folderRegistry, greetScript, tarball } from '../support/folder-registry.ts'
import { policiesHere } from '../support/sandbox.ts'

const isHere = process.arch === 'x64' && policiesHere.length > 1

/** Entries of a data archive with files of this machine, by where a merged `/usr` has them. */
const copies = (files: readonly string[]): Promise<TarEntry[]> =>
  Promise.all(
    files.map(async (file) => ({
      name: `./usr/${file.replace(/^\/(usr\/)?/, '')}`,
      content: await readFile(await realpath(file)),
    })),
  )

let greet: Uint8Array
let libc: Uint8Array
let closure: DebianClosure

/** A pool with a script, and the shell and libraries that it needs. */
beforeAll(async () => {
  greet = await debFile({ files: [{ name: './usr/bin/greet', content: greetScript }] })
  const files = await copies(['/bin/sh', ...librariesOf('/bin/sh')])
  libc = await debFile({ package: 'libc6', version: '2.36-9', files })
  closure = exampleClosure({
    packages: [closurePackage(greet), closurePackage(libc, { package: 'libc6', version: '2.36-9' })],
  })
})

const pool = (): Record<string, Uint8Array> =>
  Object.fromEntries(
    closure.packages.map(({ path: file }, index) => [`/${file}`, index === 0 ? greet : libc]),
  )

/** A machine whose registry has greet as Debian programs and, behind that, as a download. */
async function machineWith(debian: string): Promise<Machine> {
  const archive = await tarball({ 'bin/greet': greetScript })
  const download = binaryManifest(archive)
  const install = [debianMethod([closure]), ...(download.install as object[])]
  const registry = await folderRegistry([{ ...download, install }])
  const file = path.join(registry, registryPaths.closure('greet', '1.2.3', 'amd64'))
  await writeFileAtomic(file, canonicalJson(closure))
  const { url } = await fileServer({ '/greet.tar.gz': archive })
  return createMachine({
    CLI_APPS_REGISTRY: registry,
    CLI_APPS_MIRRORS: [
      `https://downloads.test/=${url}/`,
      `https://deb.debian.org/=${debian}/`,
      `https://snapshot.debian.org/=${debian}/`,
    ].join(' '),
  })
}

const lockedMethod = async ({ workspace }: Machine): Promise<string[]> => {
  const { apps } = JSON.parse(await readFile(path.join(workspace, 'cli-apps.lock'), 'utf8'))
  return Object.values<{ method: string }>(apps.greet.platforms).map(({ method }) => method)
}

describe.skipIf(!isHere)('a program of Debian', () => {
  it('is installed, run, verified, restored and removed, with packages that are downloaded once', async () => {
    const { url, asked } = await fileServer(pool())
    const machine = await machineWith(url)
    const { cli } = machine
    const first = await cli('install', 'greet', '--yes')
    expect([first.status, first.stderr]).toEqual([0, expect.stringContaining('with debian')])
    expect(await lockedMethod(machine)).toEqual(['debian'])
    for (const sandbox of ['workspace', 'off'])
      expect(await cli('run', '--sandbox', sandbox, 'greet', 'hello', 'Ann'), sandbox).toMatchObject({
        stdout: 'Hello, Ann!\n',
      })
    expect((await cli('verify')).status).toBe(0)
    const home = machine.environment.CLI_APPS_HOME ?? ''
    await rm(path.join(home, 'store'), { recursive: true })
    await rm(path.join(machine.workspace, '.cli-apps'), { recursive: true })
    expect((await cli('ci', '--yes')).status).toBe(0)
    expect((await cli('run', 'greet', 'hello', 'Bo')).stdout).toBe('Hello, Bo!\n')
    expect(asked.toSorted()).toEqual(Object.keys(pool()).toSorted())
    expect((await cli('uninstall', 'greet', '--yes')).status).toBe(0)
  })

  it('makes way for the next method where no mirror answers', async () => {
    const machine = await machineWith(await closedPort())
    const { status, stdout, stderr } = await machine.cli('install', 'greet', '--yes')
    expect([status, stdout], stderr).toEqual([0, expect.stringContaining('instead of debian')])
    expect(await lockedMethod(machine)).toEqual(['binary'])
  })

  it('ends the install where a mirror has other bytes', async () => {
    const files = Object.fromEntries(Object.keys(pool()).map((file) => [file, libc]))
    const { url } = await fileServer(files)
    const machine = await machineWith(url)
    const { status, json } = await machine.cli('install', 'greet', '--yes', '--json')
    expect([status, json()]).toMatchObject([8, { error: { code: 'download.checksum-mismatch' } }])
  })

  it('is outdated once its entry lists a security update, which is named and installed', async () => {
    const fixed = await debFile({
      package: 'libc6',
      version: '2.36-9+deb12u1',
      files: await copies(['/bin/sh', ...librariesOf('/bin/sh')]),
    })
    const plain = closurePackage(fixed, { package: 'libc6', version: '2.36-9+deb12u1' })
    const update = { ...plain, path: plain.path.replace(/^debian\//, 'debian-security/') }
    const { url } = await fileServer({ ...pool(), [`/${update.path}`]: fixed })
    const machine = await machineWith(url)
    const write = async (listed: DebianClosure): Promise<void> => {
      const manifest = binaryManifest(greet, { install: [debianMethod([listed])] })
      await writeFileAtomic(path.join(machine.workspace, 'greet.json'), JSON.stringify(manifest))
      await writeFileAtomic(path.join(machine.workspace, 'closures/greet/amd64.json'), JSON.stringify(listed))
    }
    await write(closure)
    expect((await machine.cli('install', './greet.json', '--yes')).status).toBe(0)
    expect((await machine.cli('outdated')).stdout).toContain('up to date')
    await write({ ...closure, packages: closure.packages.with(1, update) })
    expect((await machine.cli('outdated')).stdout).toContain(
      'greet: security updates of Debian: libc6 2.36-9 → 2.36-9+deb12u1',
    )
    expect((await machine.cli('outdated', '--json')).json()).toMatchObject({
      apps: [{ outdated: true, packages: [{ package: 'libc6', security: true }] }],
    })
    const lockfile = path.join(machine.workspace, 'cli-apps.lock')
    const locked = await readFile(lockfile, 'utf8')
    await rm(lockfile)
    // Without a lockfile nothing says which packages are installed.
    expect((await machine.cli('outdated', '--json')).json()).toMatchObject({ apps: [{ packages: [] }] })
    await writeFileAtomic(lockfile, locked)
    const { status, stderr } = await machine.cli('update', 'greet', '--yes')
    expect(status, stderr).toBe(0)
    expect((await machine.cli('outdated')).stdout).toContain('up to date')
    expect((await machine.cli('run', 'greet', 'hello', 'Ann')).stdout).toBe('Hello, Ann!\n')
  })
})
