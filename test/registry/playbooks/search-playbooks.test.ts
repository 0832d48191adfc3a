import { SearchPage } from '@cli-apps/core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { playbookOf, seedPlaybooks } from '../../support/playbook-catalog.ts'
import { createTestRegistry, type TestRegistry } from '../../support/test-registry.ts'

let registry: TestRegistry
beforeAll(async () => {
  registry = await createTestRegistry()
  const others = ['b-same', 'a-same', 'c-same'].map((name) =>
    playbookOf({ name, task: 'Draw charts of queries', i18n: undefined }),
  )
  await seedPlaybooks(registry, [playbookOf(), ...others])
})
afterAll(() => registry.close())

const page = async (query: Record<string, string>): Promise<SearchPage> =>
  SearchPage.parse(await (await registry.get(`/v1/search?${new URLSearchParams(query)}`)).json())
const found = async (query: Record<string, string>): Promise<string[]> =>
  (await page(query)).playbooks.map(({ name }) => name)

it.each(['json sorted table', 'sort json as a table', '把 JSON 变成表格'])(
  'a search for %s finds the playbook that says most of it',
  async (q) => expect(await found({ q })).toEqual(['json-to-table']),
)

it('a search names at most two playbooks, equal ones in the order of their names', async () => {
  expect(await found({ q: 'draw charts of queries' })).toEqual(['a-same', 'b-same'])
})

it.each(['json', 'jq', 'frobnicate the gizmos'])('a search for %s finds none', async (q) => {
  expect(await found({ q })).toEqual([])
})

it('a filter, which is about apps, and a later page leave playbooks out', async () => {
  const q = 'json sorted table'
  expect(await found({ q, category: 'dev' })).toEqual([])
  const { next_cursor, playbooks } = await page({ q, limit: '1' })
  expect(playbooks).toHaveLength(1)
  expect(await found({ q, limit: '1', cursor: next_cursor ?? '' })).toEqual([])
})
