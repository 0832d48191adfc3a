import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { exists } from '@cli-apps/core/node'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createRuntime, type Runtime } from '../../packages/runtime/src/index.ts'
import { openInstalledApps } from '../../packages/runtime/src/installed-apps.ts'
import {
  buildRecord,
  createFixtureWorkspace,
  damageRecord,
  type FixtureWorkspace,
  writeSignedRecord,
} from '../support/fixture-workspace.ts'

let workspace: FixtureWorkspace
let runtime: Runtime
beforeEach(async () => {
  workspace = await createFixtureWorkspace()
  await mkdir(workspace.root, { recursive: true })
  runtime = await createRuntime({ workspace: workspace.root })
})
afterEach(async () => {
  await runtime.close()
  await workspace[Symbol.asyncDispose]()
})

const description = async (): Promise<string> => (await runtime.tools.list())[0]?.description ?? ''

it('an install, an update and a removal are visible without a restart', async () => {
  expect(await description()).toContain('No app is installed')
  await workspace.install('ollama', { manifest: { summary: 'First summary' } })
  expect(await description()).toContain('- ollama: First summary')
  expect(await runtime.context('@ollama')).toContain('@ollama (installed;')
  await workspace.install('ollama', { manifest: { summary: 'Other summary' } })
  expect(await description()).toContain('- ollama: Other summary')
  await workspace.install('ffmpeg')
  expect(await description()).toMatch(/- ffmpeg: .*\n- ollama: /)
  await workspace.uninstall('ollama')
  expect(await description()).not.toContain('ollama')
  expect(await runtime.context('@ollama')).toBeUndefined()
  expect(await runtime.tools.execute({ name: 'run_cli_app', arguments: { name: 'ollama' } })).toMatchObject({
    error: { code: 'app.not-installed' },
  })
})

it('a damaged record affects no other app, and is accepted again once repaired', async () => {
  await workspace.install('ollama')
  await workspace.install('ffmpeg')
  await damageRecord(workspace, 'ollama')
  expect(await description()).toMatch(/- ffmpeg: Fixture.*\n- ollama: its install record is damaged/)
  await workspace.install('ollama')
  expect(await description()).toMatch(/- ollama: Fixture/)
})

it('a record under the name of another app is damaged', async () => {
  const { name } = await workspace.install('ollama')
  const file = path.join(workspace.records, 'ollama.json')
  await writeFile(file, JSON.stringify({ ...(await workspace.install('gimp')) }))
  const app = await openInstalledApps(workspace, workspace.signatures).get(name)
  expect(app).toMatchObject({ error: { code: 'record.corrupt' } })
})

describe('a record that came with the folder', () => {
  const marked = 'ran.txt'
  const script = `import { writeFileSync } from 'node:fs'; writeFileSync('${marked}', '')`
  const run = (by = runtime) => by.tools.execute({ name: 'run_cli_app', arguments: { name: 'ollama' } })
  const refused = {
    ok: false,
    error: { code: 'record.foreign', hint: expect.stringContaining('npx cli-apps') },
  }
  const file = () => path.join(workspace.records, 'ollama.json')
  const ran = () => exists(path.join(workspace.root, marked))

  it.each<[string, (record: Record<string, unknown>) => Record<string, unknown>]>([
    ['has no signature', ({ record_signature: _, ...record }) => record],
    ['has a made-up signature', (record) => ({ ...record, record_signature: 'A'.repeat(43) })],
    [
      'was signed and runs another program now',
      (record) => ({ ...record, argv: [process.execPath, '-e', '0'] }),
    ],
  ])('%s: it is never run, and models do not see it', async (_what, change) => {
    await workspace.install('ollama', { script })
    await writeFile(file(), JSON.stringify(change(JSON.parse(await readFile(file(), 'utf8')))))
    expect(await run()).toMatchObject(refused)
    expect(await ran()).toBe(false)
    expect(await description()).toContain('No app is installed')
    expect(await runtime.context('@ollama', [{ name: 'ollama' }])).toBeUndefined()
  })

  it('of another user is never run, until this user installs the app', async () => {
    const home = path.join(workspace.root, '../home of another')
    await workspace.install('ollama', { script })
    await using other = await createRuntime({ workspace: workspace.root, home })
    expect(await run(other)).toMatchObject(refused)
    expect(await ran()).toBe(false)
    expect(await run()).toMatchObject({ ok: true, exit_code: 0 })
    await writeSignedRecord(workspace, buildRecord('ollama', { argv: [process.execPath, '-e', '0'] }), home)
    expect(await run(other)).toMatchObject({ ok: true, exit_code: 0 })
    expect(await run()).toMatchObject(refused)
  })

  it('is recognized by the home in the environment of apps, before that of this process', async () => {
    const home = path.join(workspace.root, '../home of another')
    await workspace.install('ollama', { script })
    for (const [environment, answer] of [
      [{ PATH: '/usr/bin' }, { ok: true }],
      [{ PATH: '/usr/bin', CLI_APPS_HOME: home }, refused],
    ] as const) {
      await using other = await createRuntime({ workspace: workspace.root, environment })
      expect(await run(other)).toMatchObject(answer)
    }
  })
})

it('other kinds of files are not apps', async () => {
  await workspace.install('ollama')
  await writeFile(path.join(workspace.records, 'README.md'), '')
  await writeFile(path.join(workspace.records, 'Bad Name.json'), '')
  expect((await openInstalledApps(workspace, workspace.signatures).list()).map(({ name }) => name)).toEqual([
    'ollama',
  ])
})

it('returns the same list while nothing changes', async () => {
  await workspace.install('ollama')
  const apps = openInstalledApps(workspace, workspace.signatures)
  expect(await apps.list()).toBe(await apps.list())
})

it('a missing workspace is refused immediately', async () => {
  await rm(workspace.root, { recursive: true })
  await expect(createRuntime({ workspace: workspace.root })).rejects.toMatchObject({
    code: 'workspace.missing',
  })
})

it.each(['.cli-apps/apps/other.json', '.cli-apps/commands', '.cli-apps/commands/ollama.json'])(
  '%s as a link to itself takes nothing from an app',
  async (place) => {
    await workspace.install('ollama')
    const file = path.join(workspace.root, place)
    await mkdir(path.dirname(file), { recursive: true })
    await symlink(file, file)
    expect(await description()).toContain('- ollama: Fixture')
    expect((await runtime.find('ollama')).hits.map(({ name }) => name)).toContain('ollama')
    expect(await runtime.context('@ollama')).toContain('@ollama (installed;')
    await expect(runtime.systemPrompt()).resolves.not.toThrow()
    expect(await runtime.tools.execute({ name: 'run_cli_app', arguments: { name: 'ollama' } })).toMatchObject(
      {
        ok: true,
      },
    )
    expect(await runtime.tools.execute({ name: 'run_cli_app', arguments: { name: 'other' } })).toMatchObject({
      error: { code: expect.stringMatching(/^(record.corrupt|app.not-installed)$/) },
    })
  },
)

it.each(['a link to itself', 'a file'])(
  'a state folder that is %s is a workspace without apps',
  async (kind) => {
    await (kind === 'a file' ? writeFile(workspace.state, '') : symlink(workspace.state, workspace.state))
    expect(await description()).toContain('No app is installed')
    const { hits } = await runtime.find('ollama')
    expect(hits.filter(({ kind }) => kind === 'app')).toEqual([])
    expect(await runtime.context('@ollama')).toBeUndefined()
  },
)
