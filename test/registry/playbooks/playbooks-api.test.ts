import { PlaybookDocument, PlaybookPage, playbookPayload } from '@cli-apps/core'
import { manifestDigest } from '@cli-apps/core/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { playbookOf, seedPlaybooks } from '../../support/playbook-catalog.ts'
import { problemOf } from '../../support/problem-of.ts'
import { signingKey } from '../../support/signed-site.ts'
import { createTestRegistry, type TestRegistry } from '../../support/test-registry.ts'

const key = signingKey('playbooks')
const chart = playbookOf({ name: 'table-to-chart', task: 'Draw a table', steps: stepsOn('gnuplot') })
let registry: TestRegistry
beforeAll(async () => {
  registry = await createTestRegistry(undefined, { signer: key })
  const others = ['a-first', 'z-last'].map((name) => playbookOf({ name }))
  await seedPlaybooks(registry, [playbookOf(), chart, ...others], [playbookOf()])
})
afterAll(() => registry.close())

function stepsOn(app: string): unknown[] {
  const [first, second] = playbookOf().steps as Record<string, unknown>[]
  return [first, { ...second, app }]
}

const page = async (query = ''): Promise<PlaybookPage> =>
  PlaybookPage.parse(await (await registry.get(`/v1/playbooks${query}`)).json())

describe('GET /v1/playbooks', () => {
  it('lists playbooks by name, with their apps and when they were run', async () => {
    const { items, next_cursor } = await page()
    expect(items.map(({ name }) => name)).toEqual(['a-first', 'json-to-table', 'table-to-chart', 'z-last'])
    expect(items[1]).toEqual({
      name: 'json-to-table',
      task: 'Turn JSON into a sorted table',
      i18n: { zh: { task: '把 JSON 变成排序的表格' } },
      apps: ['jq', 'miller'],
      digest: manifestDigest(playbookOf()),
      proved: '2026-01-01',
    })
    expect([items[0]?.proved, next_cursor]).toEqual([null, null])
  })

  it('lists them page by page', async () => {
    const first = await page('?limit=3')
    expect(first.items).toHaveLength(3)
    const second = await page(`?limit=3&cursor=${first.next_cursor}`)
    expect(second).toMatchObject({ items: [{ name: 'z-last' }], next_cursor: null })
  })

  it('lists those of one app', async () => {
    expect((await page('?app=gnuplot')).items.map(({ name }) => name)).toEqual(['table-to-chart'])
    expect((await page('?app=ffmpeg')).items).toEqual([])
  })

  it.each([
    ['?cursor=bm8', 'query.bad-cursor'],
    ['?limit=0', 'query.invalid'],
    ['?app=../x', 'query.invalid'],
    ['?q=table', 'query.invalid'],
  ])('refuses %s', async (query, code) => {
    expect(await problemOf(await registry.get(`/v1/playbooks${query}`))).toMatchObject({ status: 400, code })
  })

  it('answers 304 to its ETag', async () => {
    const tag = (await registry.get('/v1/playbooks')).headers.get('etag') ?? ''
    expect((await registry.get('/v1/playbooks', { 'If-None-Match': tag })).status).toBe(304)
  })
})

describe('GET /v1/playbooks/{name}.json', () => {
  const address = '/v1/playbooks/json-to-table.json'

  it('has the playbook as it was loaded, which digest and signature cover, and its run', async () => {
    const served = (await (await registry.get(address)).json()) as Record<string, unknown>
    expect(served.playbook).toEqual(playbookOf())
    const { digest, signatures, run } = PlaybookDocument.parse(served)
    expect(manifestDigest(served.playbook)).toBe(digest)
    expect(signatures.map(({ key: id }) => id)).toEqual([key.id])
    expect(signatures).toEqual([key.sign(playbookPayload(served.playbook))])
    expect(run).toMatchObject({ date: '2026-01-01', programs: { jq: '1.7' } })
  })

  it('is cached like other documents, until another is loaded', async () => {
    const first = await registry.get(address)
    expect(first.headers.get('cache-control')).toBe('public, max-age=60, must-revalidate')
    const tag = first.headers.get('etag') ?? ''
    expect((await registry.get(address, { 'If-None-Match': tag })).status).toBe(304)
    await seedPlaybooks(registry, [playbookOf({ task: 'Make a table of JSON' })])
    const second = await registry.get(address, { 'If-None-Match': tag })
    expect(second.status).toBe(200)
    expect(await second.json()).toMatchObject({ playbook: { task: 'Make a table of JSON' }, run: null })
  })

  it.each([
    ['json-to-tabel', 'Did you mean json-to-table?'],
    ['nothing-like-it', '/v1/playbooks lists them.'],
    ['..%2Fx', '/v1/playbooks lists them.'],
  ])('knows no playbook %s, and names the nearest', async (name, hint) => {
    const problem = await problemOf(await registry.get(`/v1/playbooks/${name}.json`))
    expect(problem).toMatchObject({ status: 404, code: 'playbook.unknown', hint })
  })
})
