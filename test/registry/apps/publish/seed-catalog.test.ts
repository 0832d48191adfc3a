import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { seedCatalog } from '../../../../services/registry/src/apps/publish/seed-catalog.ts'
import { apps, versions } from '../../../../services/registry/src/db/schema.ts'
import { manifestOf } from '../../../support/manifest-of.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { createTestRegistry, type TestRegistry } from '../../../support/test-registry.ts'

let registry: TestRegistry
beforeAll(async () => {
  registry = await createTestRegistry()
})
beforeEach(() => registry.reset())
afterAll(() => registry.close())

async function catalogOf(files: Record<string, unknown>): Promise<string> {
  const folder = await temporaryFolder()
  for (const [name, value] of Object.entries(files))
    await writeFile(path.join(folder, name), typeof value === 'string' ? value : JSON.stringify(value))
  return folder
}
const seed = (folder: string, onlyIfEmpty = false) =>
  seedCatalog(registry.database.queries, { folder, now: registry.clock.now, onlyIfEmpty })

test('publishes every valid manifest as the user catalog, and reports the others with the reason', async () => {
  const folder = await catalogOf({
    'prettier.json': manifestOf(),
    'bash.json': manifestOf({ name: 'bash', entry_point: 'bash' }),
    'broken.json': '{',
    'wrong.json': manifestOf({ name: 'wrong', category: 'nope' }),
    'README.md': 'not a manifest',
  })
  const report = await seed(folder)
  expect(report.published).toEqual(['bash@3.6.2', 'prettier@3.6.2'])
  expect(report.refused.map(({ path: file, rule }) => [file, rule])).toEqual([
    ['broken.json', 'json.syntax'],
    ['wrong.json', 'manifest.invalid'],
  ])
  const rows = await registry.database.queries.select().from(versions)
  expect(rows.map(({ publishedBy }) => publishedBy)).toEqual(['catalog', 'catalog'])
})

test('changes nothing on a second run', async () => {
  const folder = await catalogOf({ 'prettier.json': manifestOf() })
  await seed(folder)
  expect(await seed(folder)).toEqual({
    published: [],
    unchanged: ['prettier@3.6.2'],
    playbooks: { loaded: [], unchanged: [], kept: [] },
    refused: [],
  })
})

test('refreshes the documents of more apps than fit into one batch', async () => {
  const names = Array.from({ length: 60 }, (_, index) => `app${index}`)
  const { published } = await seed(
    await catalogOf(Object.fromEntries(names.map((name) => [`${name}.json`, manifestOf({ name })]))),
  )
  expect(published).toHaveLength(60)
  const rows = await registry.database.queries.select().from(apps)
  expect(rows.filter(({ document, latest }) => document !== null && latest !== null)).toHaveLength(60)
})

test('publishes the changed file and leaves the others unchanged', async () => {
  await seed(await catalogOf({ 'prettier.json': manifestOf(), 'svgo.json': manifestOf({ name: 'svgo' }) }))
  const folder = await catalogOf({
    'prettier.json': JSON.stringify(manifestOf(), undefined, 4),
    'svgo.json': manifestOf({ name: 'svgo', version: '3.6.2+1' }),
    'broken.json': '{',
  })
  expect(await seed(folder)).toMatchObject({
    published: ['svgo@3.6.2+1'],
    unchanged: ['prettier@3.6.2'],
    refused: [{ path: 'broken.json', rule: 'json.syntax' }],
  })
})

test('leaves a database that has any app unchanged when it is to fill an empty one', async () => {
  await registry.publish(manifestOf({ name: 'mine' }), await registry.token('ann', 'publish:*'))
  const folder = await catalogOf({ 'prettier.json': manifestOf() })
  expect((await seed(folder, true)).published).toEqual([])
})

test("never takes a name that belongs to another user's app", async () => {
  await registry.publish(
    manifestOf({ name: 'mine', aliases: ['prettier'] }),
    await registry.token('ann', 'publish:*'),
  )
  const report = await seed(await catalogOf({ 'prettier.json': manifestOf() }))
  expect(report.refused).toMatchObject([{ path: 'prettier.json', rule: 'publish.name-taken' }])
})
