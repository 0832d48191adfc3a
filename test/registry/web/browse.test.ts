import { AppPage, SearchPage } from '@cli-apps/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { catalogPageRoutes } from '../../../services/registry/src/routes/pages/catalog-pages.tsx'
import { manifestOf } from '../../support/manifest-of.ts'
import { asBrowser, createPageRegistry, linksOf, pageText } from '../../support/page-registry.ts'
import { problemOf } from '../../support/problem-of.ts'

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

  it('names the search, the tag and the category, and removes each filter by a link', async () => {
    const html = await pageText(registry, '/apps?tag=json&category=data&platform=linux-x64')
    expect(html).toContain('<h1>Apps tagged “json” in Data</h1>')
    expect(html).toContain('<title>Apps tagged “json” in Data · cli-apps registry</title>')
    const marks = html.slice(html.indexOf('class="tags marks"'), html.indexOf('<h2 class="unseen">'))
    expect(linksOf(marks, '/apps').map(({ search }) => search)).toEqual([
      '?tag=json&platform=linux-x64',
      '?category=data&platform=linux-x64',
      '?category=data&tag=json',
      '?category=data&tag=json&platform=linux-x64&sort=updated',
    ])
    expect(await pageText(registry, '/apps?q=json', { 'accept-language': 'zh' })).toContain(
      '<h1>“json”的搜索结果</h1>',
    )
    expect(await pageText(registry, '/apps?q=json')).toContain('Best matches first')
  })

  it('offers only install methods that some app has', async () => {
    const html = await pageText(registry, '/apps')
    const methods = html.slice(html.indexOf('id="filter-method"'), html.indexOf('id="filter-effect"'))
    expect([...methods.matchAll(/option value="(\w+)"/g)].map(([, name]) => name)).toEqual([
      'npm',
      'binary',
      'apt',
    ])
  })

  it('says where to go on from an empty list', async () => {
    const html = await pageText(registry, '/apps?q=prettierr+zzqx&method=apt')
    expect(html).toContain('No app passes the search and these filters.')
    expect(html).toMatch(/href="\.\/apps\?q=prettierr\+zzqx">Search without filters/)
    const plain = await pageText(registry, '/apps?q=qqzzxx')
    expect(plain).toContain('No app was found for “qqzzxx”.')
    expect(plain).not.toContain('filters</a>')
    expect(plain).toContain('href="./apps?category=data"')
    expect(plain).not.toContain('href="./apps?category=games"')
  })

  it('counts the categories for empty lists once a minute, since it reads every app', async () => {
    let selects = 0
    const queries = new Proxy(registry.database.queries, {
      get: (target, key) => {
        if (key === 'select') selects++
        return Reflect.get(target, key, target) as unknown
      },
    })
    const routes = catalogPageRoutes({ ...registry.deps, reads: () => queries })
    const selectsOf = async (address: string): Promise<number> => {
      const before = selects
      const answer = await routes.request(address, { headers: asBrowser })
      expect(await answer.text()).toContain('id="results"')
      return selects - before
    }
    await selectsOf('/apps')
    const first = await selectsOf('/apps?tag=nothing-like-this')
    expect(await selectsOf('/apps?tag=nothing-like-that')).toBeLessThan(first)
  })

  it('is sorted by name, or by the age of the versions', async () => {
    registry.clock.now = new Date(registry.clock.now.getTime() + 1000)
    await registry.publish(manifestOf({ name: 'zebra', entry_point: 'zebra', aliases: [] }), registry.ann)
    expect(await listed('/apps')).toEqual(['jq', 'prettier', 'zebra'])
    expect(await listed('/apps?sort=updated')).toEqual(['zebra', 'jq', 'prettier'])
    expect(await pageText(registry, '/apps?sort=updated')).toContain(
      '<strong aria-current="true">newest versions first</strong>',
    )
    expect((await registry.get('/apps?sort=size', asBrowser)).status).toBe(400)
  })

  it('says which apps a page shows, and links to the pages around it with the same filters', async () => {
    for (let at = 10; at < 52; at++)
      await registry.publish(
        manifestOf({ name: `tool-${at}`, entry_point: `tool-${at}`, aliases: [], category: 'games' }),
        registry.ann,
      )
    for (const query of ['category=games', 'category=games&sort=updated', 'q=tool&category=games']) {
      const first = await pageText(registry, `/apps?${query}`)
      expect(first).toContain('1 to 20 of 42')
      const second = await followed(first, 'next')
      expect(second.html).toContain('<p>21 to 40 of 42</p>')
      expect(second.html).toMatch(/<title>[^<]+ \(21 to 40 of 42\)/)
      const third = await followed(second.html, 'next')
      expect(third.html).toContain('41 to 42 of 42')
      const back = await followed(third.html, 'prev')
      expect(back.address).toBe(second.address)
      const start = await followed(back.html, 'prev')
      expect(new URLSearchParams(start.address.split('?')[1])).toEqual(new URLSearchParams(query))
    }
  })
})

/** Opens the page that a link of another one names by its relation. */
async function followed(html: string, relation: string): Promise<{ address: string; html: string }> {
  const [, link = ''] = new RegExp(`href="\\.([^"]+)" rel="${relation}"`).exec(html) ?? []
  const address = link.replaceAll('&amp;', '&')
  return { address, html: await pageText(registry, address) }
}

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

  it('has words and links for people', async () => {
    const failed = async (address: string) => (await registry.get(address, asBrowser)).text()
    const version = await failed('/apps/jq/9.9.9')
    expect(version).toContain('jq has no version with this number.')
    expect(version).toContain('href="../../apps/jq/versions"')
    expect(version).not.toContain('/v1/apps/jq.json')
    expect(await failed('/playbooks/nope')).toContain('href="../playbooks"')
    expect(await failed('/nope')).toContain('There is no page at this address.')
  })

  it('lists what a search for the name of an unknown app finds, also by its alias', async () => {
    const answer = await registry.get('/apps/jquery', asBrowser)
    const html = await answer.text()
    expect(html).toContain('This registry has no app called “jquery”.')
    expect(html).toContain('<h3><a href="../apps/jq"')
  })

  it('leads from capital letters to the name of the app', async () => {
    const answer = await registry.get('/apps/JQ/skill?x=1', asBrowser)
    expect([answer.status, answer.headers.get('location')]).toEqual([301, '../../apps/jq/skill?x=1'])
    expect((await registry.get('/apps/JQ')).status).toBe(404)
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
