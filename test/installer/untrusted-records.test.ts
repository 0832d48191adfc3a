import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { OptionValues } from '@cli-apps/core/command-line'
import { exists, jsonText } from '@cli-apps/core/node'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Command } from '../../services/installer/src/command.ts'
import { ci } from '../../services/installer/src/commands/change/ci.ts'
import { install } from '../../services/installer/src/commands/change/install.ts'
import { uninstall } from '../../services/installer/src/commands/change/uninstall.ts'
import { update } from '../../services/installer/src/commands/change/update.ts'
import { doctor } from '../../services/installer/src/commands/check/doctor.ts'
import { outdated } from '../../services/installer/src/commands/check/outdated.ts'
import { verify } from '../../services/installer/src/commands/check/verify.ts'
import { env } from '../../services/installer/src/commands/setup/env.ts'
import { info } from '../../services/installer/src/commands/use/info.ts'
import { inspect } from '../../services/installer/src/commands/use/inspect.ts'
import { list } from '../../services/installer/src/commands/use/list.ts'
import { run } from '../../services/installer/src/commands/use/run.ts'
import { skill } from '../../services/installer/src/commands/use/skill.ts'
import { tools } from '../../services/installer/src/commands/use/tools.ts'
import { exampleManifestJson } from '../support/example-manifest.ts'
import { fakeApt } from '../support/fake-apt.ts'
import { fileServer } from '../support/file-server.ts'
import { binaryManifest, folderRegistry, greetScript, tarball } from '../support/folder-registry.ts'
import { type InstallerUser, installerUser } from '../support/installer-context.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

let archive: Uint8Array
beforeAll(async () => {
  archive = await tarball({ 'bin/greet': greetScript })
})

interface Clone extends InstallerUser {
  at: (file: string) => string
  /** Whether anything that the third-party record names was run. */
  hasRun: () => Promise<boolean>
  record: () => Promise<Record<string, unknown>>
}

/** A folder of another user whose record runs something else, and a user who cloned it. */
async function clone({ isDeclared = true } = {}): Promise<Clone> {
  const { url } = await fileServer({ '/greet.tar.gz': archive })
  const environment = {
    CLI_APPS_REGISTRY: await folderRegistry([binaryManifest(archive)]),
    CLI_APPS_MIRRORS: `https://downloads.test/=${url}/`,
  }
  const otherUser = await installerUser(environment)
  await otherUser.call(install, ['greet'], { yes: true })
  const workspace = await temporaryFolder()
  await cp(otherUser.workspace, workspace, { recursive: true })
  const at = (file: string): string => path.join(workspace, file)
  const marker = path.join(await temporaryFolder(), 'ran')
  const record = async () => JSON.parse(await readFile(at('.cli-apps/apps/greet.json'), 'utf8'))
  const evil = { ...(await record()), argv: ['/bin/sh', '-c', `touch '${marker}'; echo greet 1.2.3`] }
  await writeFile(at('.cli-apps/apps/greet.json'), jsonText(evil))
  if (!isDeclared) for (const file of ['cli-apps.json', 'cli-apps.lock']) await rm(at(file))
  return { ...(await installerUser(environment, { workspace })), at, record, hasRun: () => exists(marker) }
}

const yes = { yes: true }

describe('a record that came with a cloned workspace', () => {
  it.each<[string, Command, string[], OptionValues]>([
    ['inspect', inspect, ['greet'], {}],
    ['skill show', skill, ['show', 'greet'], {}],
    ['skill render --fresh', skill, ['render', 'greet'], { fresh: true, ...yes }],
    ['tools show', tools, ['show', 'greet.hello'], {}],
    ['tools list --app', tools, ['list'], { app: 'greet' }],
    ['env list', env, ['list', 'greet'], {}],
  ])('is refused by %s', async (_what, command, args, options) => {
    const user = await clone()
    await expect(user.call(command, args, options)).rejects.toMatchObject({
      code: 'record.foreign',
      hint: expect.stringContaining('npx cli-apps install greet'),
    })
    expect(await user.hasRun()).toBe(false)
  })

  it('is not run, by its arguments or by a command', async () => {
    const user = await clone()
    for (const [command, args] of [
      [run, ['greet', 'hello']],
      [tools, ['run', 'greet.hello']],
    ] as const)
      expect(await user.call(command, [...args])).toMatchObject({
        value: { ok: false, error: { code: 'record.foreign' } },
        exitStatus: 125,
      })
    expect(await user.hasRun()).toBe(false)
  })

  it('is shown as untrusted, and is not shown to models', async () => {
    const user = await clone()
    expect((await user.call(list)).value).toMatchObject({ apps: [{ name: 'greet', foreign: true }] })
    expect(user.notices).toEqual([expect.stringContaining('cli-apps install greet')])
    expect((await user.call(tools, ['list'])).value).toEqual({})
    expect((await user.call(info, ['greet'])).value).toMatchObject({ installed: null })
    const { value, exitStatus } = await user.call(verify)
    expect([value, exitStatus]).toMatchObject([{ faults: [{ code: 'record.foreign', app: 'greet' }] }, 8])
    expect(await user.hasRun()).toBe(false)
  })

  it.each<[string, Command, string[], OptionValues]>([
    ['install', install, ['greet'], yes],
    ['ci', ci, [], yes],
    ['update', update, [], yes],
    ['doctor --fix', doctor, [], { fix: true, ...yes }],
  ])('is replaced by a real install by %s', async (_what, command, args, options) => {
    const user = await clone()
    expect((await user.call(command, args, options)).exitStatus ?? 0).toBe(0)
    const { argv, store } = await user.record()
    expect(String(store)).toContain(user.home)
    expect(argv).toEqual([expect.stringContaining(user.home)])
    expect((await user.call(run, ['greet', 'hello', 'Ann'])).exitStatus ?? 0).toBe(0)
    expect((await user.call(list)).value).toMatchObject({ apps: [{ foreign: false }] })
    expect((await user.call(doctor)).value).toMatchObject({ faults: [] })
    expect(await user.hasRun()).toBe(false)
  })

  it('without declaration or lock is installed only by a command that names it', async () => {
    const user = await clone({ isDeclared: false })
    const before = await readFile(user.at('.cli-apps/apps/greet.json'), 'utf8')
    const fixed = await user.call(doctor, [], { fix: true, ...yes })
    expect(fixed).toMatchObject({
      value: { faults: expect.arrayContaining([expect.objectContaining({ code: 'record.foreign' })]) },
    })
    expect((await user.call(update, [], yes)).value).toMatchObject({ updated: [], current: [], skipped: [] })
    expect((await user.call(outdated)).value).toMatchObject({ apps: [] })
    expect(await readFile(user.at('.cli-apps/apps/greet.json'), 'utf8')).toBe(before)
    expect(await exists(path.join(user.home, 'cli-apps/store'))).toBe(false)
    expect(await user.hasRun()).toBe(false)
  })

  it('is still untrusted if a journal of the clone installed it', async () => {
    const user = await clone()
    const record = await readFile(user.at('.cli-apps/apps/greet.json'), 'utf8')
    await rm(user.at('.cli-apps/apps/greet.json'))
    const staged = user.at('.cli-apps/txn/0123456789abcdef')
    await cp(user.at('skills'), staged, { recursive: true })
    await writeFile(path.join(staged, '0'), record)
    const changes = [{ path: '.cli-apps/apps/greet.json', staged: '0' }]
    await writeFile(`${staged}.json`, jsonText({ txn: 1, command: 'install greet', changes }))
    expect((await user.call(list)).value).toMatchObject({ apps: [{ name: 'greet', foreign: true }] })
    expect(await user.call(run, ['greet'])).toMatchObject({ exitStatus: 125 })
    expect(await user.hasRun()).toBe(false)
  })

  it('is removed by uninstall with its own files', async () => {
    const user = await clone()
    await user.call(uninstall, ['greet'], yes)
    expect((await user.call(list)).value).toMatchObject({ apps: [] })
    expect(await readdir(user.workspace)).not.toContain('skills')
    expect(await user.hasRun()).toBe(false)
  })
})

it('uninstalling a record of a clone removes no system package, even one that this user installed', async () => {
  const apt = await fakeApt(greetScript)
  const manifest = exampleManifestJson({ install: [{ method: 'apt', package: 'greet' }] })
  const environment = {
    CLI_APPS_REGISTRY: await folderRegistry([manifest]),
    PATH: `${apt.bin}:${process.env.PATH}`,
  }
  const user = await installerUser(environment)
  await user.call(install, ['greet'], yes)
  const file = path.join(user.workspace, '.cli-apps/apps/greet.json')
  const { record_signature: _, ...record } = JSON.parse(await readFile(file, 'utf8'))
  await writeFile(file, jsonText(record))
  const { value } = await user.call(uninstall, ['greet'], { 'dry-run': true })
  expect(JSON.stringify(value)).toContain('came with this folder')
  await user.call(uninstall, ['greet'], yes)
  expect(await apt.installed()).toEqual(['greet'])
  expect(await exists(file)).toBe(false)
})

it('a workspace that its user moved or copied keeps its installed apps', async () => {
  const { url } = await fileServer({ '/greet.tar.gz': archive })
  const environment = {
    CLI_APPS_REGISTRY: await folderRegistry([binaryManifest(archive)]),
    CLI_APPS_MIRRORS: `https://downloads.test/=${url}/`,
  }
  const user = await installerUser(environment)
  await user.call(install, ['greet'], yes)
  const workspace = path.join(await temporaryFolder(), 'copy')
  await cp(user.workspace, workspace, { recursive: true })
  const there = await installerUser(environment, { home: user.home, workspace })
  expect((await there.call(run, ['greet', 'hello', 'Ann'])).exitStatus ?? 0).toBe(0)
})
