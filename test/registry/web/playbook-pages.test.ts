import { PlaybookDocument, PlaybookPage } from '@cli-apps/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asBrowser, linksOf, pageText, withoutSpans } from '../../support/page-registry.ts'
import { playbookOf, seedPlaybooks } from '../../support/playbook-catalog.ts'
import { problemOf } from '../../support/problem-of.ts'
import { createTestRegistry, type TestRegistry } from '../../support/test-registry.ts'

const hostile = playbookOf({
  name: 'hostile',
  task: 'Put "bold" & more into a table',
  i18n: undefined,
  steps: hostileSteps(),
})
function hostileSteps(): unknown[] {
  const [first, second] = playbookOf().steps as Record<string, unknown>[]
  const text = '</code></pre><script>alert(1)</script>'
  return [first, { ...second, call: { args: [text], stdin: text }, shows: text, expect: { exit: 3 } }]
}

let registry: TestRegistry
beforeAll(async () => {
  registry = await createTestRegistry()
  const many = Array.from({ length: 50 }, (_, at) =>
    playbookOf({ name: `many-${at}`, task: `Do thing ${at}` }),
  )
  await seedPlaybooks(registry, [playbookOf(), hostile, ...many], [playbookOf()])
})
afterAll(() => registry.close())

const inChinese = { 'accept-language': 'zh-CN' }

it('lists playbooks without letters of their names, which are arbitrary', async () => {
  expect(await pageText(registry, '/playbooks')).not.toContain('class="tile')
})

describe('the page of a playbook', () => {
  it('shows its apps, its calls in order with their examples, and what is expected', async () => {
    const html = await pageText(registry, '/playbooks/json-to-table')
    expect(html).toContain('<h1>Turn JSON into a sorted table</h1>')
    expect(html).toMatch(/1\. Take the fields out of the JSON.*2\. Sort by the number/s)
    expect(withoutSpans(html)).toContain(
      'jq -r &#39;.[] | [.name, .stars] | @csv&#39; <var>repos.json</var> &gt; rows.csv',
    )
    expect(withoutSpans(html)).toContain('mlr --csv sort -nr stars rows.csv')
    expect(html).toContain('Writes rows.csv')
    expect(html).toContain('name,stars\nalpha,12')
    expect(html).toContain('All steps passed on 2026-01-01')
    expect(html).toContain('jq 1.7, miller 6.6.0')
    expect(html).toContain('npx cli-apps playbook add json-to-table --registry http://localhost')
    expect(html).toContain('npx cli-apps install jq miller --registry http://localhost')
    const links = linksOf(html, '/playbooks/json-to-table').map(({ pathname }) => pathname)
    expect(links).toEqual(
      expect.arrayContaining(['/apps/jq', '/apps/miller', '/v1/playbooks/json-to-table.json', '/playbooks']),
    )
  })

  it('is in the language of the reader, and says when calls were not run', async () => {
    const html = await pageText(registry, '/playbooks/json-to-table', inChinese)
    expect(html).toContain('<h1>把 JSON 变成排序的表格</h1>')
    expect(html).toContain('1. 取出字段')
    expect(html).toContain('所有步骤已于 2026-01-01 通过')
    expect(await pageText(registry, '/playbooks/hostile', inChinese)).toContain('这些调用尚未按原样运行过。')
    expect(await pageText(registry, '/playbooks/hostile')).toContain('have not been run')
  })

  it('escapes every text of the playbook', async () => {
    for (const address of ['/playbooks/hostile', '/playbooks/hostile/skill', '/playbooks', '/apps/jq']) {
      const html = await pageText(registry, address)
      expect(html, address).not.toMatch(/<script(?! src=)/)
      expect(html, address).toContain('&amp; more')
    }
    const html = await pageText(registry, '/playbooks/hostile')
    expect(html.match(/&lt;script&gt;alert\(1\)/g)).toHaveLength(4)
    expect(html).toContain('Ends with status 3')
  })

  it('has the skill as the installer writes it', async () => {
    const html = await pageText(registry, '/playbooks/json-to-table/skill')
    expect(html).toContain('name: cli-playbook-json-to-table')
    expect(html).toContain('npx cli-apps install jq miller')
    expect(await pageText(registry, '/playbooks/json-to-table/skill', inChinese)).toContain(
      'language: &#39;zh&#39;',
    )
  })

  it('gives other clients the document, and a problem for an unknown name', async () => {
    const document = PlaybookDocument.parse(await (await registry.get('/playbooks/json-to-table')).json())
    expect(document.playbook.name).toBe('json-to-table')
    const unknown = await registry.get('/playbooks/json-to-tabel')
    expect(await problemOf(unknown)).toMatchObject({ status: 404, code: 'playbook.unknown' })
    const page = await registry.get('/playbooks/json-to-tabel', asBrowser)
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    expect(await page.text()).toContain('json-to-table')
    expect((await registry.get('/playbooks/json-to-tabel/skill', asBrowser)).status).toBe(404)
  })
})

describe('the list of playbooks', () => {
  it('names them page by page, each with its apps', async () => {
    const html = await pageText(registry, '/playbooks')
    expect(html).toContain('The first 50 playbooks')
    const next = linksOf(html, '/playbooks').find(({ search }) => search.startsWith('?cursor='))
    const second = await pageText(registry, `/playbooks${next?.search}`)
    expect(second).toContain('2 playbooks')
    expect(PlaybookPage.parse(await (await registry.get('/playbooks')).json()).items).toHaveLength(50)
    expect((await registry.get('/playbooks?cursor=x', asBrowser)).status).toBe(400)
  })

  it('is empty in a registry without playbooks, and says so', async () => {
    const empty = await createTestRegistry()
    expect(await pageText(empty, '/playbooks')).toContain('This registry has no playbooks.')
    await empty.close()
  })
})

it('the page of an app names the playbooks that use it, at most twelve; others name none', async () => {
  const html = await pageText(registry, '/apps/jq')
  expect(html).toContain('Together with other apps')
  expect(html.match(/href="\.\.\/playbooks\/[a-z0-9-]+"/g)).toHaveLength(12)
  expect(await pageText(registry, '/apps/gnuplot')).not.toContain('Together with other apps')
})

it('a search names the playbooks that fit below the apps', async () => {
  const html = await pageText(registry, '/apps?q=json+sorted+table')
  expect(html).toMatch(/href="\.\/apps\/jq".*With several apps.*href="\.\/playbooks\/json-to-table"/s)
  expect(await pageText(registry, '/apps?q=json')).not.toContain('With several apps')
})
