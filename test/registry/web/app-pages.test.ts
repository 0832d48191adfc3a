import { AppDocument, VersionDocument } from '@cli-apps/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getAppView } from '../../../services/registry/src/apps/read/get-app-view.ts'
import { OverviewPage } from '../../../services/registry/src/web/app/overview-page.tsx'
import type { ShownApp } from '../../../services/registry/src/web/app/shown-app.ts'
import { Prose } from '../../../services/registry/src/web/parts/prose.tsx'
import { tagsIn } from '../../../services/registry/src/web/parts/shown-text.ts'
import { pageTexts } from '../../../services/registry/src/web/texts/page-texts.ts'
import { manifestOf } from '../../support/manifest-of.ts'
import { asBrowser, createPageRegistry, pageText, withoutSpans } from '../../support/page-registry.ts'
import { problemOf } from '../../support/problem-of.ts'

let registry: Awaited<ReturnType<typeof createPageRegistry>>
beforeAll(async () => {
  registry = await createPageRegistry()
})
afterAll(() => registry.close())

it('shows English readers only the tags that they can read', () => {
  const tags = ['json', '查询', 'データ']
  expect(tagsIn('en', tags)).toEqual(['json'])
  expect(tagsIn('zh', tags)).toEqual(tags)
})

describe('the address of an app', () => {
  it('gives a browser the page and other clients the document, also from memory', async () => {
    for (const _ of ['first', 'from memory']) {
      expect(await pageText(registry, '/apps/jq')).toContain('<h1>jq</h1>')
      for (const accept of ['*/*', 'application/json', 'text/html;q=0.5, application/json'])
        expect(AppDocument.parse(await (await registry.get('/apps/jq', { accept })).json()).name).toBe('jq')
      const version = await registry.get('/apps/prettier/3.6.1')
      expect(VersionDocument.parse(await version.json()).manifest).toMatchObject({ version: '3.6.1' })
    }
  })

  it('gives the same bytes as the API', async () => {
    expect(await (await registry.get('/apps/jq')).text()).toBe(
      await (await registry.get('/v1/apps/jq.json')).text(),
    )
  })
})

describe('the comparison of two versions', () => {
  it('shows what differs, by default between the latest and the one before', async () => {
    const versions = [
      { version: '1.0.0' },
      { version: '1.1.0' },
      { version: '1.2.0', summary: 'Format a < b & c', requires: { bins: ['jq'] } },
    ]
    for (const change of versions) {
      const manifest = { ...manifestOf(change), name: 'changing-app', aliases: [] }
      expect((await registry.publish(manifest, registry.ann)).status).toBe(201)
    }
    const html = await pageText(registry, '/apps/changing-app/compare')
    expect(html).toContain('1.1.0 compared with 1.2.0')
    expect(html).toMatch(/<h3>Requirements and access<\/h3><ul [^>]*><li><code>requires.bins<\/code><ins>jq</)
    expect(html).toMatch(/<code>summary<\/code><del>[^<]+<\/del><ins>Format a &lt; b &amp; c<\/ins>/)
    expect(html).not.toContain('<h3>Effects</h3>')
    const same = await pageText(registry, '/apps/changing-app/compare?from=1.0.0&to=1.1.0')
    expect(same).toContain('The manifests of these versions do not differ.')
    expect(same).toContain('<option value="1.0.0" selected="">')
    expect((await registry.get('/apps/changing-app/compare?from=9.9.9', asBrowser)).status).toBe(404)
  })

  it('is offered beside the versions where there are two', async () => {
    expect(await pageText(registry, '/apps/prettier/versions')).toContain(
      'action="../../apps/prettier/compare"',
    )
    expect(await pageText(registry, '/apps/jq/versions')).not.toContain('/compare"')
  })
})

describe('the page of an app', () => {
  it('has the command to install it, also for each agent', async () => {
    const html = await pageText(registry, '/apps/jq')
    expect(html).toContain('data-copy="npx cli-apps install jq --registry http://localhost"')
    expect(html).toContain('install jq --registry http://localhost --agent claude-code')
    expect(await pageText(registry, '/apps/prettier/3.6.1')).toContain('install prettier@3.6.1 ')
  })

  it.each([
    ['en', ['Copy: npx cli-apps install jq ', 'Copy: the command for Codex', 'Copy: Get one value out of']],
    ['zh', ['复制：npx cli-apps install jq ', '复制：用于 Codex 的命令', '复制：取出一个值']],
  ])('names what each button copies: %s', async (language, starts) => {
    const html = await pageText(registry, '/apps/jq', { 'accept-language': language })
    const names = [...html.matchAll(/<button [^>]*data-copy[^>]*>/g)].map(
      ([button]) => /aria-label="([^"]*)"/.exec(button)?.[1] ?? '',
    )
    expect(names.length).toBeGreaterThan(6)
    expect(new Set(names).size).toBe(names.length)
    for (const start of starts) expect(names.some((name) => name.startsWith(start))).toBe(true)
  })

  it('shows what runs, what it needs and what it changes', async () => {
    const html = await pageText(registry, '/apps/jq')
    for (const text of [
      'https://example.com/jq-linux',
      '(2.3 MB)',
      `sha256:${'a'.repeat(64)}`,
      'apt-get install jq',
      'JQ_COLORS',
      '~/.jq',
      'none: it runs without network',
      'jq config set',
      'any call',
      '-e changes the exit status.',
      '<a href="https://jq.example/manual#e" rel="nofollow noopener noreferrer">Source</a>',
    ])
      expect(html).toContain(text)
  })

  it('shows recipes with their examples, output and outcome', async () => {
    const html = await pageText(registry, '/apps/jq')
    expect(html).toContain('Get one value out of a JSON file')
    expect(withoutSpans(html)).toContain('jq -r <var>.user.name</var> data.json')
    expect(html).toContain('<strong>1 of 1 recipes passed</strong> on Debian 12 (linux-x64), 2026-01-02')
    expect(html).toContain('<code>Ada</code>')
  })

  it('leaves out what the manifest does not have', async () => {
    const html = await pageText(registry, '/apps/prettier')
    for (const heading of [
      'Requirements and access',
      'When it fails',
      'Recipes</h2>',
      'Downloads',
      'recipes passed',
    ])
      expect(html).not.toContain(heading)
    expect(html).not.toContain('apps/prettier/commands')
  })

  it('recommends only apps that are in the registry', async () => {
    const html = await pageText(registry, '/apps/jq')
    expect(html).toContain('href="../apps/prettier"')
    expect(html).not.toContain('not-there')
  })

  it('names publisher, digest, and the lack of a signature', async () => {
    const html = await pageText(registry, '/apps/prettier')
    expect(html).toContain('href="../publishers/ann"')
    expect(html).toMatch(/<time datetime="2026-01-02T03:04:05.678Z">2026-01-02<\/time> by ann/)
    expect(html).toContain('not signed')
  })
})

describe('the other pages of an app', () => {
  it('show the skill with its tokens', async () => {
    const html = await pageText(registry, '/apps/jq/skill')
    const skill = await (await registry.get('/v1/apps/jq/1.8.2/SKILL.md')).text()
    expect(html).toContain(skill.split('\n').find((line) => line.startsWith('## ')))
    expect(html).toMatch(/about [\d,]+ tokens/)
  })

  it('show the command tree to unfold, from any command on', async () => {
    const html = await pageText(registry, '/apps/jq/commands')
    expect(html).toMatch(/<summary><code>config<\/code>/)
    expect(html).toContain('--raw-output')
    const below = await pageText(registry, '/apps/jq/commands?program=jq&at=config')
    expect(below).toContain('jq config')
    expect(below).toContain('--local')
    expect((await registry.get('/apps/jq/commands?at=nope', asBrowser)).status).toBe(404)
  })

  it('list the versions', async () => {
    const html = await pageText(registry, '/apps/prettier/versions')
    expect(html).toContain('href="../../apps/prettier/3.6.1"')
    expect(await pageText(registry, '/apps/prettier/3.6.1')).toContain('You see an older version')
  })
})

describe('an app that changed', () => {
  it('shows yanks and deprecations with their reasons', async () => {
    const done = async (request: string, body: Record<string, string>) =>
      expect(await (await registry.send(request, registry.ann, body)).json()).toEqual({ changed: true })
    await done('POST /v1/apps/prettier/3.6.1/yank', { reason: 'Deletes files & folders' })
    await done('POST /v1/apps/prettier/3.6.2/deprecate', { message: 'Use version 4' })
    expect(await pageText(registry, '/apps/prettier/3.6.1')).toContain('Deletes files &amp; folders')
    expect(await pageText(registry, '/apps/prettier')).toContain('Use version 4')
    const versions = await pageText(registry, '/apps/prettier/versions')
    expect(versions).toMatch(/yanked<\/span> Deletes/)
    expect(versions).toMatch(/deprecated<\/span> Use version 4/)
  })

  it('says that it was removed, and no longer how to install it', async () => {
    await registry.publish(manifestOf({ name: 'gone', entry_point: 'gone' }), registry.ann)
    const removal = { message: 'Nobody maintains it', replacement: 'jq' }
    expect((await registry.send('POST /v1/apps/gone/remove', registry.ann, removal)).status).toBe(200)
    const html = await pageText(registry, '/apps/gone')
    expect(html).toContain('This app was removed on 2026-01-02.')
    expect(html).toContain('Nobody maintains it')
    expect(html).toContain('href="../apps?q=jq"')
    expect(html).not.toContain('npx cli-apps install')
    expect(await pageText(registry, '/apps')).not.toContain('apps/gone')
  })

  it('shows no version of a withheld app', async () => {
    await registry.publish(manifestOf({ name: 'harmful', entry_point: 'harmful' }), registry.ann)
    const admin = await registry.token('root', 'admin')
    await registry.send('POST /v1/apps/harmful/remove', admin, { message: 'Malware', withhold: true })
    expect(await pageText(registry, '/apps/harmful')).toContain('withholds its versions')
    expect((await registry.get('/apps/harmful/skill', asBrowser)).status).toBe(404)
  })
})

/** Texts that publishing refuses or lets pass, in every place that pages show. */
const attack = '"\'><script>alert(1)</script><img src=x onerror=alert(2)>\u202Egnp.exe\u2066'
const hostileRecipe = {
  id: 'a',
  task: attack,
  call: { args: [attack, 'javascript:alert(3)'], stdin: attack, stdout_file: attack },
  files: { 'a.txt': attack },
  shows: `first\n${attack}`,
}

describe('a hostile manifest', () => {
  it('is shown as text as far as it can be published', async () => {
    const harmless = { ...hostileRecipe, task: 'Say 1 < 2 & "so"' }
    const texts = JSON.stringify([harmless]).replace(/[\u202e\u2066]/g, '')
    const manifest = manifestOf({
      name: 'hostile',
      entry_point: 'hostile',
      display_name: `R&D "quoted" 'tool'`,
      recipes: JSON.parse(texts) as unknown,
    })
    expect(await (await registry.publish(manifest, registry.ann)).json()).toMatchObject({ name: 'hostile' })
    for (const address of ['/apps/hostile', '/apps/hostile/skill', '/apps?q=say', '/', '/publishers/ann'])
      expectInert(await pageText(registry, address))
    expect(await pageText(registry, '/apps/hostile')).toContain('Say 1 &lt; 2 &amp; &quot;so&quot;')
  })

  it('is shown as text whatever the database holds', async () => {
    const view = await getAppView(registry.database.queries, { name: 'jq', now: new Date() })
    if (view.version === undefined) throw new RangeError('jq has no version')
    const { manifest, entry } = view.version
    const url = 'javascript:alert(4)'
    const requires = {
      env: [{ name: attack, description: attack, required: true, secret: true }],
      services: [{ name: attack, start: attack }],
      bins: [attack],
      accounts: [{ name: attack, sign_in: [attack] }],
      access: { files: [{ path: attack, mode: 'read', why: attack }], network: { hosts: [attack] } },
    }
    const download = { url, checksums: { url }, archive: 'none' }
    const hostile = {
      ...view,
      publishedBy: new Map([[entry.version, attack]]),
      document: { ...view.document, display_name: attack, tags: [attack], owners: [attack], license: attack },
      version: {
        ...view.version,
        entry: {
          ...entry,
          yanked: { reason: attack },
          deprecated: { message: attack },
          program_version: attack,
        },
        manifest: {
          ...manifest,
          ...{ display_name: attack, summary: attack, description: attack, entry_point: attack },
          ...{ homepage: url, repository: url, docs: url, i18n: {}, requires, recipes: [hostileRecipe] },
          install: [
            { method: 'binary', platforms: { 'linux-x64': download } },
            { method: 'bundled', detect: attack, instructions: attack },
          ],
          run: { effects: { write: [attack] } },
          skill: {
            choose: [{ situation: attack, use: attack }],
            fixes: [{ symptom: attack, fix: attack }],
            gotchas: [attack],
            instead: [{ task: attack, app: attack }],
          },
        },
        calledPrograms: { [attack]: attack },
        neighbors: new Set([attack]),
        skill: attack,
      },
    } as unknown as ShownApp
    for (const language of ['en', 'zh'] as const) {
      const page = {
        root: '..',
        path: 'apps/jq',
        language,
        texts: pageTexts[language],
        address: 'https://a.example',
        isStatic: false,
      }
      const html = String(await OverviewPage({ page, app: hostile }))
      expectInert(html)
      expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    }
  })

  it('has code between backticks, and nothing else that a text might mean', async () => {
    const html = String(await Prose({ text: 'Write `.["<b>"]`, not `; **no** <i>' }))
    expect(html).toBe('Write <code>.[&quot;&lt;b&gt;&quot;]</code>, not `; **no** &lt;i&gt;')
  })

  it('cannot link to anything but https', async () => {
    const answer = await registry.publish(
      manifestOf({ name: 'linked', entry_point: 'linked', homepage: 'javascript:alert(1)' }),
      registry.ann,
    )
    expect((await problemOf(answer)).status).toBe(422)
    expect(await pageText(registry, '/apps/jq')).toContain(
      '<a href="https://jqlang.org" rel="nofollow noopener noreferrer">jqlang.org</a>',
    )
  })
})

/** No markup of a manifest, no link to a script, and no character that reorders text. */
function expectInert(html: string): void {
  expect(html).not.toMatch(/<script(?! src="[./]*assets\/)|<img|="javascript:|[\u202a-\u202e\u2066-\u2069]/)
}
