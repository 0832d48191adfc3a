import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedCatalog } from '../../../services/registry/src/apps/publish/seed-catalog.ts'
import { createFinder } from '../../../services/registry/src/export/browser/find-apps.ts'
import { exportSite } from '../../../services/registry/src/export/export-site.ts'
import { sitePages } from '../../../services/registry/src/export/pages/site-pages.ts'
import { manifestOf } from '../../support/manifest-of.ts'
import { createPageRegistry } from '../../support/page-registry.ts'
import { playbookCatalog, playbookOf } from '../../support/playbook-catalog.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

let registry: Awaited<ReturnType<typeof createPageRegistry>>
let parent: string
let folder: string
beforeAll(async () => {
  registry = await createPageRegistry()
  const token = await registry.token('zoe', 'publish:*', 'yank:*')
  for (let number = 1; number <= 25; number++)
    await registry.publish(
      manifestOf({
        name: `tool-${number}`,
        entry_point: `tool-${number}`,
        summary: `Sharpens pencil ${number}`,
      }),
      token,
    )
  await registry.publish(manifestOf({ name: 'gone', entry_point: 'gone' }), token)
  await registry.send('POST /v1/apps/gone/remove', token, { message: 'Withdrawn' })
  parent = await mkdtemp(path.join(tmpdir(), 'site-'))
  folder = path.join(parent, 'site')
  await exportTo(folder, 'https://apps.example/catalog')
})
afterAll(async () => {
  await registry?.close()
  await rm(parent, { recursive: true, force: true })
})

const exportTo = (to: string, publicUrl?: string) =>
  exportSite(registry.database.queries, {
    folder: to,
    now: new Date('2026-01-02T03:04:05.678Z'),
    signer: undefined,
    publicUrl,
  })

async function filesOf(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
}

const read = (file: string): Promise<string> => readFile(path.join(folder, file), 'utf8')

describe('the pages of a static site', () => {
  it('link to nothing that is missing, in both languages', async () => {
    const files = await filesOf(folder)
    const known = new Set(files)
    const pages = files.filter((file) => file.endsWith('.html'))
    expect(pages).toEqual(
      expect.arrayContaining([
        'index.html',
        '404.html',
        'zh/index.html',
        'apps/jq.html',
        'zh/apps/jq/skill.html',
      ]),
    )
    const broken: string[] = []
    for (const page of pages)
      for (const [, link = ''] of (await read(page)).matchAll(/ (?:href|src|action)="([^"]*)"/g)) {
        if (/^(#|https:)/.test(link)) continue
        const root = 'https://apps.example/catalog/'
        const { href } = new URL(link.replaceAll('&amp;', '&'), `${root}${page}`)
        const file = decodeURIComponent(href.replace(/[?#].*/, '').slice(root.length))
        if (!href.startsWith(root) || !known.has(file)) broken.push(`${page}: ${link}`)
      }
    expect(broken).toEqual([])
  })

  it('list every app page by page, without scripts', async () => {
    const listed = new Set<string>()
    for (let file = 'apps.html'; ; ) {
      const html = await read(file)
      for (const [, name = ''] of html.matchAll(/<h3><a href="(?:\.\.\/)?apps\/([^"]+)\.html"/g))
        listed.add(name)
      const next = /href="([^"]+)" rel="next"/.exec(html)?.[1]
      if (next === undefined) break
      file = path.posix.join(path.posix.dirname(file), next)
    }
    expect([...listed].filter((name) => name.startsWith('tool-'))).toHaveLength(25)
    expect(listed.has('gone')).toBe(false)
  })

  it('list the apps page by page in both directions, also the newest first', async () => {
    const second = await read('all-apps/2.html')
    expect(second).toContain('21 to 27 of 27')
    expect(second).toMatch(/href="\.\.\/apps\.html" rel="prev"/)
    expect(await read('apps.html')).toContain('href="updated.html"')
    expect(await read('updated.html')).toMatch(/href="updated\/2\.html" rel="next"/)
    // The browser that filters knows the order of names alone.
    expect(await read('categories/data.html')).not.toContain('sort=')
  })

  it('have one for missing files, which works wherever it is shown', async () => {
    expect(await read('404.html')).toContain('<a class="brand" href="/catalog/index.html">')
  })

  it('are listed for crawlers and feed readers, each where it is', async () => {
    const root = 'https://apps.example/catalog/'
    const known = new Set(await filesOf(folder))
    const [sitemap, feed] = [await read('sitemap.xml'), await read('feed.xml')]
    const listed = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => url)
    expect(listed).toEqual(
      expect.arrayContaining([`${root}index.html`, `${root}apps/jq.html`, `${root}zh/apps/jq.html`]),
    )
    const followed = [...feed.matchAll(/<entry>.*?<link href="([^"]*)"/g)].map(([, url = '']) => url)
    expect(followed).toContain(`${root}apps/tool-25.html`)
    for (const url of [...listed, ...followed])
      expect(known.has(decodeURIComponent(url.slice(root.length))), url).toBe(true)
    expect(listed.join()).not.toMatch(/gone|publishing/)
    expect(await read('apps/jq.html')).toContain('type="application/atom+xml"')
  })

  it('name the address of the site, and nothing that needs a server', async () => {
    const html = await read('apps/jq.html')
    expect(html).toContain('npx cli-apps install jq --registry https://apps.example/catalog')
    for (const page of (await filesOf(folder)).filter((file) => file.endsWith('.html')))
      expect(await read(page), page).not.toMatch(
        / (href|action)="[^"]*(account|sign-in|publish\b|openapi|\/mcp)/,
      )
  })

  it('are left out where the address of the site is not known', async () => {
    const documents = path.join(await temporaryFolder(), 'documents')
    await exportTo(documents)
    expect((await filesOf(documents)).filter((file) => /\.(html|js|css)$|^search/.test(file))).toEqual([])
  })

  it('end the export where one cannot be rendered', async () => {
    const fault = new Error('the database is not there')
    const pages = sitePages({
      reads: () => {
        throw fault
      },
      now: () => new Date(),
      publicUrl: 'https://apps.example',
    })
    await expect(pages.next()).rejects.toBe(fault)
  })
})

describe('the search of a static site', () => {
  const asked: string[] = []
  const find = createFinder((file) => {
    asked.push(file)
    return read(decodeURIComponent(file))
  })
  const names = (apps: readonly { name: string }[]): string[] => apps.map(({ name }) => name)

  it.each([
    ['q=get a value of json', { q: 'get a value of json' }],
    ['q=pencil 7', { q: 'pencil 7' }],
    ['q=pencl', { q: 'pencl' }],
    ['q=sharp', { q: 'sharp' }],
    ['q=jq', { q: 'jq' }],
    ['q=格式化代码', { q: '格式化代码' }],
    ['q=no such thing anywhere', { q: 'no such thing anywhere' }],
    ['category=data', { category: 'data' }],
    ['platform=linux-x64&method=npm', { platform: 'linux-x64', method: 'npm' }],
    ['q=code&method=npm', { q: 'code', method: 'npm' }],
  ])('finds what the server finds, in its order: %s', async (query, question) => {
    const answer = await registry.get(`/apps?${new URLSearchParams(query)}`, { accept: 'application/json' })
    const { items } = (await answer.json()) as { items: { name: string }[] }
    const { apps } = await find({ ...question, offset: 0, limit: 20 })
    expect(names(apps)).toEqual(names(items))
  })

  it('shows the call that fits, as the server does', async () => {
    const { apps } = await find({ q: 'get a value of json', offset: 0, limit: 5 })
    const answer = await registry.get('/apps?q=get+a+value+of+json', { accept: 'application/json' })
    const served = (await answer.json()) as { items: typeof apps }
    const shown = ({ recipes, highlights, install }: (typeof apps)[number]) => ({
      recipes,
      highlights,
      install,
    })
    expect(shown(apps[0] as (typeof apps)[number])).toEqual(shown(served.items[0] as (typeof apps)[number]))
    expect(apps[0]?.recipes?.length).toBeGreaterThan(0)
  })

  it('pages through the results without gaps', async () => {
    const first = await find({ q: 'pencil', offset: 0, limit: 20 })
    const second = await find({ q: 'pencil', offset: 20, limit: 20 })
    expect([first.total, second.total]).toEqual([25, 25])
    expect(new Set(names([...first.apps, ...second.apps])).size).toBe(25)
  })

  it('reads each file of terms once', () => {
    const terms = asked.filter((file) => file.startsWith('search/terms/'))
    expect(terms.length).toBeGreaterThan(0)
    expect(new Set(terms).size).toBe(terms.length)
  })

  // Last: its catalog has another jq.
  it('finds playbooks as the server does, and opens their pages', async () => {
    const { queries } = registry.database
    const catalog = await playbookCatalog([playbookOf()], [playbookOf()])
    await seedCatalog(queries, { folder: catalog, now: registry.clock.now, onlyIfEmpty: false })
    const site = path.join(await temporaryFolder(), 'site')
    await exportTo(site, 'https://apps.example')
    const file = (name: string) => readFile(path.join(site, name), 'utf8')
    const { playbooks } = await createFinder(file)({ q: String(playbookOf().task), offset: 0, limit: 20 })
    const answer = await registry.get(`/apps?q=${playbookOf().task}`, { accept: 'application/json' })
    expect(playbooks).toEqual(((await answer.json()) as { playbooks: unknown }).playbooks)
    expect(playbooks.map(({ name }) => name)).toEqual(['json-to-table'])
    for (const page of [
      'playbooks.html',
      'zh/playbooks/json-to-table.html',
      'playbooks/json-to-table/skill.html',
    ])
      expect(await file(page)).toContain('<h1>')
    const served = await registry.get('/v1/playbooks/json-to-table.json')
    expect(await file('v1/playbooks/json-to-table.json')).toBe(await served.text())
  })
})
