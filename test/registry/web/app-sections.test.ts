import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getAppView } from '../../../services/registry/src/apps/read/get-app-view.ts'
import { OverviewPage } from '../../../services/registry/src/web/app/overview-page.tsx'
import type { ShownApp } from '../../../services/registry/src/web/app/shown-app.ts'
import { VersionsPage } from '../../../services/registry/src/web/app/versions-page.tsx'
import { type PageLanguage, pageTexts } from '../../../services/registry/src/web/texts/page-texts.ts'
import { createPageRegistry, pageText } from '../../support/page-registry.ts'

let registry: Awaited<ReturnType<typeof createPageRegistry>>
let jq: ShownApp
beforeAll(async () => {
  registry = await createPageRegistry()
  jq = await getAppView(registry.database.queries, { name: 'jq', now: new Date() })
})
afterAll(() => registry.close())

type Version = NonNullable<ShownApp['version']>

const pageIn = (language: PageLanguage) => ({
  root: '..',
  path: 'apps/jq',
  language,
  texts: pageTexts[language],
  address: 'https://a.example',
  isStatic: false,
})

/** The page of jq with another manifest, and other facts of its version. */
async function overview(
  manifest: Readonly<Record<string, unknown>>,
  facts: Partial<Version> = {},
  language: PageLanguage = 'en',
): Promise<string> {
  const { version } = jq
  if (version === undefined) throw new RangeError('jq has no version')
  const changed = { ...version, ...facts, manifest: { ...version.manifest, ...manifest } }
  return String(await OverviewPage({ page: pageIn(language), app: { ...jq, version: changed as Version } }))
}

/** What people read of a page. */
const textOf = (html: string): string => html.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ')

const debian = {
  method: 'debian',
  package: 'jq',
  version: '1:1.6-2.1+deb12u3',
  suite: 'bookworm',
  architectures: {
    amd64: { closure: `sha256:${'1'.repeat(64)}`, packages: 2, size: 1, installed_size: 1, tried: true },
  },
}

describe('the version of the program', () => {
  it('stands with each method', async () => {
    const html = await overview({
      install: [
        { method: 'npm', package: 'jq', version: '1.7.0' },
        debian,
        { method: 'brew', formula: 'jq' },
        { method: 'cargo', git: 'https://example.com/jq', commit: 'c0ffee'.repeat(6) },
      ],
    })
    for (const version of ['1.7.0', '1.6', 'the one that brew offers', 'Commit c0ffeec0ffee'])
      expect(html).toContain(`<dt>Version of the program</dt><dd>${version}</dd>`)
  })

  it('is compared with the one that was tested', async () => {
    const results = { ...jq.version?.results, method: 'debian', program_version: '1.6' } as Version['results']
    const sentence = 'Tested with version 1.6 of the program. This page describes 1.8.2'
    expect(await overview({ install: [debian] }, { results })).toContain(sentence)
    expect(await overview({ install: [debian] }, { results }, 'zh')).toContain('测试使用的程序版本是 1.6')
    expect(await overview({})).not.toContain('Tested with version')
  })
})

describe('an app that people get by hand', () => {
  const bundled = { method: 'bundled', detect: 'jq', instructions: 'Install the suite from example.com.' }

  it('says so before the command, and is installed nowhere', async () => {
    const text = textOf(await overview({ install: [bundled] }))
    expect(text).toMatch(
      /Get the program first: cli-apps does not install it\. ?Install the suite.*finds jq on your PATH.*npx cli-apps install jq/,
    )
    expect(text).toMatch(/linux-x64 ?bundled ?you install it yourself/)
    expect(text).not.toMatch(/bundled ?yes/)
  })

  it('has a method of its own where cli-apps can install it', async () => {
    const text = textOf(
      await overview({ install: [{ method: 'npm', package: 'jq', version: '1.0.0' }, bundled] }),
    )
    expect(text).not.toContain('Get the program first')
    expect(text).toMatch(/linux-x64 ?npm, bundled ?yes/)
  })
})

describe('what a recipe changes', () => {
  const recipe = {
    id: 'keep',
    task: 'Keep a value',
    call: { args: ['.a'], stdout_file: '{output}' },
    placeholders: { output: { type: 'file', example: 'a.json' } },
    effect: 'write',
  }

  it('is its output alone where the app only reads', async () => {
    const html = await overview({ recipes: [recipe], run: { effects: { read: [{ operands: ['*'] }] } } })
    expect(html).toContain('<span class="tag read">Output kept in a.json</span>')
    expect(html).not.toContain('<span class="tag write">Writes</span>')
  })

  it('is what the manifest says where the app can write, or nobody says that it cannot', async () => {
    for (const run of [{ effects: { read: ['get'], write: ['set'] } }, { effects: {} }, {}])
      expect(await overview({ recipes: [recipe], run })).toContain('<span class="tag write">Writes</span>')
  })
})

describe('effects', () => {
  it('are folded behind their beginning where there are many', async () => {
    const write = Array.from({ length: 19 }, (_, at) => `set-${at}`)
    const calls = Array.from({ length: 9 }, (_, at) => ({ command: `put-${at}`, options: [`--force-${at}`] }))
    const html = await overview({ run: { effects: { write, destructive: calls, read: write.slice(1) } } })
    const section = html.slice(html.indexOf('id="effects"'))
    const [destructive = '', written = '', read = ''] = section.split('<dt>').slice(1)
    const [before = '', folded = ''] = written.split('<details><summary>7 more</summary>')
    expect(before.match(/<li>/g)).toHaveLength(12)
    expect(textOf(folded)).toContain('jq set-18')
    expect(destructive).toContain('<summary>4 more</summary>')
    expect(read.slice(0, read.indexOf('</section>'))).not.toContain('<details>')
  })

  it('join commands that have them with the same options', async () => {
    const options = ['-o', '--output']
    const destructive = ['log', 'show', 'diff'].map((command) => ({ command, options }))
    const text = textOf(await overview({ run: { effects: { destructive } } }))
    expect(text).toContain('jq log, jq show or jq diff with -o or --output')
  })

  it('are written in words, not with the signs of a shell', async () => {
    const effects = {
      write: ['new', { options: ['-y'], operands: ['<path>', '*.*'] }],
      destructive: [{ command: 'rm', operands: ['*'] }, { options: ['-i', '--in-place'] }],
    }
    const text = textOf(await overview({ run: { effects } }))
    for (const words of [
      'jq new',
      'jq with -y, a file or folder or an argument like *.*',
      'jq rm with any argument',
      'jq with -i or --in-place',
    ])
      expect(text).toContain(words)
    expect(text).not.toContain(' | ')
  })

  it('are those of any call where every call has them', async () => {
    const effects = { read: ['list', { options: ['--mode=plan'] }], destructive: ['*'] }
    const text = textOf(await overview({ run: { effects } }))
    expect(text).toContain('any call')
    expect(text).toContain('jq with --mode=plan')
    expect(text).not.toContain('jq *')
  })

  it('are linked from every page of the app', async () => {
    for (const page of ['', '/skill', '/commands', '/versions']) {
      const html = await pageText(registry, `/apps/jq${page}`)
      expect(html).toMatch(/<a class="tag write" href="(\.\.\/)+apps\/jq#effects">/)
    }
  })
})

describe('the page', () => {
  it('begins with links to its sections, and to no other', async () => {
    for (const html of [await pageText(registry, '/apps/jq'), await pageText(registry, '/apps/prettier')]) {
      const [nav = ''] = /<nav class="contents.*?<\/nav>/.exec(html) ?? []
      const linked = [...nav.matchAll(/href="#([a-z]+)"/g)].map(([, id]) => id)
      const sections = [...html.matchAll(/<section id="([a-z]+)"/g)].map(([, id]) => id)
      expect(linked.length).toBeGreaterThan(1)
      expect(linked).toEqual(sections)
    }
  })

  it('lists every agent once, and few of them with a command', async () => {
    const html = await pageText(registry, '/apps/jq')
    expect(html.match(/--agent [a-z-]+"/g)).toHaveLength(5)
    expect(html).toContain('<code>windsurf</code>')
    const [names = ''] = /<ul class="names.*?<\/ul>/.exec(html) ?? []
    expect(Buffer.byteLength(names)).toBeLessThan(6000)
  })

  it('names the Debian packages, folded', async () => {
    const packages = new Map([['amd64', [{ package: 'libjq1', version: '1.6-2.1', size: 135_000 }]]])
    const html = await overview({ install: [debian] }, { packages } as unknown as Partial<Version>)
    expect(html).toMatch(
      /<details><summary>Names, versions and sizes<\/summary>.*<code>libjq1<\/code> 1\.6-2\.1, 135 kB/,
    )
  })
})

describe('the page of the skill', () => {
  it('has the command of the skills program, for the latest version', async () => {
    const html = await pageText(registry, '/apps/prettier/skill')
    expect(html).toContain('data-copy="npx skills add http://localhost/apps/prettier"')
    expect(html).toContain('Node.js 22.20')
    expect(await pageText(registry, '/apps/prettier/3.6.1/skill')).not.toContain('npx skills add')
  })
})

describe('the list of versions', () => {
  it('names who published each, and the version of the program where it differs', async () => {
    expect(await pageText(registry, '/apps/prettier/versions')).toMatch(
      /2026-01-02 by ann.*2026-01-02 by ann/,
    )
    const { document } = jq
    const versions = document.versions.map((entry) => ({ ...entry, program_version: '1.8.2-rc1' }))
    const app = { ...jq, document: { ...document, versions } }
    expect(String(await VersionsPage({ page: pageIn('en'), app }))).toContain('program version 1.8.2-rc1')
    expect(String(await VersionsPage({ page: pageIn('en'), app: jq }))).not.toContain('program version')
  })
})
