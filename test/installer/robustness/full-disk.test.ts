import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { type CliResult, createMachine, type Machine } from '../../support/cli.ts'
import { fileServer } from '../../support/file-server.ts'
import { binaryManifest, folderRegistry, greetScript, tarball } from '../../support/folder-registry.ts'
import { mayMount, mountSmallDisk, type SmallDisk } from '../../support/small-disk.ts'

const big = 400_000

/** A machine with its store or its workspace on a small disk, and `greet` with a program of 400 kB. */
async function machineOn(disk: SmallDisk, place: 'store' | 'workspace'): Promise<Machine> {
  const archive = await tarball({ 'bin/greet': `${greetScript}#${noise(big)}` })
  const { url } = await fileServer({ '/greet.tar.gz': archive })
  const manifests = ['greet', 'hail'].map((name) => binaryManifest(archive, { name }))
  const machine = await createMachine({
    CLI_APPS_REGISTRY: await folderRegistry(manifests),
    CLI_APPS_MIRRORS: `https://downloads.test/=${url}/`,
    ...(place === 'store' && { CLI_APPS_HOME: path.join(disk.folder, 'home') }),
  })
  if (place === 'store') return machine
  const folder = ['--workspace', disk.folder]
  return { ...machine, workspace: disk.folder, cli: (...args) => machine.cli(...args, ...folder) }
}

/** Text that no packer makes smaller. */
function noise(length: number): string {
  let text = ''
  for (let seed = 1; text.length < length; ) {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    text += seed.toString(36)
  }
  return text.slice(0, length)
}

/** Files of a folder with all that is below it, without tickets of locks, the cached answer of the sandbox and the folders that stay. */
const filesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((found) => found.isFile() && !/^(filler|sandbox\.json|.*\.\d+)$/.test(found.name))
    .map((found) => path.relative(folder, path.join(found.parentPath, found.name)))
    .sort()

function expectFull({ status, json }: CliResult): void {
  expect([status, json()]).toMatchObject([
    9,
    {
      error: { code: 'disk.full', message: expect.stringMatching(/^The disk is full: cannot write \/.+\.$/) },
    },
  ])
}

describe.skipIf(!mayMount)('a full disk', () => {
  it.each([
    ['before anything is downloaded', 0],
    ['in the middle of the download', big / 4],
    ['while it is unpacked', big + 20_000],
  ])('below the store %s leaves it unchanged', async (_when, left) => {
    const disk = mountSmallDisk('size=8m')
    const machine = await machineOn(disk, 'store')
    await disk.fill(left)
    expectFull(await machine.cli('install', 'greet', '--yes', '--json'))
    expect(await filesIn(disk.folder)).toEqual([])
    expect(await filesIn(machine.workspace)).toEqual([])
    expect((await machine.cli('list', '--json')).json()).toMatchObject({ apps: [] })
  })

  it.each([
    ['of bytes', 'size=1m', 0],
    ['of bytes after some', 'size=1m', 8192],
    ['of bytes after some more', 'size=1m', 16_384],
    ['of files', 'size=1m,nr_inodes=8', undefined],
    ['of files after some', 'size=1m,nr_inodes=12', undefined],
    ['of files after some more', 'size=1m,nr_inodes=14', undefined],
  ])('below the workspace %s leaves it unchanged', async (_what, options, left) => {
    const disk = mountSmallDisk(options)
    const machine = await machineOn(disk, 'workspace')
    if (left !== undefined) await disk.fill(left)
    expectFull(await machine.cli('install', 'greet', '--yes', '--json'))
    expect(await filesIn(disk.folder)).toEqual([])
    expect((await machine.cli('list', '--json')).json()).toMatchObject({ apps: [] })
  })

  it('below the workspace keeps its apps, which still run', async () => {
    const disk = mountSmallDisk('size=1m')
    const machine = await machineOn(disk, 'workspace')
    expect((await machine.cli('install', 'greet', '--yes')).status).toBe(0)
    const before = await filesIn(disk.folder)
    await disk.fill(8192)
    expectFull(await machine.cli('install', 'hail', '--yes', '--json'))
    expect(await filesIn(disk.folder)).toEqual(before)
    expect((await machine.cli('doctor')).status).toBe(0)
    const { stdout } = await machine.cli('list')
    expect(stdout).toContain('greet')
  })

  it('below the temporary folder is reported before any change', async () => {
    const disk = mountSmallDisk('size=64k,nr_inodes=1')
    const store = mountSmallDisk('size=8m')
    const machine = await machineOn(store, 'store')
    machine.environment.TMPDIR = disk.folder
    expectFull(await machine.cli('install', 'greet', '--yes', '--json'))
    expect(await filesIn(store.folder)).toEqual([])
    expect((await machine.cli('list', '--json')).json()).toMatchObject({ apps: [] })
  })
})
