import path from 'node:path'
import { canonicalJson, RecipeResults } from '@cli-apps/core'
import { recipeResultsFile, writeFileAtomic } from '@cli-apps/core/node'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { seedCatalog } from '../../../services/registry/src/apps/publish/seed-catalog.ts'
import { documentSets } from '../../../services/registry/src/export/document-sets.ts'
import { manifestOf } from '../../support/manifest-of.ts'
import { problemOf } from '../../support/problem-of.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { createTestRegistry, type TestRegistry } from '../../support/test-registry.ts'

let registry: TestRegistry
beforeAll(async () => {
  registry = await createTestRegistry()
})
beforeEach(() => registry.reset())
afterAll(() => registry.close())

const address = '/v1/apps/prettier/3.6.2/recipes.json'
const results = RecipeResults.parse({
  results: 1,
  name: 'prettier',
  version: '3.6.2',
  program_version: '3.6.2',
  method: 'npm',
  platform: 'linux-x64',
  date: '2026-01-02',
  recipes: { 'check-1': { recipe: `sha256:${'0'.repeat(64)}`, outcome: 'passed' } },
})

/** Seeds a catalog of prettier with these results of its recipes. */
async function seed(document: unknown): Promise<void> {
  const folder = await temporaryFolder()
  await writeFileAtomic(path.join(folder, 'prettier.json'), JSON.stringify(manifestOf()))
  await writeFileAtomic(recipeResultsFile(folder, 'prettier'), JSON.stringify(document, null, 2))
  const { refused } = await seedCatalog(registry.database.queries, { folder, now: registry.clock.now })
  expect(refused).toEqual([])
  registry.deps.changed()
}

it('results of recipes are served apart from the manifest, and may be replaced by those of a later run', async () => {
  await seed(results)
  const before = await (await registry.get('/v1/apps/prettier/3.6.2.json')).json()
  const response = await registry.get(address)
  expect(response.headers.get('cache-control')).not.toContain('immutable')
  expect(await response.text()).toBe(canonicalJson(results))
  const later = { ...results, date: '2026-02-03' }
  await seed(later)
  expect(await (await registry.get(address)).json()).toEqual(later)
  expect(await (await registry.get('/v1/apps/prettier/3.6.2.json')).json()).toEqual(before)
  const again = await registry.get(address, {
    'If-None-Match': (await registry.get(address)).headers.get('etag') ?? '',
  })
  expect(again.status).toBe(304)
})

it('results of recipes are exported', async () => {
  await seed(results)
  const files = new Map<string, string>()
  const snapshot = { db: registry.database.queries, signer: undefined, now: registry.clock.now }
  for (const documents of documentSets)
    for await (const { path: file, content } of documents(snapshot)) files.set(file, String(content))
  expect(files.get(address.slice(1))).toBe(canonicalJson(results))
})

it.each([
  ['of another version', { ...results, version: '3.6.1' }],
  ['that are none', { outcome: 'passed' }],
])('results %s are left out', async (_, document) => {
  await seed(document)
  expect(await problemOf(await registry.get(address))).toMatchObject({ code: 'recipes.none', status: 404 })
})

it('results stay away from an app that somebody else published', async () => {
  await registry.publish(manifestOf({ summary: 'Other words' }), await registry.token('ann', 'publish:*'))
  const folder = await temporaryFolder()
  await writeFileAtomic(path.join(folder, 'prettier.json'), JSON.stringify(manifestOf()))
  await writeFileAtomic(recipeResultsFile(folder, 'prettier'), JSON.stringify(results))
  await seedCatalog(registry.database.queries, { folder, now: registry.clock.now })
  expect((await registry.get(address)).status).toBe(404)
  expect(await problemOf(await registry.get('/v1/apps/nope/1.0.0/recipes.json'))).toMatchObject({
    code: 'app.unknown',
  })
})
