import { describe, expect, it, test } from 'vitest'
import { staticAddress } from '../../../services/registry/src/export/pages/static-address.ts'
import { linkedPages, staticLinks } from '../../../services/registry/src/export/pages/static-links.ts'

test.each([
  ['', 'index.html'],
  ['apps', 'apps.html'],
  ['apps/', 'apps.html'],
  ['apps/jq', 'apps/jq.html'],
  ['apps/jq/1.0.0%2B1', 'apps/jq/1.0.0%2B1.html'],
  ['apps?category=data', 'categories/data.html'],
  ['apps?q=a+b&platform=linux-x64', 'apps.html?q=a+b&platform=linux-x64'],
  ['apps?category=data&q=x', 'apps.html?category=data&q=x'],
  ['apps/r/commands?program=R&at=CMD', 'apps/r/commands/_r/_c_m_d.html'],
  ['apps/git/1.0.0/commands?program=git', 'apps/git/1.0.0/commands/git.html'],
  // A command's name never leads out of the folder: the file itself is called "%2E%2E%2Fx".
  ['apps/x/commands?program=x&at=..%2Fx', 'apps/x/commands/x/%252E%252E%252Fx.html'],
  ['publishers/ann', 'publishers/ann.html'],
])('the page %s is the file %s', (address, file) => {
  expect(staticAddress(address, 'en')).toBe(file)
  expect(staticAddress(address, 'zh')).toBe(`zh/${file}`)
})

test.each(['v1/index.json', 'assets/a.css', 'docs', 'account', 'sign-in', 'appsx', 'statistics/x'])(
  '%s is no page of a static site',
  (address) => expect(staticAddress(address, 'en')).toBeUndefined(),
)

test('commands whose names differ only in capitals have different files everywhere', () => {
  const files = ['a_b', 'a_B', 'A_b', 'A__b', 'a__b'].map((name) =>
    staticAddress(`apps/x/commands?program=x&at=${name}`, 'en')?.toLowerCase(),
  )
  expect(new Set(files).size).toBe(files.length)
})

describe('links', () => {
  const page = {
    address: 'apps/jq',
    language: 'zh',
    file: 'zh/apps/jq.html',
    fileOf: staticAddress,
  } as const

  it.each([
    ['..', '../index.html'],
    ['../', '../index.html'],
    ['../apps/fx#effects', 'fx.html#effects'],
    ['../apps/jq/commands?program=jq&amp;at=a', 'jq/commands/jq/a.html'],
    ['../apps/jq?lang=en', '../../apps/jq.html'],
    ['../v1/keys.json', '../../v1/keys.json'],
    ['../assets/0.css', '../../assets/0.css'],
    ['../apps?tag=a&amp;b=&#39;', '../apps.html?tag=a&amp;b=%27'],
  ])('lead from file to file: %s', (link, expected) => {
    expect(staticLinks(`<a class="x" href="${link}">`, page)).toBe(`<a class="x" href="${expected}">`)
  })

  it.each(['#content', 'https://jqlang.org/a?b', 'mailto:a@b.example', '//other.example/x', ''])(
    'to elsewhere stay: %s',
    (link) => {
      const html = `<a href="${link}">`
      expect(staticLinks(html, page)).toBe(html)
      expect(linkedPages(html, page.address)).toEqual([])
    },
  )

  it('in texts stay, where quotation marks are escaped', () => {
    const html = '<p> href=&quot;../apps/fx&quot;</p>'
    expect(staticLinks(html, page)).toBe(html)
    expect(linkedPages(html, page.address)).toEqual([])
  })
})
