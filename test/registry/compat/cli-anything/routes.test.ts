import { parseFrontmatter } from '@cli-apps/core/skill'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { manifestOf } from '../../../support/manifest-of.ts'
import { createTestRegistry, type TestRegistry } from '../../../support/test-registry.ts'

let registry: TestRegistry
beforeAll(async () => {
  registry = await createTestRegistry()
})
beforeEach(() => registry.reset())
afterAll(() => registry.close())

const pip = { method: 'pip', package: 'tidy', version: '1.0.0' }

async function catalog(path: string) {
  const response = await registry.get(path)
  expect(response.status).toBe(200)
  return (await response.json()) as { meta: Record<string, unknown>; clis: Record<string, unknown>[] }
}

test('both catalogs exist even if they are empty', async () => {
  for (const path of ['/registry.json', '/public_registry.json'])
    expect(await catalog(path)).toMatchObject({ clis: [], meta: { total: 0 } })
})

test('every app is in exactly one catalog: pip apps in the harness catalog, all others in the public one', async () => {
  const token = await registry.token('ann', 'publish:*')
  await registry.publish(manifestOf(), token)
  await registry.publish(manifestOf({ name: 'tidy', version: '1.0.0', install: [pip] }), token)
  const [harness, others] = [await catalog('/registry.json'), await catalog('/public_registry.json')]
  expect(harness.clis).toMatchObject([{ name: 'tidy', install_cmd: 'pip install tidy==1.0.0' }])
  expect(others.clis).toMatchObject([{ name: 'prettier', npm_package: 'prettier' }])
  expect(others.meta).toMatchObject({ updated: '2026-01-02', listed: 1, total: 2 })
})

test('a catalog is updated by a publish, and has an ETag', async () => {
  const token = await registry.token('ann', 'publish:*')
  await registry.publish(manifestOf(), token)
  const etag = (await registry.get('/public_registry.json')).headers.get('etag') ?? ''
  expect((await registry.get('/public_registry.json', { 'If-None-Match': etag })).status).toBe(304)
  await registry.publish(manifestOf({ version: '3.7.0' }), token)
  expect((await catalog('/public_registry.json')).clis).toMatchObject([{ version: '3.7.0' }])
})

test('the skill that an entry names exists, has that name, and begins with the installation', async () => {
  await registry.publish(manifestOf(), await registry.token('ann', 'publish:*'))
  const [entry] = (await catalog('/public_registry.json')).clis
  const text = await (await registry.get(`/${entry?.skill_md}`)).text()
  const { frontmatter, body } = parseFrontmatter(text)
  expect(frontmatter.name).toBe('cli-app-prettier')
  expect(frontmatter.description.length).toBeLessThanOrEqual(1024)
  expect(body.indexOf('npx cli-apps install prettier')).toBeLessThan(body.indexOf('Opinionated'))
})

test.each(['/skills/cli-app-nothing/SKILL.md', '/skills/prettier/SKILL.md', '/skills/cli-app-/SKILL.md'])(
  '%s is a 404',
  async (path) => {
    expect((await registry.get(path)).status).toBe(404)
  },
)

test('unknown parameters are ignored', async () => {
  expect((await registry.get('/registry.json?t=1')).status).toBe(200)
})
