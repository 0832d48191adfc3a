import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { userFolders } from '@cli-apps/core/node'
import { ChangePlan } from '@cli-apps/core/results'
import { describe, expect, it } from 'vitest'
import { createMachine } from '../support/cli.ts'
import { fileServer } from '../support/file-server.ts'
import { binaryManifest, folderRegistry, greetScript, tarball } from '../support/folder-registry.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

describe('the folders of a user', () => {
  it.each([
    ['linux', {}, '/home/张 三/.local/share/cli-apps', '/home/张 三/.config/cli-apps'],
    ['linux', { XDG_DATA_HOME: '/d', XDG_CONFIG_HOME: '/c' }, '/d/cli-apps', '/c/cli-apps'],
    ['linux', { HOME: '/other' }, '/other/.local/share/cli-apps', '/other/.config/cli-apps'],
    ['darwin', {}, '/home/张 三/Library/Application Support/cli-apps', '/home/张 三/.config/cli-apps'],
  ] as const)('of %s with %j', (platform, environment, data, config) => {
    expect(userFolders(environment, { platform, home: '/home/张 三' })).toEqual({ data, config })
  })

  it.each([
    [{}, 'C:\\Users\\Ann Lee', 'C:\\Users\\Ann Lee'],
    [{ HOME: '/c/Users/x', USERPROFILE: 'D:\\Users\\张 三' }, 'D:\\Users\\张 三', 'D:\\Users\\张 三'],
  ])('of Windows with %j', (environment, data, config) => {
    expect(userFolders(environment, { platform: 'win32', home: 'C:\\Users\\Ann Lee' })).toEqual({
      data: `${data}\\AppData\\Local\\cli-apps`,
      config: `${config}\\AppData\\Roaming\\cli-apps`,
    })
  })
})

describe('cli-apps config', () => {
  it('changes settings by a plan with consent, and shows where each comes from', async () => {
    const machine = await createMachine({ CLI_APPS_MIRRORS: 'https://b.test=https://n.test' })
    const set = ['config', 'set', 'mirrors.https://a.test/', 'https://m.test/']
    expect((await machine.cli(...set)).status).toBe(2)
    const plan = (await machine.cli(...set, '--dry-run', '--json')).json<ChangePlan>()
    const file = path.join(machine.home, 'config/cli-apps/config.json')
    expect(ChangePlan.parse(plan).changes[0]?.effects).toEqual([{ effect: 'write', path: file }])
    expect((await machine.cli(...set, '--yes', '--json')).json()).toMatchObject({ file, changed: true })
    expect((await machine.cli(...set, '--json')).json()).toMatchObject({ changed: false })
    // A build knows the day of its catalog where it was made from a repository.
    const { catalog_date: date = '2026-01-01', ...list } = (
      await machine.cli('config', 'list', '--json')
    ).json()
    expect(date).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(list).toEqual({
      file,
      settings: [
        { key: 'registries', value: ['catalog:built-in'], source: 'default' },
        { key: 'mirrors.https://a.test', value: 'https://m.test', source: 'user' },
        { key: 'mirrors.https://b.test', value: 'https://n.test', source: 'environment' },
      ],
    })
    expect((await machine.cli('config', 'get', 'registries')).stdout).toBe('catalog:built-in\n')
    expect((await machine.cli('config', 'unset', 'mirrors', '--yes')).status).toBe(0)
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({})
    expect((await machine.cli('config', 'get', 'colour')).status).toBe(4)
  })

  it('refuses a file that is not valid, and names it', async () => {
    const machine = await createMachine()
    await machine.cli('config', 'set', 'registries', 'https://r.test', '--yes')
    const file = path.join(machine.home, 'config/cli-apps/config.json')
    await writeFile(file, '{"mirrors": {"a": "https://m.test"}}')
    expect((await machine.cli('list', '--json')).json()).toMatchObject({
      error: { code: 'config.bad-mirror', message: expect.stringContaining(file) },
    })
    await writeFile(file, '{"registries": "https://r.test"}')
    expect((await machine.cli('list')).stderr).toContain(file)
  })
})

describe('paths with characters that are special in URLs and shells', () => {
  it('work as home, workspace, store and registries', async () => {
    const archive = await tarball({ 'bin/greet': greetScript })
    const { url } = await fileServer({ '/greet.tar.gz': archive })
    const odd = path.join(
      await temporaryFolder(),
      "100% #1 ?a=b&c;d 'e' $HOME 张三".slice(0, 60),
      'x'.repeat(120),
    )
    const registry = path.join(odd, 'registry')
    await cp(await folderRegistry([binaryManifest(archive)]), registry, { recursive: true })
    const workspace = path.join(odd, 'workspace')
    await mkdir(workspace)
    const machine = await createMachine({
      CLI_APPS_HOME: path.join(odd, 'home'),
      CLI_APPS_REGISTRY: new URL(`file://${registry.split('/').map(encodeURIComponent).join('/')}`).href,
      CLI_APPS_MIRRORS: `https://downloads.test/=${url}/`,
    })
    const at = ['--workspace', workspace]
    expect(await machine.cli('install', 'greet', '--yes', ...at)).toMatchObject({ status: 0 })
    expect((await machine.cli('run', ...at, 'greet', 'hello', 'Ann')).stdout).toBe('Hello, Ann!\n')
    expect((await machine.cli('verify', ...at)).status).toBe(0)
    machine.environment.CLI_APPS_REGISTRY = registry
    expect((await machine.cli('info', 'greet', ...at)).status).toBe(0)
    expect((await machine.cli('uninstall', 'greet', '--yes', ...at)).status).toBe(0)
  })
})
