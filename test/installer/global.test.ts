import { mkdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { exists, findBubblewrap, userWorkspace } from '@cli-apps/core/node'
import { createRuntime } from '@cli-apps/runtime'
import { describe, expect, it } from 'vitest'
import { greetMachine } from '../support/greet-machine.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const machine = () =>
  greetMachine([
    { version: '1.0.0', changes: { aliases: ['hello'] } },
    { version: '2.0.0', changes: { aliases: ['hello'] } },
  ])

interface Listed {
  apps: { name: string; version: string; global: boolean; skill: string }[]
}

describe('install --global', () => {
  it('installs into a private workspace of the user, and leaves the folder alone', async () => {
    const { cli, environment, workspace } = await machine()
    expect(await cli('install', '--global', 'greet@1.0.0', '--yes')).toMatchObject({ status: 0 })
    const own = userWorkspace(environment)
    expect((await stat(own.root)).mode & 0o077).toBe(0)
    expect(await readFile(own.file, 'utf8')).toContain('"greet"')
    expect(await exists(path.join(own.root, 'skills', 'cli-app-greet', 'SKILL.md'))).toBe(true)
    for (const made of ['cli-apps.json', 'cli-apps.lock', 'skills'])
      expect(await exists(path.join(workspace, made)), made).toBe(false)
  })

  it('is seen by every workspace, where its own apps come first', async () => {
    const { cli, environment } = await machine()
    await cli('install', '-g', 'greet@1.0.0', '--yes')
    const skill = path.join(userWorkspace(environment).root, 'skills', 'cli-app-greet', 'SKILL.md')
    expect((await cli('list', '--json')).json<Listed>().apps).toMatchObject([
      { name: 'greet', version: '1.0.0', global: true, skill },
    ])
    expect((await cli('run', 'hello', '--version')).stdout).toContain('1.0.0')
    await cli('install', 'greet@2.0.0', '--yes')
    expect((await cli('list', '--json')).json<Listed>().apps).toMatchObject([
      { name: 'greet', version: '2.0.0', global: false, skill: 'skills/cli-app-greet/SKILL.md' },
    ])
    expect((await cli('run', 'greet', '--version')).stdout).toContain('2.0.0')
    expect((await cli('list', '-g', '--json')).json<Listed>().apps).toMatchObject([{ version: '1.0.0' }])
    expect(await cli('uninstall', 'greet', '--yes')).toMatchObject({ status: 0 })
    expect((await cli('run', 'greet', '--version')).stdout).toContain('1.0.0')
  })

  it('is not removed from a workspace that only sees it', async () => {
    const { cli } = await machine()
    await cli('install', '-g', 'greet', '--yes')
    expect(await cli('uninstall', 'greet', '--yes')).toMatchObject({ status: 4 })
    expect(await cli('uninstall', '-g', 'greet', '--yes')).toMatchObject({ status: 0 })
    expect((await cli('list', '--json')).json<Listed>().apps).toEqual([])
  })

  it('is refused together with a workspace', async () => {
    const { cli, workspace } = await machine()
    expect(await cli('install', '-g', 'greet', '--workspace', workspace, '--yes')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('either --global or --workspace'),
    })
  })

  it('shows agents the skill in the user’s folder, unless the host does without', async () => {
    const { cli, environment } = await machine()
    const folder = await temporaryFolder()
    const settings = { workspace: folder, environment, home: environment.CLI_APPS_HOME ?? '' }
    await using early = await createRuntime(settings)
    await cli('install', '-g', 'greet', '--yes')
    await using runtime = await createRuntime(settings)
    const file = path.join(userWorkspace(environment).root, 'skills', 'cli-app-greet', 'SKILL.md')
    for (const one of [early, runtime]) expect(await one.context('Say hello with @greet.')).toContain(file)
    await using without = await createRuntime({ ...settings, userApps: false, userSkills: false })
    expect((await without.context('Say hello with @greet.')) ?? '').not.toContain(file)
    expect(await exists(path.join(folder, '.cli-apps'))).toBe(false)
  })

  it('runs nothing in the folder of the user’s keys', async ({ skip }) => {
    const { cli, environment } = await machine()
    const { sandbox, reason } = await findBubblewrap(environment)
    if (sandbox === undefined) return skip(reason)
    await cli('install', '-g', 'greet', '--yes')
    const { root } = userWorkspace(environment)
    await mkdir(path.join(root, 'skills', 'mine'))
    for (const folder of [root, path.join(root, 'skills', 'mine')])
      expect(await cli('run', '--workspace', folder, 'greet', '--version')).toMatchObject({
        stderr: expect.stringContaining('no app is run there'),
      })
  })
})
