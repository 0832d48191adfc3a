import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ChangePlan } from '@cli-apps/core/results'
import { describe, expect, it } from 'vitest'
import { createMachine, type Machine } from '../../support/cli.ts'
import { fileServer } from '../../support/file-server.ts'
import { binaryManifest, folderRegistry, greetScript, tarball } from '../../support/folder-registry.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

interface Publisher extends Machine {
  /** Writes the manifest of `greet` to a file of the workspace. */
  write: (changes?: Record<string, unknown>, file?: string) => Promise<void>
  locked: () => Promise<Record<string, { version: string; registry: string }>>
}

async function publisher(): Promise<Publisher> {
  const archive = await tarball({ 'bin/greet': greetScript })
  const { url } = await fileServer({ '/greet.tar.gz': archive })
  const machine = await createMachine({ CLI_APPS_MIRRORS: `https://downloads.test/=${url}/` })
  const write: Publisher['write'] = async (changes = {}, file = 'greet.json') =>
    writeFile(path.join(machine.workspace, file), JSON.stringify(binaryManifest(archive, changes)))
  await write()
  const lock = path.join(machine.workspace, 'cli-apps.lock')
  return { ...machine, write, locked: async () => JSON.parse(await readFile(lock, 'utf8')).apps }
}

describe('install with a manifest file', () => {
  it('installs the app without a registry, and locks path and digest of the file', async () => {
    const { cli, locked, workspace } = await publisher()
    const plan = ChangePlan.parse((await cli('install', './greet.json', '--dry-run', '--json')).json())
    expect(plan.changes[0]).toMatchObject({ subject: 'greet', facts: { method: 'binary', source: 'build' } })
    expect((await cli('install', './greet.json')).status).toBe(2)
    expect(await cli('install', path.join(workspace, 'greet.json'), '--yes')).toMatchObject({ status: 0 })
    expect((await locked()).greet).toMatchObject({ version: '1.2.3', registry: './greet.json' })
    expect((await cli('run', 'greet', 'hello', 'Ann')).stdout).toBe('Hello, Ann!\n')
    for (const args of [['verify'], ['outdated'], ['ci', '--yes'], ['lock', '--check'], ['info', 'greet']])
      expect(await cli(...args), args.join(' ')).toMatchObject({ status: 0 })
    expect((await cli('uninstall', 'greet', '--yes')).status).toBe(0)
    expect(await readFile(path.join(workspace, 'greet.json'), 'utf8')).toContain('1.2.3')
  })

  it('takes a change of the file with update or install, also of the same version', async () => {
    const { cli, write, workspace } = await publisher()
    await cli('install', './greet.json', '--yes')
    await write({ summary: 'Says hello to people' })
    expect(await cli('update', '--yes')).toMatchObject({ status: 0 })
    const skill = path.join(workspace, 'skills/cli-app-greet/SKILL.md')
    expect(await readFile(skill, 'utf8')).toContain('Says hello to people')
    await write({ summary: 'Says goodbye to people' })
    expect(await cli('install', './greet.json', '--yes')).toMatchObject({ status: 0 })
    expect(await readFile(skill, 'utf8')).toContain('Says goodbye to people')
  })

  it('is restored by ci in a clone while the file is as it was locked', async () => {
    const { cli, write, workspace, home } = await publisher()
    await cli('install', './greet.json', '--yes')
    const clone = await temporaryFolder()
    await cp(workspace, clone, { recursive: true })
    const forget = async (): Promise<void> => {
      await rm(path.join(clone, '.cli-apps'), { recursive: true, force: true })
      await rm(path.join(home, 'cli-apps/store'), { recursive: true, force: true })
    }
    await forget()
    expect(await cli('ci', '--yes', '--workspace', clone)).toMatchObject({ status: 0 })
    await forget()
    await write({ summary: 'Another text' }, path.relative(workspace, path.join(clone, 'greet.json')))
    expect(await cli('ci', '--yes', '--workspace', clone)).toMatchObject({
      status: 8,
      stderr: expect.stringContaining('was changed after greet was locked'),
    })
    await rm(path.join(clone, 'greet.json'))
    expect(await cli('ci', '--yes', '--workspace', clone)).toMatchObject({
      status: 4,
      stderr: expect.stringContaining('greet.json was not found'),
    })
  })

  it('says what a registry would refuse, and that others will not have the file', async () => {
    const { cli, write, workspace } = await publisher()
    await write({ homepage: 'https://127.0.0.1/' })
    const { stderr } = await cli('install', './greet.json')
    expect(stderr).toContain('a registry would refuse or hold it: line 1, homepage')
    const folder = await temporaryFolder()
    await cp(path.join(workspace, 'greet.json'), path.join(folder, 'greet.json'))
    expect((await cli('install', path.join(folder, 'greet.json'))).stderr).toContain(
      'a clone will not have it',
    )
  })

  it('says that the app moves, if a registry had it until now', async () => {
    const { cli, locked, workspace } = await publisher()
    const json = JSON.parse(await readFile(path.join(workspace, 'greet.json'), 'utf8'))
    const registry = await folderRegistry([json])
    await cli('install', 'greet', '--registry', registry, '--yes')
    const { stderr, status } = await cli('install', './greet.json', '--yes')
    expect([status, stderr]).toEqual([0, expect.stringContaining(`came from ${registry} until now`)])
    expect((await locked()).greet?.registry).toBe('./greet.json')
  })

  it('refuses what is no manifest, a shell, and an app that is named twice', async () => {
    const { cli, write, workspace } = await publisher()
    const refusal = async (...args: string[]) => {
      const { status, stderr } = await cli('install', ...args, '--yes')
      return [status, stderr]
    }
    expect(await refusal('./none.json')).toEqual([4, expect.stringContaining('File not found: ./none.json')])
    await writeFile(path.join(workspace, 'bad.json'), '{')
    expect(await refusal('./bad.json')).toEqual([3, expect.stringContaining('is not JSON')])
    await write({ summary: 7 }, 'invalid.json')
    expect(await refusal('./invalid.json')).toEqual([3, expect.stringContaining('summary')])
    await write({ entry_point: 'bash' }, 'shell.json')
    expect(await refusal('./shell.json')).toEqual([6, expect.stringContaining('--allow-general')])
    expect(await refusal('./greet.json', 'greet')).toEqual([2, expect.stringContaining('named twice')])
  })
})
