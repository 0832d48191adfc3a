import { mkdir, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { acquireLock, exists } from '@cli-apps/core/node'
import { ChangePlan } from '@cli-apps/core/results'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { install } from '../../../services/installer/src/commands/change/install.ts'
import { uninstall } from '../../../services/installer/src/commands/change/uninstall.ts'
import { cache } from '../../../services/installer/src/commands/setup/cache.ts'
import { fileServer } from '../../support/file-server.ts'
import { binaryManifest, folderRegistry, greetScript, tarball } from '../../support/folder-registry.ts'
import { type InstallerUser, installerUser } from '../../support/installer-context.ts'

let archive: Uint8Array
beforeAll(async () => {
  archive = await tarball({ 'bin/greet': greetScript })
})

async function userWithGreet(): Promise<{ user: InstallerUser; environment: Record<string, string> }> {
  const { url } = await fileServer({ '/greet.tar.gz': archive })
  const environment = {
    CLI_APPS_REGISTRY: await folderRegistry([binaryManifest(archive)]),
    CLI_APPS_MIRRORS: `https://downloads.test/=${url}/`,
  }
  const user = await installerUser(environment)
  await user.call(install, ['greet'], { yes: true })
  return { user, environment }
}

const Listing = z.object({
  programs: z.array(
    z.object({ name: z.string(), folder: z.string(), bytes: z.number(), workspaces: z.array(z.string()) }),
  ),
})
const list = async (user: InstallerUser) => Listing.parse((await user.call(cache, ['list'])).value).programs
const prune = (user: InstallerUser, options: Record<string, boolean> = {}) =>
  user.call(cache, ['prune'], { yes: true, all: true, ...options })

describe('cache list', () => {
  it('lists programs, their sizes and the workspaces that use them', async () => {
    const { user, environment } = await userWithGreet()
    const other = await installerUser(environment, { home: user.home })
    await other.call(install, ['greet'], { yes: true })
    const [program] = await list(user)
    expect(program).toMatchObject({ name: 'greet', bytes: Buffer.byteLength(greetScript) })
    expect(program?.workspaces.sort()).toEqual([user.workspace, other.workspace].sort())
  })
})

describe('cache prune', () => {
  it('keeps what any workspace uses, and removes it when none does', async () => {
    const { user, environment } = await userWithGreet()
    const other = await installerUser(environment, { home: user.home })
    await other.call(install, ['greet'], { yes: true })
    const [program] = await list(user)
    await user.call(uninstall, ['greet'], { yes: true })
    expect((await prune(user)).value).toMatchObject({ removed: [] })
    await other.call(uninstall, ['greet'], { yes: true })
    expect(await exists(program?.folder ?? '')).toBe(true)
    expect((await prune(user)).value).toMatchObject({ removed: [program?.folder] })
    expect(await list(user)).toEqual([])
    await user.call(install, ['greet'], { yes: true })
    expect(await list(user)).toHaveLength(1)
  })

  it('shows what it will remove and changes nothing without consent', async () => {
    const { user } = await userWithGreet()
    const [program] = await list(user)
    await user.call(uninstall, ['greet'], { yes: true })
    const { value } = await user.call(cache, ['prune'], { 'dry-run': true, all: true })
    expect(ChangePlan.parse(value).changes[0]).toMatchObject({
      subject: 'greet',
      effects: [{ effect: 'remove', path: `${program?.folder}${path.sep}` }],
    })
    await expect(user.call(cache, ['prune'], { all: true })).rejects.toMatchObject({ code: 'consent.needed' })
    expect(await list(user)).toHaveLength(1)
  })

  it('keeps the programs of an app with an unreadable record, and of an unknown workspace', async () => {
    const { user } = await userWithGreet()
    await rm(path.join(user.home, 'cli-apps/workspaces'), { recursive: true })
    expect((await prune(user)).value).toMatchObject({ removed: [] })
    await writeFile(path.join(user.workspace, '.cli-apps/apps/greet.json'), '{')
    expect((await prune(user)).value).toMatchObject({ removed: [] })
  })

  it('ignores and forgets a workspace that no longer exists', async () => {
    const { user, environment } = await userWithGreet()
    const other = await installerUser(environment, { home: user.home })
    await rename(user.workspace, `${user.workspace} gone`)
    await prune(other)
    expect(await list(other)).toEqual([])
    expect(await readdir(path.join(user.home, 'cli-apps/workspaces'))).toEqual([])
    await rename(`${user.workspace} gone`, user.workspace)
  })

  it('keeps what is being built, and what an install may be about to record', async () => {
    const { user } = await userWithGreet()
    const [program] = await list(user)
    await user.call(uninstall, ['greet'], { yes: true })
    const { config } = await user.context()
    const folder = program?.folder ?? ''
    const stays = { removed: [], kept: [folder] }
    {
      await using _lock = await acquireLock(config.locks, path.basename(folder), { wait: 0, what: folder })
      expect((await prune(user)).value).toMatchObject(stays)
    }
    expect((await prune(user, { all: false })).value).toMatchObject(stays)
    const long = new Date('2020-01-01')
    await utimes(path.join(folder, 'app.json'), long, long)
    expect((await prune(user, { all: false })).value).toMatchObject({ removed: [folder] })
  })

  it('removes incomplete programs, old registry responses and old locks, and keeps new ones', async () => {
    const { user } = await userWithGreet()
    const at = (file: string): string => path.join(user.home, 'cli-apps', file)
    const half = at('store/half/1.0.0/0123456789abcdef')
    await mkdir(path.join(half, 'prefix'), { recursive: true })
    for (const folder of ['registries/x', 'managers/archives'])
      await mkdir(at(`cache/${folder}`), { recursive: true })
    const left = at('cache/managers/archives/cc.4194304.0123456789abcd.tmp')
    await writeFile(left, '')
    const cached = ['registries/x/old.json', 'managers/archives/aa'].map((file) => at(`cache/${file}`))
    const old = [...cached, at('locks/fedcba9876543210.7')]
    const long = new Date('2020-01-01')
    const used = [at('cache/registries/x/new.json'), at('cache/managers/archives/bb')]
    for (const file of [...old, ...used, at('locks/fedcba9876543211.7')]) await writeFile(file, '{}')
    for (const file of [left, ...old]) await utimes(file, long, long)
    expect((await prune(user, { all: false })).value).toMatchObject({ removed: [half, left, ...old] })
    expect((await prune(user)).value).toMatchObject({ removed: used })
    expect(await list(user)).toHaveLength(1)
  })

  it('refuses unknown arguments', async () => {
    const { user } = await userWithGreet()
    await expect(user.call(cache, ['wipe'])).rejects.toMatchObject({ code: 'cli.bad-action' })
  })
})
