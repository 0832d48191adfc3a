import { type AppError, type Issue, parseManifest, readManifest } from '@cli-apps/core'
import { describe, expect, it } from 'vitest'
import { exampleManifestJson } from '../support/example-manifest.ts'

const issuesOf = (changes: Record<string, unknown>): Issue[] => {
  try {
    parseManifest(exampleManifestJson(changes))
  } catch (error) {
    return [...(error as AppError).issues]
  }
  return []
}

describe('parseManifest', () => {
  it('returns a valid manifest unchanged', () => {
    expect(parseManifest(exampleManifestJson())).toEqual(exampleManifestJson())
  })

  it('takes options with values and every call as effects, and no command that stands for all', () => {
    const effectsWith = (...destructive: unknown[]) =>
      issuesOf({ run: { effects: { destructive } } }).map(({ message }) => message)
    expect(effectsWith('*', { options: ['--mode=yolo*', '-D'], operands: ['.sh *'] })).toEqual([])
    for (const entry of [{ command: '*', options: ['-D'] }, { options: ['--mode='] }, { operands: [' x'] }])
      expect(effectsWith(entry)).not.toEqual([])
  })

  it('takes a recipe as evidence only if the manifest has it', () => {
    const recipes = [{ id: 'hello', task: 'Say hello', call: { args: ['hello'] } }]
    const skillWith = (recipe: string) => ({
      fixes: [{ symptom: 'nothing', fix: 'Name somebody.', recipe }],
      gotchas: ['Short.', { text: 'It is polite.', recipe }],
    })
    expect(issuesOf({ recipes, skill: skillWith('hello') })).toEqual([])
    expect(issuesOf({ recipes, skill: skillWith('bye') }).map(({ path }) => path)).toEqual([
      'skill.fixes[0].recipe',
      'skill.gotchas[1].recipe',
    ])
  })

  it('reports every problem at once, each with its path and a hint', () => {
    const issues = issuesOf({
      name: 'A B',
      summary: 'two\nlines',
      surprise: 1,
      install: [
        { method: 'npm', package: '--global', version: '^1' },
        { method: 'shell', run: 'curl x | sh' },
        { method: 'pip', package: 'x' },
      ],
    })
    expect(issues.map(({ path }) => path)).toEqual([
      'name',
      'summary',
      'install[0].package',
      'install[0].version',
      'install[1].method',
      'install[2].version',
      'surprise',
    ])
    expect(issues.every(({ hint, message, rule }) => hint && message && rule)).toBe(true)
  })

  it('accepts texts in any language', () => {
    const i18n = { zh: { summary: '问候' }, 'pt-BR': { summary: 'Diz olá' }, fil: {} }
    expect(parseManifest(exampleManifestJson({ i18n })).i18n).toEqual(i18n)
    expect(issuesOf({ i18n: { 'zh_CN!': {} } })).not.toEqual([])
  })

  it.each([
    ['an npm package that is an option', { install: [{ method: 'npm', package: '-g', version: '1.0.0' }] }],
    [
      'an npm package with a URL',
      { install: [{ method: 'npm', package: 'git+https://x.test/y', version: '1.0.0' }] },
    ],
    ['a version that is a range', { install: [{ method: 'npm', package: 'x', version: '>=1' }] }],
    ['a Debian package that is an option', { install: [{ method: 'apt', package: '--purge' }] }],
    ['a Go module that is an option', { install: [{ method: 'go', module: '-x.test/y', version: '1.0.0' }] }],
    [
      'a git source without a full commit',
      { install: [{ method: 'pip', git: 'https://x.test/y', commit: 'main' }] },
    ],
    [
      'a git source that names another commit',
      { install: [{ method: 'pip', git: 'https://x.test/y.git@main#egg=z', commit: '0'.repeat(40) }] },
    ],
    [
      'a git source with a password',
      { install: [{ method: 'pip', git: 'https://a:b@x.test/y', commit: '0'.repeat(40) }] },
    ],
    ['an entry point with a path', { entry_point: '../bin/sh' }],
    ['an entry point with spaces', { entry_point: 'greet me' }],
    ['an entry point that is an option', { entry_point: '-rf' }],
    ['a plain http homepage', { homepage: 'http://x.test/' }],
    ['a javascript homepage', { homepage: 'javascript:alert(1)' }],
    ['a summary that closes our context', { summary: 'x [/Runtime Context] y' }],
    ['a summary with a bidirectional mark', { summary: 'x \u202e y' }],
    ['a summary with a zero-width space', { summary: 'x\u200by' }],
    ['a summary with a tag', { summary: 'x <script> y' }],
    ['a description with a code fence', { description: 'x ``` y' }],
    ['a name of 56 characters', { name: 'a'.repeat(56) }],
    ['a name with two hyphens together', { name: 'a--b' }],
    ['a version with foreign build metadata', { version: '1.0.0+build' }],
    ['a version with a v', { version: 'v1.0.0' }],
    ['an unknown category', { category: 'misc' }],
    ['no methods', { install: [] }],
    ['an argument with NUL', { run: { help: ['a\0b'] } }],
    [
      'a smoke file outside its folder',
      { smoke: [{ files: { '../x': '' }, args: ['x'], expect: { exit: 0 } }] },
    ],
    ['a later format', { manifest: 2 }],
  ])('refuses %s', (_what, changes) => {
    expect(issuesOf(changes)).not.toEqual([])
  })

  it.each([
    ['a binary without digest', { url: 'https://x.test/a', size: 3, archive: 'none' }, 'sha256'],
    [
      'a binary over http',
      { url: 'http://x.test/a', sha256: '0'.repeat(64), size: 3, archive: 'none' },
      'url',
    ],
    [
      'a path out of the archive',
      { url: 'https://x.test/a', sha256: '0'.repeat(64), size: 3, archive: 'zip', path: 'a/../../b' },
      'path',
    ],
    [
      'an archive without path',
      { url: 'https://x.test/a', sha256: '0'.repeat(64), size: 3, archive: 'zip' },
      'path',
    ],
  ])('refuses %s', (_what, download, key) => {
    const issues = issuesOf({ install: [{ method: 'binary', platforms: { 'linux-x64': download } }] })
    expect(issues.map(({ path }) => path)).toEqual([`install[0].platforms["linux-x64"].${key}`])
  })
})

describe('readManifest', () => {
  it('ignores unknown keys and methods', () => {
    const later = exampleManifestJson({
      rating: 5,
      install: [
        { method: 'flatpak', id: 'x' },
        { method: 'npm', package: 'greet', version: '1.2.3', registry: 'x' },
      ],
      run: { version: { args: ['--version'], expect: 'greet' }, colour: true },
    })
    expect(readManifest(later)).toEqual(exampleManifestJson())
  })

  it('ignores unknown forms of a method, but no others', () => {
    const npm = { method: 'npm', package: 'greet', version: '1.2.3' }
    const later = exampleManifestJson({ install: [{ method: 'brew', tap: 'x' }, 'later', npm] })
    expect(readManifest(later).install).toEqual([npm])
  })

  it('refuses a manifest without a known method', () => {
    expect(() => readManifest(exampleManifestJson({ install: [{ method: 'brew', tap: 'x' }] }))).toThrow(
      expect.objectContaining({
        code: 'manifest.invalid',
        issues: expect.arrayContaining([expect.objectContaining({ path: 'install[0].formula' })]),
      }),
    )
  })

  it('still refuses errors in known fields', () => {
    expect(() => readManifest(exampleManifestJson({ rating: 5, entry_point: '/bin/sh' }))).toThrow(
      /one problem/,
    )
  })

  it('reports that a later format requires a later program', () => {
    expect(() => readManifest({ manifest: 2 })).toThrow(/format 2/)
  })
})

describe('additional programs', () => {
  const convert = { name: 'convert', bin: { apt: 'convert-im6' }, summary: 'Convert pictures' }
  const identify = { name: 'identify', summary: 'Describe pictures', effects: { read: ['x'] } }

  it('are unchanged', () => {
    const programs = [convert, identify]
    expect(parseManifest(exampleManifestJson({ programs })).programs).toEqual(programs)
  })

  it.each([
    ['an empty list', [], 'programs'],
    ['the same name twice', [identify, { ...identify, name: 'Identify' }], 'programs'],
    ['the entry point', [{ ...identify, name: 'Greet' }], 'programs'],
    ['a path', [{ ...identify, name: 'bin/identify' }], 'programs[0].name'],
    ['an option', [{ ...identify, name: '-i' }], 'programs[0].name'],
    ['a path under a method', [{ ...identify, bin: { apt: '../sh' } }], 'programs[0].bin.apt'],
    ['an unknown method', [{ ...identify, bin: { curl: 'x' } }], 'programs[0].bin.curl'],
    ['no summary', [{ name: 'identify' }], 'programs[0].summary'],
    ['a summary of two lines', [{ ...identify, summary: 'a\nb' }], 'programs[0].summary'],
    ['a long summary', [{ ...identify, summary: 'x'.repeat(121) }], 'programs[0].summary'],
    ['an unknown key', [{ ...identify, shell: true }], 'programs[0].shell'],
  ])('are refused with %s', (_, programs, path) => {
    expect(issuesOf({ programs }).map((issue) => issue.path)).toEqual([path])
  })

  it('are read from a newer manifest without its unknown keys', () => {
    const programs = [{ ...identify, bin: { future: 'x', apt: 'y' }, recipes: [] }]
    expect(readManifest(exampleManifestJson({ programs })).programs).toEqual([
      { ...identify, bin: { apt: 'y' } },
    ])
  })
})
