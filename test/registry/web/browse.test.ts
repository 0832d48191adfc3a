import { AppPage, SearchPage } from '@cli-apps/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asBrowser, createPageRegistry, linksOf, pageText } from '../../support/page-registry.ts'
import { manifestOf, problemOf } from '../../support/test-registry.ts'

let registry: Awaited<ReturnType<typeof createPageRegistry>>
beforeAll(async () => {
  registry = await createPageRegistry()
})
afterAll(() => registry.close())

/** The names of the apps that a page lists. */
async function listed(address: string, headers: Record<string, string> = {}): Promise<string[]> {
  const html = await pageText(registry, address, headers)
  const [, results = ''] = html.split('id="results"')
  return [...results.matchAll(/<h3><a href="\.\/apps\/([a-z0-9-]+)"/g)].map(([, name = '']) => name)
}

describe('the list of apps', () => {
  it('finds apps without scripts, with the recipe that fits and its call', async () => {
    expect(await listed('/apps?q=json')).toEqual(['jq'])
    const html = await pageText(registry, '/apps?q=get+a+value+of+json')
    expect(html).toContain('For this task: Get one value out of a JSON file')
    expect(html).toContain('<mark>JSON</mark>')
    expect(html).toContain('value="get a value of json"')
    expect(await pageText(registry, '/')).toMatch(/<form class="search large" action="\.\/apps" method="get"/)
  })

  it('filters by category, platform, method, tag and strongest effect', async () => {
    expect(await listed('/apps')).toEqual(['jq', 'prettier'])
    expect(await listed('/apps?category=data')).toEqual(['jq'])
    expect(await listed('/apps?platform=darwin-x64')).toEqual(['prettier'])
    expect(await listed('/apps?method=apt')).toEqual(['jq'])
    expect(await listed('/apps?tag=json')).toEqual(['jq'])
    expect(await listed('/apps?effect=write')).toEqual(['jq'])
    expect(await listed('/apps?effect=read')).toEqual([])
    expect(await listed('/apps?q=format&method=apt')).toEqual([])
  })

  it('knows what installs here without root, from what the browser reports', async () => {
    const on = (system: string) => ({ 'user-agent': `Mozilla/5.0 (${system})` })
    expect(await listed('/apps?here=yes', on('X11; Linux x86_64'))).toEqual(['jq', 'prettier'])
    expect(await listed('/apps?here=yes', on('X11; Linux aarch64'))).toEqual(['prettier'])
    expect(await listed('/apps?here=yes', on('Windows NT 10.0; Win64; x64'))).toEqual(['prettier'])
    const macintosh = on('Macintosh; Intel Mac OS X')
    expect(await pageText(registry, '/apps?here=yes', macintosh)).toContain('“Here” is darwin-arm64')
    expect(await listed('/apps?here=yes&platform=linux-x64', macintosh)).toEqual(['jq', 'prettier'])
    const answer = await registry.get('/apps?here=yes', asBrowser)
    expect(answer.headers.get('cache-control')).toBe('private, no-cache')
  })

  it('takes the empty fields of a form and parameters of other sites as absent', async () => {
    expect(await listed('/apps?q=&category=&platform=&utm_source=x')).toEqual(['jq', 'prettier'])
    const refused = await registry.get('/apps?category=nope', asBrowser)
    expect([refused.status, refused.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8'])
  })

  it('gives other clients the results as JSON', async () => {
    expect(AppPage.parse(await (await registry.get('/apps')).json()).items).toHaveLength(2)
    expect(SearchPage.parse(await (await registry.get('/apps?q=json')).json()).items[0]?.name).toBe('jq')
    expect(await problemOf(await registry.get('/apps?category=nope'))).toMatchObject({ status: 400 })
  })

  it('goes on to the next page with the same filters', async () => {
    for (let at = 10; at < 32; at++)
      await registry.publish(
        manifestOf({ name: `tool-${at}`, entry_point: `tool-${at}`, aliases: [], category: 'games' }),
        registry.ann,
      )
    const html = await pageText(registry, '/apps?category=games')
    const next = linksOf(html, '/apps').find(({ search }) => search.includes('cursor='))
    expect(next?.search).toContain('category=games')
    expect(await listed(`${next?.pathname}${next?.search}`)).toEqual(['tool-30', 'tool-31'])
  })
})

describe('the API', () => {
  it('filters by the strongest effect and by what installs without root', async () => {
    const names = async (address: string) =>
      AppPage.parse(await (await registry.get(address)).json()).items.map(({ name }) => name)
    expect(await names('/v1/apps?effect=write')).toEqual(['jq'])
    expect(await names('/v1/apps?rootless=true&platform=linux-arm64&prefix=jq')).toEqual([])
    expect(await names('/v1/apps?rootless=true&platform=linux-x64&prefix=jq')).toEqual(['jq'])
    expect((await registry.get('/v1/apps?rootless=no')).status).toBe(400)
  })
})

describe('a failure', () => {
  it('is a page that helps for browsers, and a problem document for programs', async () => {
    const answer = await registry.get('/apps/prettierr', asBrowser)
    const html = await answer.text()
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'no-store'])
    expect(html).toContain('href="../apps/prettier"')
    expect(html).toContain('name="q"')
    expect(await problemOf(await registry.get('/apps/prettierr'))).toMatchObject({ code: 'app.unknown' })
    expect(await problemOf(await registry.get('/v1/apps/nope.json', asBrowser))).toMatchObject({
      status: 404,
    })
  })

  it('shows an address that does not exist as text, in the language of the reader', async () => {
    const answer = await registry.get('/%3Cscript%3Ealert(1)%3C/script%3E', {
      ...asBrowser,
      'accept-language': 'zh',
    })
    const html = await answer.text()
    expect(answer.status).toBe(404)
    expect(html).toContain('没有找到')
    expect(html).not.toContain('<script>alert')
  })
})
