import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sitemapIndexText } from '../../../services/registry/src/documents/discovery-documents.ts'
import { manifestOf } from '../../support/manifest-of.ts'
import { asBrowser, createPageRegistry, pageText } from '../../support/page-registry.ts'

let registry: Awaited<ReturnType<typeof createPageRegistry>>
beforeAll(async () => {
  registry = await createPageRegistry()
})
afterAll(() => registry.close())

const text = async (address: string): Promise<string> => (await registry.get(address)).text()

describe('what crawlers read', () => {
  it('is a list of every app in both languages, with the public address', async () => {
    expect(await text('/robots.txt')).toContain('Sitemap: http://localhost/sitemap.xml')
    const sitemap = await text('/sitemap.xml')
    expect(sitemap).toContain(
      '<loc>http://localhost/apps/jq</loc><lastmod>2026-01-02T03:04:05.678Z</lastmod>',
    )
    expect(sitemap).toContain('<loc>http://localhost/apps/prettier?lang=zh</loc>')
    expect(await text('/sitemap/1.xml')).toBe(sitemap)
    expect((await registry.get('/sitemap/2.xml')).status).toBe(404)
    expect(sitemapIndexText('https://a.example', 2)).toContain('<loc>https://a.example/sitemap/2.xml</loc>')
  })

  it('names the address that each request came to, also from the cache', async () => {
    for (const host of ['one.example', 'two.example'])
      for (const file of ['robots.txt', 'sitemap.xml', 'opensearch.xml', 'feed.xml']) {
        const answer = await registry.app.request(`https://${host}/${file}`)
        expect(await answer.text()).toContain(`https://${host}/`)
      }
  })

  it('has one address for the newest version of an app, and none for a search', async () => {
    const canonical = async (address: string, headers = {}): Promise<string | undefined> =>
      /<link rel="canonical" href="([^"]*)"/.exec(await pageText(registry, address, headers))?.[1]
    expect(await canonical('/apps/prettier/3.6.2')).toBe('http://localhost/apps/prettier')
    expect(await canonical('/apps/prettier/3.6.1')).toBe('http://localhost/apps/prettier/3.6.1')
    expect(await canonical('/apps/prettier?utm=x', { 'accept-language': 'zh' })).toBe(
      'http://localhost/apps/prettier?lang=zh',
    )
    expect(await canonical('/apps?sort=updated&category=data')).toBe('http://localhost/apps?category=data')
    expect(await canonical('/apps?q=json')).toBeUndefined()
    const html = await pageText(registry, '/apps/jq')
    expect(html).toContain('<meta property="og:title" content="jq"/>')
    expect(html).toContain('hreflang="zh" href="http://localhost/apps/jq?lang=zh"')
  })
})

describe('what browsers and feed readers look for', () => {
  it('is a description of the search, and the icon', async () => {
    expect(await text('/opensearch.xml')).toContain('template="http://localhost/apps?q={searchTerms}"')
    const icon = await registry.get('/favicon.ico', asBrowser)
    expect(icon.status).toBe(302)
    expect((await registry.get(`/${icon.headers.get('location')}`)).status).toBe(200)
  })

  it('is a feed of the newest versions, whose texts are escaped', async () => {
    registry.clock.now = new Date('2026-03-01T00:00:00Z')
    await registry.publish(
      manifestOf({ name: 'odd', entry_point: 'odd', aliases: [], summary: 'Compares a < b & c' }),
      registry.ann,
    )
    const feed = await text('/feed.xml')
    expect(feed.indexOf('/apps/odd/')).toBeLessThan(feed.indexOf('/apps/jq/'))
    expect(feed).toContain('<summary>Compares a &lt; b &amp; c</summary>')
    expect(feed).toContain('<updated>2026-03-01T00:00:00.000Z</updated>')
  })
})
