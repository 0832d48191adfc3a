import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAppSource } from '../../../services/registry/src/compat/app-source.ts'
import { compatDocuments } from '../../../services/registry/src/compat/compat-documents.ts'
import { manifestOf } from '../../support/manifest-of.ts'
import { createTestRegistry, type TestRegistry } from '../../support/test-registry.ts'

let registry: TestRegistry
beforeAll(async () => {
  registry = await createTestRegistry()
  const token = await registry.token('ann', 'publish:*')
  await registry.publish(manifestOf({ version: '3.6.2+1' }), token)
})
afterAll(() => registry.close())

test("every document for other clients equals the server's response, with its type", async () => {
  const paths: string[] = []
  const names = ['prettier', 'nothing']
  for await (const { path, content, type } of compatDocuments(createAppSource(registry.deps), names)) {
    const answer = await registry.get(`/${path}`)
    expect({ path, status: answer.status, type: answer.headers.get('content-type') }).toEqual({
      path,
      status: 200,
      type,
    })
    expect(Buffer.from(await answer.arrayBuffer()).equals(Buffer.from(content)), path).toBe(true)
    paths.push(path)
  }
  expect(paths.toSorted()).toEqual([
    '.well-known/agent-skills/index.json',
    '.well-known/skills/cli-app-prettier/SKILL.md',
    '.well-known/skills/index.json',
    'apps/prettier/.well-known/agent-skills/index.json',
    'apps/prettier/.well-known/skills/cli-app-prettier/SKILL.md',
    'apps/prettier/.well-known/skills/index.json',
    'public_registry.json',
    'registry.json',
    'skills/cli-app-prettier/SKILL.md',
    'v1/apps/prettier/3.6.2%2B1/skill.zip',
  ])
})
