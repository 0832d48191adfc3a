import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { MethodHint } from '@cli-apps/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFinder } from '../../../services/registry/src/export/browser/find-apps.ts'
import { exportSite } from '../../../services/registry/src/export/export-site.ts'
import { AppList } from '../../../services/registry/src/web/parts/app-list.tsx'
import { callParts } from '../../../services/registry/src/web/parts/call-text.ts'
import { systemsOf } from '../../../services/registry/src/web/parts/systems.ts'
import { pageTexts } from '../../../services/registry/src/web/texts/page-texts.ts'
import { manifestOf } from '../../support/manifest-of.ts'
import { createPageRegistry, pageText, withoutSpans } from '../../support/page-registry.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const query = 'sort the rows of a table'

let registry: Awaited<ReturnType<typeof createPageRegistry>>
beforeAll(async () => {
  registry = await createPageRegistry()
  const miller = manifestOf({
    name: 'miller',
    entry_point: 'mlr',
    recipes: [
      {
        id: 'sort',
        task: 'Sort the rows of a table',
        call: { args: ['--icsv', 'sort', '-f', '{column}', 'data.csv'] },
        placeholders: { column: { type: 'text', example: "last 'name'" } },
        effect: 'read',
      },
    ],
  })
  const rows = manifestOf({
    name: 'rows',
    entry_point: 'rows',
    recipes: [
      {
        id: 'sort-lines',
        task: 'Sort the rows of a table by lines',
        call: { args: ['data.csv'], pipe: [{ name: 'miller', args: ['--icsv', 'cat'] }] },
        effect: 'read',
      },
    ],
  })
  for (const manifest of [miller, rows])
    expect((await registry.publish(manifest, registry.ann)).status).toBe(201)
  registry.deps.changed()
})
afterAll(() => registry.close())

describe('a call that a page shows', () => {
  it('breaks between words, so that no line ends with the dashes of an option', async () => {
    const html = await pageText(registry, '/apps/miller')
    expect(html).toContain('<code>mlr <span class="unit">--icsv</span> sort <span class="unit">-f</span> ')
    expect(html).toContain('install miller <span class="unit">--registry</span> http://localhost</code>')
  })

  it.each(['en-US', 'zh-CN'])(
    'starts the program, not the app, on the card of a search: %s',
    async (language) => {
      const html = withoutSpans(
        await pageText(registry, `/apps?q=${encodeURIComponent(query)}`, { 'accept-language': language }),
      )
      expect(html).toContain('<code>mlr --icsv sort -f ')
      expect(html).toContain('<code>rows data.csv | mlr --icsv cat</code>')
      expect(html).not.toContain('miller --icsv')
    },
  )

  it('starts the programs of other apps in a pipe, on the page of an app', async () => {
    expect(withoutSpans(await pageText(registry, '/apps/rows'))).toContain(
      '<code>rows data.csv | mlr --icsv cat</code>',
    )
  })

  it('has a button that copies it as a shell reads it', async () => {
    expect(await pageText(registry, '/apps/miller')).toContain(
      `data-copy="mlr --icsv sort -f &#39;last &#39;\\&#39;&#39;name&#39;\\&#39;&#39;&#39; data.csv"`,
    )
  })

  it('is the same where the browser searches a static site', async () => {
    const folder = path.join(await temporaryFolder(), 'site')
    const publicUrl = 'https://site.example'
    await exportSite(registry.database.queries, { folder, now: new Date(), signer: undefined, publicUrl })
    const find = createFinder((file) => readFile(path.join(folder, file), 'utf8'))
    const { apps } = await find({ q: query, offset: 0, limit: 5 })
    const page = {
      root: '.',
      path: 'apps',
      language: 'en',
      texts: pageTexts.en,
      address: publicUrl,
      isStatic: true,
    } as const
    const html = withoutSpans(String(await AppList({ page, apps })))
    expect(html).toContain('<code>mlr --icsv sort -f ')
    expect(html).toContain('<code>rows data.csv | mlr --icsv cat</code>')
    const listed = await find({ offset: 0, limit: 5 })
    const found = await find({ q: 'json', offset: 0, limit: 5 })
    for (const { apps: cards } of [listed, found])
      expect(String(await AppList({ page, apps: cards }))).toContain('Linux · 1 of 1 recipes passed')
  })

  it('stands below the systems of the app, and what became of its recipes', async () => {
    for (const address of ['/apps', '/apps?q=json']) {
      const [, jq = ''] = (await pageText(registry, address)).split('<code>jq@1.8.2</code>')
      expect(jq).toMatch(/^.*?<p class="quiet small">Linux · 1 of 1 recipes passed<\/p>/)
    }
    const html = await pageText(registry, '/apps?q=miller')
    expect(html).toContain('<p class="quiet small">Linux, macOS, Windows</p>')
  })

  it('names the programs in the answer of a search, where they differ from the apps', async () => {
    const answer = await registry.get(`/v1/search?q=${encodeURIComponent(query)}`)
    const { items } = (await answer.json()) as { items: { name: string; called_programs?: unknown }[] }
    const called = Object.fromEntries(items.map((item) => [item.name, item.called_programs]))
    expect(called).toMatchObject({ miller: { miller: 'mlr' }, rows: { miller: 'mlr' } })
    const json = await (await registry.get('/v1/search?q=get+a+value+of+json')).text()
    expect(json).not.toContain('called_programs')
  })
})

describe('callParts', () => {
  const text = (call: Parameters<typeof callParts>[0]['call']) =>
    callParts({ call, program: 'mlr', placeholders: { out: 'a b.csv' } })
      .map((part) => part.text)
      .join('')

  it('quotes what a shell would change, and names files and the programs of pipes', () => {
    expect(
      text({
        args: ['$x > 1', 'plain-1'],
        stdin_file: 'in.csv',
        pipe: [
          { name: 'jq', args: ['.'] },
          { name: 'mlr', program: 'mlr2', args: [] },
        ],
        stdout_file: '{out}',
      }),
    ).toBe("mlr '$x > 1' plain-1 < in.csv | jq . | mlr2 > 'a b.csv'")
  })

  it('keeps the space and the tabs of arguments, but no character that nobody sees', () => {
    expect(text({ args: ['put {out} end', 'a\tb ', 'c\u202ed'] })).toBe("mlr 'put a b.csv end' 'a\tb ' cd")
  })
})

describe('systemsOf', () => {
  it.each([
    [[{ method: 'npm' }], ['Linux', 'macOS', 'Windows']],
    [
      [{ method: 'apt' }, { method: 'winget' }],
      ['Linux', 'Windows'],
    ],
    [
      [{ method: 'brew' }, { method: 'bundled', program: 'jq' }],
      ['Linux', 'macOS'],
    ],
    [[{ method: 'bundled', program: 'jq', platforms: ['darwin'] }], ['macOS']],
    [[{ method: 'bundled', program: 'jq' }], []],
  ] as const)('names the systems of %j', (hints, systems) => {
    expect(systemsOf(hints.map((hint) => MethodHint.parse(hint)))).toEqual(systems)
  })
})
