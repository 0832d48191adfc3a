import { mkdir } from 'node:fs/promises'
import { SearchPage } from '@cli-apps/core'
import { builtInCatalog, openRegistry, playbookNames, resourceFolder } from '@cli-apps/core/node'
import pino from 'pino'
import { expect, it } from 'vitest'
import { createRuntime } from '../../../../packages/runtime/src/index.ts'
import { createApp } from '../../../../services/registry/src/app.ts'
import { seedCatalog } from '../../../../services/registry/src/apps/publish/seed-catalog.ts'
import { openEmbedded } from '../../../../services/registry/src/db/embedded/open-embedded.ts'
import { createDeps } from '../../../../services/registry/src/deps.ts'
import { createFixtureWorkspace } from '../../../support/fixture-workspace.ts'

const queries = [
  'convert video to gif',
  'json',
  'find files by content',
  '视频转GIF',
  '批量重命名文件',
  '管理数据库',
  '查天气',
  'ripgrep',
]
/** What playbooks of the catalog do. */
const tasks = [
  'turn a csv file into a bar chart',
  'make a scanned page searchable',
  '把 CSV 文件画成柱状图',
  'encrypt an archive',
]

it('the shipped catalog, the registry and the runtime find the same apps in one order, and the same playbooks', {
  timeout: 240_000,
}, async () => {
  const database = await openEmbedded(undefined)
  await database.migrate()
  const now = () => new Date()
  const folder = resourceFolder('catalog')
  const seeded = await seedCatalog(database.queries, { folder, now: now() })
  expect(seeded.refused).toEqual([])
  expect(seeded.playbooks.loaded).toEqual(await playbookNames(folder))
  const app = createApp(await createDeps(database, { log: pino({ level: 'silent' }), now }))
  await using workspace = await createFixtureWorkspace()
  await mkdir(workspace.root, { recursive: true })
  await using runtime = await createRuntime({ workspace: workspace.root, sandbox: 'off', audit: false })
  const options = { cacheFolder: workspace.root, trustFolder: workspace.root, onStale: () => {} }
  const catalog = await openRegistry(builtInCatalog, options)
  for (const q of [...queries, ...tasks]) {
    const { apps: offline, playbooks } = await catalog.search(q, 5)
    const response = await app.request(`/v1/search?limit=5&q=${encodeURIComponent(q)}`)
    const { items, playbooks: served } = SearchPage.parse(await response.json())
    expect(served).toEqual(playbooks)
    if (tasks.includes(q)) expect(served.length).toBeGreaterThan(0)
    const { hits } = await runtime.find(q, { limit: 5, kind: 'available_app' })
    const names = offline.map(({ name }) => name)
    expect(items.map(({ name }) => name)).toEqual(names)
    expect(items.map(({ recipes }) => recipes)).toEqual(offline.map(({ recipes }) => recipes))
    expect(hits.length).toBeGreaterThan(0)
    expect(hits.map(({ name }) => name)).toEqual(names.slice(0, hits.length))
  }
  await database.close()
})
