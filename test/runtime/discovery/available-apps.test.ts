import { mkdir, writeFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { openAvailableApps } from '../../../packages/runtime/src/discovery/available-apps.ts'
import { exampleManifestJson } from '../../support/example-manifest.ts'
import { loopbackServer } from '../../support/file-server.ts'
import { createFixtureWorkspace } from '../../support/fixture-workspace.ts'
import { folderRegistry } from '../../support/folder-registry.ts'

async function namesWith(declared: string, environment: Record<string, string> = {}): Promise<string[]> {
  await using workspace = await createFixtureWorkspace()
  await mkdir(workspace.root, { recursive: true })
  await writeFile(workspace.file, declared)
  const apps = openAvailableApps(workspace, 'cached', { HOME: workspace.root, ...environment })
  return (await apps()).apps.map(({ name }) => name)
}

it('are those of the catalog if nothing else is declared', async () => {
  expect(await namesWith('{"apps": {}}')).toContain('ffmpeg')
})

it('are those of the registries that the workspace declares, or that the environment names before them', async () => {
  const folder = await folderRegistry([exampleManifestJson({ name: 'greet' })])
  expect(await namesWith(JSON.stringify({ apps: {}, registries: [folder] }))).toEqual(['greet'])
  expect(await namesWith('{"apps": {}}', { CLI_APPS_REGISTRY: folder })).toEqual(['greet'])
})

it('are empty for a server without cached data, which is not contacted', async () => {
  let asked = 0
  const url = await loopbackServer((_, response) => {
    asked++
    response.end('{}')
  })
  expect(await namesWith(JSON.stringify({ apps: {}, registries: [url] }))).toEqual([])
  expect(asked).toBe(0)
})

it.each(['{"apps": ', '{"apps": {}, "registries": ["./nothing"]}'])(
  'are no failure for %s',
  async (declared) => {
    expect(await namesWith(declared)).toEqual(expect.any(Array))
  },
)

it('are empty if their discovery is off', async () => {
  await using workspace = await createFixtureWorkspace()
  expect(await openAvailableApps(workspace, 'off', {})()).toMatchObject({ apps: [], missing: [] })
})
