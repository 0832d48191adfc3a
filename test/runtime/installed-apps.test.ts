import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createRuntime, type Runtime } from '../../packages/runtime/src/index.ts'
import { openInstalledApps } from '../../packages/runtime/src/installed-apps.ts'
import { createFixtureWorkspace, damageRecord, type FixtureWorkspace } from '../support/fixture-workspace.ts'

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

it('an install, an update and a removal show without a restart', async () => {
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

it('a damaged record hurts no other app, and is seen again once it is whole', async () => {
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
  const app = await openInstalledApps(workspace).get(name)
  expect(app).toMatchObject({ error: { code: 'record.corrupt' } })
})

it('files of other kinds are no apps', async () => {
  await workspace.install('ollama')
  await writeFile(path.join(workspace.records, 'README.md'), '')
  await writeFile(path.join(workspace.records, 'Bad Name.json'), '')
  expect((await openInstalledApps(workspace).list()).map(({ name }) => name)).toEqual(['ollama'])
})

it('gives the same list while nothing changes', async () => {
  await workspace.install('ollama')
  const apps = openInstalledApps(workspace)
  expect(await apps.list()).toBe(await apps.list())
})

it('a workspace that is not there is refused at once', async () => {
  await rm(workspace.root, { recursive: true })
  await expect(createRuntime({ workspace: workspace.root })).rejects.toMatchObject({
    code: 'workspace.missing',
  })
})
