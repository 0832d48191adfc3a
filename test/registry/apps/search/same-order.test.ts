import { copyFile, mkdir, symlink } from 'node:fs/promises'
import path from 'node:path'
import { playbookApps, SearchPage } from '@cli-apps/core'
import {
  builtInCatalog,
  openRegistry,
  playbookNames,
  readPlaybook,
  resourceFolder,
} from '@cli-apps/core/node'
import pino from 'pino'
import { expect, it } from 'vitest'
import { catalogRegistry } from '../../../../packages/core/src/node/registry/catalog/catalog-registry.ts'
import { createRuntime } from '../../../../packages/runtime/src/index.ts'
import { createApp } from '../../../../services/registry/src/app.ts'
import { seedCatalog } from '../../../../services/registry/src/apps/publish/seed-catalog.ts'
import { openEmbedded } from '../../../../services/registry/src/db/embedded/open-embedded.ts'
import { createDeps } from '../../../../services/registry/src/deps.ts'
import { copyCatalogSample } from '../../../support/catalog-sample.ts'
import { createFixtureWorkspace } from '../../../support/fixture-workspace.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

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

it('a catalog and a registry that was seeded with it find the same apps in one order, and the same playbooks', async () => {
  const folder = await temporaryFolder()
  const playbooks = await copyCatalogWithPlaybooks(folder)
  const database = await openEmbedded(undefined)
  await database.migrate()
  const now = () => new Date()
  const seeded = await seedCatalog(database.queries, { folder, now: now() })
  expect(seeded.refused).toEqual([])
  expect(seeded.playbooks.loaded).toEqual(playbooks)
  const app = createApp(await createDeps(database, { log: pino({ level: 'silent' }), now }))
  const trust = { trustFolder: folder, onStale: () => {} }
  const catalog = catalogRegistry(builtInCatalog, folder, trust)
  for (const q of [...queries, ...tasks]) {
    const offline = await catalog.search(q, 5)
    const response = await app.request(`/v1/search?limit=5&q=${encodeURIComponent(q)}`)
    const served = SearchPage.parse(await response.json())
    expect(served.playbooks).toEqual(offline.playbooks)
    if (tasks.includes(q)) expect(served.playbooks.length).toBeGreaterThan(0)
    const found = ({ name, recipes }: (typeof served.items)[number]) => ({ name, recipes })
    expect(served.items.map(found)).toEqual(offline.apps.map(found))
    expect(served.items.length).toBeGreaterThan(0)
  }
  await database.close()
})

it('the runtime finds the apps of the shipped catalog in the same order', async () => {
  await using workspace = await createFixtureWorkspace()
  await mkdir(workspace.root, { recursive: true })
  await using runtime = await createRuntime({ workspace: workspace.root, sandbox: 'off', audit: false })
  const options = { cacheFolder: workspace.root, trustFolder: workspace.root, onStale: () => {} }
  const catalog = await openRegistry(builtInCatalog, options)
  for (const q of [...queries, ...tasks]) {
    const { apps } = await catalog.search(q, 5)
    const { hits } = await runtime.find(q, { limit: 5, kind: 'available_app' })
    expect(hits.length).toBeGreaterThan(0)
    expect(hits.map(({ name }) => name)).toEqual(apps.slice(0, hits.length).map(({ name }) => name))
  }
})

/** Puts a sample of the catalog into a folder, with its playbooks and their apps, and returns the names of these. */
async function copyCatalogWithPlaybooks(to: string): Promise<string[]> {
  await copyCatalogSample(to)
  const catalog = resourceFolder('catalog')
  for (const more of ['playbooks', 'recipes']) await symlink(path.join(catalog, more), path.join(to, more))
  const names = await playbookNames(catalog)
  for (const name of names)
    for (const app of playbookApps(await readPlaybook(catalog, name)))
      await copyFile(path.join(catalog, `${app}.json`), path.join(to, `${app}.json`))
  return names
}
