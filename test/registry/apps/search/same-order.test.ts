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

it('the shipped catalog and the runtime find the same apps in one order, and so do a smaller catalog and a registry of it', async () => {
  await using workspace = await createFixtureWorkspace()
  await mkdir(workspace.root, { recursive: true })
  await using runtime = await createRuntime({ workspace: workspace.root, sandbox: 'off', audit: false })
  const trust = { trustFolder: workspace.root, onStale: () => {} }
  const shipped = await openRegistry(builtInCatalog, { cacheFolder: workspace.root, ...trust })
  const found: string[] = []
  for (const q of [...queries, ...tasks]) {
    const apps = (await shipped.search(q, 5)).apps.map(({ name }) => name)
    const { hits } = await runtime.find(q, { limit: 5, kind: 'available_app' })
    expect(hits.length).toBeGreaterThan(0)
    expect(hits.map(({ name }) => name)).toEqual(apps.slice(0, hits.length))
    found.push(...apps)
  }

  const folder = await temporaryFolder()
  const playbooks = await copyPlaybooks(folder, found)
  const database = await openEmbedded(undefined)
  await database.migrate()
  const now = () => new Date()
  const seeded = await seedCatalog(database.queries, { folder, now: now() })
  expect(seeded.refused).toEqual([])
  expect(seeded.playbooks.loaded).toEqual(playbooks)
  const app = createApp(await createDeps(database, { log: pino({ level: 'silent' }), now }))
  const catalog = catalogRegistry(builtInCatalog, folder, trust)
  for (const q of [...queries, ...tasks]) {
    const offline = await catalog.search(q, 5)
    const response = await app.request(`/v1/search?limit=5&q=${encodeURIComponent(q)}`)
    const served = SearchPage.parse(await response.json())
    expect(served.playbooks).toEqual(offline.playbooks)
    if (tasks.includes(q)) expect(served.playbooks.length).toBeGreaterThan(0)
    const inOrder = ({ name, recipes }: Pick<(typeof served.items)[number], 'name' | 'recipes'>) => ({
      name,
      recipes,
    })
    expect(served.items.map(inOrder)).toEqual(offline.apps.map(inOrder))
    expect(served.items.length).toBeGreaterThan(0)
  }
  await database.close()
})

/** Puts the playbooks of the catalog into a folder, with their apps and others, and returns the names of the playbooks. */
async function copyPlaybooks(to: string, others: readonly string[]): Promise<string[]> {
  const catalog = resourceFolder('catalog')
  for (const part of ['trees', 'closures', 'playbooks', 'recipes'])
    await symlink(path.join(catalog, part), path.join(to, part))
  const names = await playbookNames(catalog)
  const apps = new Set(others)
  for (const name of names) {
    const playbook = await readPlaybook(catalog, name)
    for (const app of playbook === undefined ? [] : playbookApps(playbook)) apps.add(app)
  }
  for (const app of apps) await copyFile(path.join(catalog, `${app}.json`), path.join(to, `${app}.json`))
  return names
}
