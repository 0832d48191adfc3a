import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type AppManifest, nearestNames, parseManifest, rankApps } from '@cli-apps/core'
import { resourceFolder } from '@cli-apps/core/node'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { searchFields } from '../../../packages/core/src/search/search-fields.ts'

type Searchable = Parameters<typeof rankApps>[1] extends Iterable<infer Entry> ? Entry : never

const app = (name: string, summary: string, more: Partial<Searchable> = {}): Searchable => ({
  display_name: name,
  category: 'dev',
  tags: [],
  aliases: [],
  name: name as Searchable['name'],
  summary,
  ...more,
})
const apps = [
  app('prettier', 'Format source code'),
  app('jq', 'Query JSON documents', { tags: ['json'] }),
  app('json5', 'Read relaxed JSON'),
  app('imagemagick', 'Convert pictures', { tags: ['图片'], aliases: ['magick'] }),
  app('ast-grep', 'Rewrite syntax trees'),
  app('md2pdf', 'Typeset notes', { i18n: { zh: { summary: '会议纪要排版' } } }),
]
const found = (query: string, among: readonly Searchable[] = apps): string[] =>
  rankApps(query, among).map(({ entry }) => entry.name)

describe('rankApps', () => {
  it('takes terms that were made before instead of making them', () => {
    const terms = { jq: searchFields(app('jq', 'Brew coffee')) }
    expect(rankApps('coffee', apps, terms).map(({ entry }) => entry.name)).toEqual(['jq'])
    const all = Object.fromEntries(apps.map((one) => [one.name, searchFields(one)]))
    for (const query of ['json', 'convert', '图片', 'pretier'])
      expect(rankApps(query, apps, all)).toEqual(rankApps(query, apps))
  })

  it.each([
    ['an exact name', 'jq', 'jq'],
    ['an alias', 'magick', 'imagemagick'],
    ['another form of the word', 'formatting', 'prettier'],
    ['a synonym', 'photo', 'imagemagick'],
    ['a synonym in another language', '画像', 'imagemagick'],
    ['Chinese words', '转换图片', 'imagemagick'],
    ['Chinese words that only a translation has', '会议记录', 'md2pdf'],
    ['a Chinese slip', '会义纪要', 'md2pdf'],
    ['a part of a name', 'pdf', 'md2pdf'],
    ['a name in another spelling', 'AST grep', 'ast-grep'],
    ['the beginning of a word', 'pret', 'prettier'],
    ['a letter too few', 'pretier', 'prettier'],
    ['a letter too many', 'prettierr', 'prettier'],
    ['two letters swapped', 'imagemagcik', 'imagemagick'],
    ['another width and case', 'ＪＱ', 'jq'],
    ['a word among stop words', 'how do i format this', 'prettier'],
  ])('finds %s', (_, query, name) => expect(found(query)[0]).toBe(name))

  it.each(['', ' ', '🙂', '%', "' or 1=1 --", 'zzzz', 'jx'])('finds nothing for %j', (query) =>
    expect(found(query)).toEqual([]),
  )

  it('ranks a name above a summary', () => expect(found('json5 json')[0]).toBe('json5'))

  it('matches a verb and its object, whatever is between them', () => {
    const some = [app('a', '给网页截图'), app('b', '压缩图片')]
    for (const query of ['截个图', '截一下图', '截了图']) expect(found(query, some), query).toEqual(['a'])
  })

  it('ranks an amount below the object of a query', () => {
    const some = [app('a', 'Draw 10 circles'), app('b', 'Cut a clip')]
    expect(found('cut 10 seconds of a clip', some)[0]).toBe('b')
    expect(found('clip 10', some)[0]).toBe('b')
  })

  it('prefers apps that match all words', () => {
    const some = [app('a', 'compress video'), app('b', 'compress text'), app('c', 'play video')]
    expect(found('compress video', some)[0]).toBe('a')
  })

  it('ranks a rare word above a common one', () => {
    const some = [...'abcdef'].map((name) => app(name, 'compare invoices'))
    expect(found('compare zebras', [...some, app('z', 'zebras')])[0]).toBe('z')
  })

  it('ignores words that match nothing', () => {
    const [plain] = rankApps('json', apps)
    const [first] = rankApps('json blorptang', apps)
    expect(first?.score).toBe(plain?.score)
  })

  it('ranks a whole name above a part of one', () => {
    const some = [app('a-term', 'x'), app('b-other', 'x'), app('term', 'x')]
    expect(found('term of day', some)[0]).toBe('term')
  })

  it('prefers combined words to insignificant ones', () => {
    const via = (query: string, text: string): string[] =>
      rankApps(query, [app('a', text)]).flatMap(({ matches }) => matches.map(({ term }) => term))
    expect(via('locate all of the files', 'file search')).toContain('locate files')
    expect(via('查找一段文字', '全文搜索')).toContain('查找文字')
  })

  it('recognizes URLs by their form, and file extensions', () => {
    const some = [app('a', 'Websites'), app('b', 'Examples'), app('c', 'Subnet masks')]
    expect(found('look at example.com', some)[0]).toBe('a')
    expect(found('10.0.0.0/22', some)).toEqual(['c'])
    const films = [app('a', 'Show the screen'), app('b', 'Play mov')]
    expect(found('screen.mov', films)[0]).toBe('b')
  })

  it('does not treat words of a sentence as prefixes or typos', () => {
    const some = [app('a', 'hugo'), app('b', 'latency of paper'), app('c', 'cut paper and clay with knives')]
    expect(found('late paper clay knives hugs', some)[0]).toBe('c')
    expect(
      rankApps('late paper clay knives', some).flatMap(({ matches }) => matches.map(({ via }) => via)),
    ).not.toContain('prefix')
  })

  it('finds apps by their use cases and tasks, in every language', () => {
    const skill = {
      use_when: 'Fences should be painted.',
      gotchas: [],
    }
    const recipes = [
      {
        id: 'mow',
        task: 'Mow the lawn',
        i18n: { zh: { task: '修剪草坪' } },
        call: { args: ['x'] },
      },
      { id: 'check', call: { args: ['--sharpness'] }, expect: {} },
    ]
    const some = [...apps, app('garden', 'x', { skill, recipes })]
    expect(found('painted fences', some)[0]).toBe('garden')
    expect(found('mow lawn', some)[0]).toBe('garden')
    expect(found('草坪', some)[0]).toBe('garden')
  })

  it('reports what matched, where, and how', () => {
    const [first] = rankApps('formatting', apps)
    expect(first?.matches).toEqual([
      { term: 'formatting', field: 'summary', via: 'stem', weight: expect.any(Number) },
    ])
  })
})

const text = fc.oneof(
  fc.string({ maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    '',
    'jq',
    '视频剪辑工具',
    'ファイルを',
    'a'.repeat(300),
    '~video',
    '^x',
    '__proto__',
    'constructor',
  ),
)

describe('for any query', () => {
  it('the ranker answers', () => {
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 5 }), (query, texts) => {
        const some = texts.map((summary, index) => app(`app-${index}`, summary, { tags: [summary] }))
        for (const { score } of rankApps(query, some)) expect(score).toBeGreaterThan(0)
      }),
    )
  })

  it('an exact name is above an exact alias, and that above a display name', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z][a-z0-9]{0,12}(-[a-z0-9]{1,6})?$/), text, (name, summary) => {
        const some = [
          app('by-display', `${name} ${name}`, { display_name: name, tags: [name] }),
          app('by-alias', name, { aliases: [name], tags: [name, summary] }),
          app(name, 'something else'),
        ]
        expect(found(name, some).slice(0, 3)).toEqual([name, 'by-alias', 'by-display'])
      }),
    )
  })
})

it('replacements are found by their own words', () => {
  const [grep, cut, sort] = [app('grep', 'search'), app('cut', 'columns'), app('sort', 'lines')]
  expect(found('search', [grep, cut])).toEqual(['grep'])
  expect(found('colums', [grep, cut])).toEqual(['cut'])
  expect(found('lins', [sort, grep])).toEqual(['sort'])
})

describe('in the catalog', () => {
  const folder = resourceFolder('catalog')
  const catalog: Searchable[] = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((file) => {
      const manifest: AppManifest = parseManifest(JSON.parse(readFileSync(path.join(folder, file), 'utf8')))
      return { ...manifest, tags: manifest.tags ?? [], aliases: manifest.aliases ?? [] }
    })

  /** Each spelling once: display names mostly differ from names by case alone. */
  const differing = (names: readonly string[]): string[] => [
    ...new Set(names.map((name) => name.toLowerCase())),
  ]

  it('every app is first for its name, display name and aliases', () => {
    const misses = catalog.flatMap(({ name, display_name, aliases }) =>
      differing([name, display_name, ...aliases]).filter((query) => found(query, catalog)[0] !== name),
    )
    expect(misses).toEqual([])
  })

  it.each(['JQ', 'IMAGEMAGICK', 'Poppler'])('%s is a name in any case', (query) =>
    expect(found(query, catalog)[0]).toBe(query.toLowerCase()),
  )

  it.each([
    ['picture', ['imagemagick', 'rembg']],
    ['spreadsheet', ['gnumeric', 'xlsx2csv', 'libreoffice']],
    ['导出会议记录', ['wecom', 'zoom']],
  ])('%s finds %j', (query, names) =>
    expect(found(query, catalog).slice(0, 5)).toEqual(expect.arrayContaining(names)),
  )
})

describe('nearestNames', () => {
  const names = apps.map(({ name }) => name)
  it.each([
    ['pretier', ['prettier']],
    ['jsno5', ['json5']],
    ['magick', ['imagemagick']],
    ['zzzz', []],
  ])('suggests for %s the names %j', (wanted, expected) => {
    expect(nearestNames(wanted, names)).toEqual(expected)
  })
})

describe('an app with several programs', () => {
  const media = app('ffmpeg', 'Convert media files', { programs: ['ffprobe', 'ffplay'] })
  const whole = app('csvkit', 'Work with CSV files', {
    programs: [{ name: 'csvstat', summary: 'Print statistics of the columns' }],
  })
  const among = [...apps, media, whole, app('probe', 'Probe ports')]

  it.each([
    ['the name of a program', 'ffprobe', 'ffmpeg'],
    ['what a program does', 'column statistics', 'csvkit'],
  ])('is found first by %s', (_, query, name) => {
    expect(found(query, among)[0]).toBe(name)
  })

  it('comes after an app that has the name itself', () => {
    expect(found('jq', [...among, app('other', 'Query JSON', { programs: ['jq'] })])[0]).toBe('jq')
  })
})
