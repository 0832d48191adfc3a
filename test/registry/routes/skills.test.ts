import { parseFrontmatter } from '@cli-apps/core/skill'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { manifestOf } from '../../support/manifest-of.ts'
import { problemOf } from '../../support/problem-of.ts'
import { createTestRegistry, type TestRegistry } from '../../support/test-registry.ts'

let registry: TestRegistry
beforeAll(async () => {
  registry = await createTestRegistry()
  const commands = {
    name: 'prettier',
    commands: Array.from({ length: 60 }, (_, index) => ({
      name: `command-${index}`,
      summary: 'Does one thing and says at length what that one thing is',
      options: Array.from({ length: 8 }, (_, option) => ({
        long: [`--option-${option}`],
        description: 'x'.repeat(80),
      })),
    })),
  }
  const published = await registry.publish(manifestOf({ commands }), await registry.token('ann', 'publish:*'))
  expect(published.status).toBe(201)
})
afterAll(() => registry.close())

test('the skill of an app that is not installed begins with how to install it', async () => {
  const response = await registry.get('/v1/apps/prettier/3.6.2/SKILL.md')
  expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
  const text = await response.text()
  expect(parseFrontmatter(text)).toMatchObject({ frontmatter: { name: 'cli-app-prettier' } })
  expect(text).toContain('npx cli-apps install prettier')
  const etag = response.headers.get('etag') ?? ''
  expect((await registry.get('/v1/apps/prettier/3.6.2/SKILL.md', { 'If-None-Match': etag })).status).toBe(304)
})

test('every reference that a skill names exists', async () => {
  const text = await (await registry.get('/v1/apps/prettier/3.6.2/SKILL.md')).text()
  const references = [...text.matchAll(/\]\((references\/[^)]+)\)/g)].map(([, path]) => path)
  expect(references.length).toBeGreaterThan(0)
  for (const path of references)
    expect((await registry.get(`/v1/apps/prettier/3.6.2/${path}`)).status).toBe(200)
})

test.each([
  ['/v1/apps/prettier/3.6.2/references/none.md', 'skill.no-file'],
  ['/v1/apps/prettier/3.6.2/references/..%2fSKILL.md', 'skill.no-file'],
  ['/v1/apps/prettier/3.6.2/references/__proto__', 'skill.no-file'],
  ['/v1/apps/prettier/9.9.9/SKILL.md', 'version.unknown'],
  ['/v1/apps/nothing/1.0.0/SKILL.md', 'app.unknown'],
])('%s is a 404', async (path, code) => {
  expect(await problemOf(await registry.get(path))).toMatchObject({ status: 404, code })
})
