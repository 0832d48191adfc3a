import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readRegistryConfig } from '../../../services/registry/src/config.ts'
import { assets } from '../../../services/registry/src/web/assets.ts'
import {
  asBrowser,
  createPageRegistry,
  linksOf,
  pageText,
  withoutSpans,
} from '../../support/page-registry.ts'

let registry: Awaited<ReturnType<typeof createPageRegistry>>
beforeAll(async () => {
  registry = await createPageRegistry()
})
afterAll(() => registry.close())

const isPage = (path: string): boolean => !/^\/(v1|assets|openapi\.json|opensearch\.xml|feed\.xml)/.test(path)

describe('the pages', () => {
  it('link to one another without a broken link, and load nothing from other sites', async () => {
    const seen = new Set<string>()
    const queue = ['/']
    for (let address = queue.shift(); address !== undefined; address = queue.shift()) {
      if (seen.has(address)) continue
      seen.add(address)
      const answer = await registry.get(address, asBrowser)
      // Pages for people who are signed in lead to the sign-in.
      const { pathname, search: question } = new URL(
        answer.headers.get('location') ?? '',
        `http://localhost${address}`,
      )
      if (answer.status === 303) queue.push(pathname + question)
      expect([address, answer.status]).toEqual([address, answer.status === 303 ? 303 : 200])
      if (answer.status === 303 || !isPage(address)) continue
      const html = await answer.text()
      expect(html, address).not.toMatch(/javascript:|\son\w+=|\sstyle="|<style|<script(?! src=)/i)
      const loaded = html.replace(/<link rel="(canonical|alternate)"[^>]*>/g, '')
      expect(loaded, address).not.toMatch(/<(script|link|img)[^>]*(src|href)="https?:/i)
      const own = linksOf(html, address).filter(({ host }) => host === 'localhost')
      queue.push(...own.map(({ pathname, search }) => pathname + search))
    }
    for (const address of [
      '/apps',
      '/apps/jq',
      '/apps/jq/skill',
      '/apps/jq/commands',
      '/apps/prettier/3.6.1',
      '/publishers/ann',
      '/statistics',
      '/how-it-works',
      '/docs/operations/publishVersion',
      '/sign-in?to=account',
    ])
      expect(seen).toContain(address)
  })

  it('are small: a first page with its files takes at most 60 KB', async () => {
    const files = Object.values(assets).reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
    for (const address of ['/', '/apps', '/apps?q=json', '/apps/jq'])
      expect(Buffer.byteLength(await pageText(registry, address)) + files, address).toBeLessThan(60_000)
  })

  it('allow only their own files, and nothing inline', async () => {
    for (const address of ['/', '/apps/jq', '/nope']) {
      const answer = await registry.get(address, asBrowser)
      expect(answer.headers.get('content-security-policy')).toBe(
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
      )
    }
  })

  it('load files that are named by their content and may be kept', async () => {
    for (const { path, type } of Object.values(assets)) {
      const answer = await registry.get(`/${path}`)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type])
      expect(answer.headers.get('cache-control')).toContain('immutable')
    }
    expect((await registry.get('/assets/0000000000000000.css', asBrowser)).status).toBe(404)
  })

  it('work below a path of a proxy, since every link is relative', async () => {
    for (const address of ['/', '/apps/jq/skill', '/docs/schemas/Problem', '/nope/a/b']) {
      const html = await (await registry.get(address, asBrowser)).text()
      expect([...html.matchAll(/(?:href|src|action)="(\/[^"]*)"/g)], address).toEqual([])
    }
  })

  it('show the address at which they were asked for', async () => {
    const html = await (
      await registry.app.request('https://apps.example.org/apps/jq', { headers: asBrowser })
    ).text()
    expect(html).toContain('npx cli-apps install jq --registry https://apps.example.org')
    expect(await pageText(registry, '/apps/jq')).toContain('--registry http://localhost')
  })

  it('have an ETag, are answered from memory, and change with the catalog', async () => {
    const first = await registry.get('/', asBrowser)
    const etag = first.headers.get('etag') ?? ''
    expect((await registry.get('/', { ...asBrowser, 'if-none-match': etag })).status).toBe(304)
    expect(await first.text()).toContain('2 apps')
    const { hits } = registry.deps.documents.counts
    await pageText(registry, '/')
    expect(registry.deps.documents.counts.hits).toBe(hits + 1)
    await registry.publish(
      { ...(await manifestNamed('gron')), aliases: [] },
      await registry.token('ann', 'publish:*'),
    )
    expect(await pageText(registry, '/')).toContain('3 apps')
  })
})

describe('the language of a page', () => {
  it('is that of the browser, with the texts of apps as far as they are translated', async () => {
    const html = await pageText(registry, '/apps/jq', { 'accept-language': 'zh-CN,zh;q=0.9,en;q=0.8' })
    expect(html).toContain('<html lang="zh-CN">')
    for (const text of ['查询、筛选和修改 JSON', '从文件或管道读取 JSON', '取出一个值', '安装'])
      expect(html).toContain(text)
    expect(await pageText(registry, '/apps/jq')).toContain('<html lang="en">')
  })

  it('can be switched with a link, and is remembered by a cookie', async () => {
    const html = await pageText(registry, '/apps?q=json')
    expect(html).toContain('href="./apps?q=json&amp;lang=zh"')
    const chosen = await registry.get('/apps?q=json&lang=zh', asBrowser)
    expect(await chosen.text()).toContain('<html lang="zh-CN">')
    expect(chosen.headers.get('cache-control')).toBe('private, no-cache')
    const cookie = (chosen.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
    expect(cookie).toBe('lang=zh')
    expect(await pageText(registry, '/', { cookie })).toContain('<html lang="zh-CN">')
    expect(await pageText(registry, '/')).toContain('<html lang="en">')
  })

  it('tells caches what it depends on', async () => {
    const vary = (await registry.get('/', asBrowser)).headers.get('vary')
    expect(vary?.split(', ').sort()).toEqual(['Accept', 'Accept-Encoding', 'Accept-Language', 'Cookie'])
  })
})

describe('the start page', () => {
  it('lists new versions where some are newer, or else apps whose recipes were run', async () => {
    const own = await createPageRegistry()
    const first = await pageText(own, '/')
    expect(withoutSpans(first)).toContain('npx cli-apps install jq --registry http://localhost')
    expect(first).toContain('<h2>Apps whose recipes were run</h2>')
    expect(first).toMatch(/<h3><a href="\.\/apps\/jq"/)
    expect(first).not.toMatch(/<h3><a href="\.\/apps\/prettier"/)
    expect(first).toContain('<span class="tag mono">apt</span>')
    expect(first).toContain('Linux · 1 of 1 recipes passed')
    for (let at = 0; at < 9; at++) {
      own.clock.now = new Date(own.clock.now.getTime() + 1000)
      await own.publish({ ...(await manifestNamed(`tool-${at}`)), aliases: [] }, own.ann)
    }
    const later = await pageText(own, '/')
    await own.close()
    expect(later).toContain('<h2>New versions</h2>')
    expect(later.match(/<span class="tag mono">npm<\/span>/g)).toHaveLength(8)
    expect(later.match(/>Linux, macOS, Windows</g)).toHaveLength(8)
    expect([...later.matchAll(/<h3><a href="\.\/apps\/([\w-]+)"/g)].map(([, name]) => name)).toEqual(
      Array.from({ length: 8 }, (_, at) => `tool-${8 - at}`),
    )
  })
})

describe('statistics', () => {
  it('count what the registry has', async () => {
    const html = await pageText(registry, '/statistics')
    expect(html).toMatch(/<dt>Publishers<\/dt><dd>2<\/dd>/)
    expect(html).toMatch(/<dt>Apps whose recipes were run<\/dt><dd>1<\/dd>/)
    expect(html).toContain('href="./apps?method=npm"')
  })

  it('count apps that declare no effects apart, without a link to a filter', async () => {
    const html = await pageText(registry, '/statistics')
    const effects = html.slice(html.indexOf('strongest declared effect'))
    expect(effects).toMatch(/<th scope="row">Not declared<\/th>/)
  })
})

describe('the page on publishing', () => {
  it('can be read by everybody, and leads to the sign-in', async () => {
    const answer = await registry.get('/publish', asBrowser)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, './publishing'])
    const html = await pageText(registry, '/publishing')
    expect(html).toContain('npx cli-apps publish my-app.json --registry http://localhost')
    expect(html).toContain('href="./sign-in?to=publish"')
    expect(await pageText(registry, '/')).toContain('<a href="./publishing">How to publish</a>')
  })
})

describe('the contact of the operator', () => {
  it('is a link of every page, with the name of the app on its own', async () => {
    expect(await pageText(registry, '/apps/jq')).not.toContain('Report a problem')
    registry.deps.contact = 'mailto:help@example.org'
    registry.deps.changed()
    expect(await pageText(registry, '/apps')).toContain('<a href="mailto:help@example.org">')
    expect(await pageText(registry, '/apps/jq')).toContain(
      'href="mailto:help@example.org?subject=Problem%20with%20the%20app%20jq"',
    )
    registry.deps.contact = 'https://git.example/issues/new'
    registry.deps.changed()
    expect(await pageText(registry, '/apps/jq')).toContain('/issues/new?title=Problem+with+the+app+jq"')
    registry.deps.contact = undefined
    registry.deps.changed()
  })

  it.each(['http://a.example', 'mailto:', 'mailto:nobody', 'javascript:alert(1)', 'mailto:a@b.c?cc=d@e.f'])(
    'is refused at the start: %s',
    (contact) => {
      expect(() => readRegistryConfig({}, { CLI_APPS_CONTACT: contact })).toThrow(
        expect.objectContaining({ code: 'config.invalid' }),
      )
    },
  )

  it('is an https or mailto address', () => {
    for (const contact of ['https://a.example/help', 'mailto:help@a.example'])
      expect(readRegistryConfig({}, { CLI_APPS_CONTACT: contact }).contact).toBe(contact)
  })
})

describe('the page of a publisher', () => {
  it('lists the apps, and is not found for anybody else', async () => {
    const html = await pageText(registry, '/publishers/ann')
    expect(html).toContain('href="../apps/prettier"')
    expect(html).not.toContain('href="../apps/jq"')
    expect(html).toContain('>Linux, macOS, Windows<')
    expect(await pageText(registry, '/publishers/catalog')).toContain('Linux · 1 of 1 recipes passed')
    expect((await registry.get('/publishers/nobody', asBrowser)).status).toBe(404)
  })
})

const manifestNamed = async (name: string): Promise<Record<string, unknown>> => {
  const { manifest } = (await (await registry.get('/v1/apps/prettier/3.6.2.json')).json()) as {
    manifest: Record<string, unknown>
  }
  return { ...manifest, name, entry_point: name }
}
