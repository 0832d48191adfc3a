import { describe, expect, it } from 'vitest'
import { checkTranslations } from '../../../scripts/messages/check-translations.ts'
import {
  findMessages,
  messagesIn,
  plainErrorTexts,
  translatedFolders,
} from '../../../scripts/messages/find-messages.ts'
import translations from '../../../services/installer/src/messages/zh.json' with { type: 'json' }
import { readSources } from '../../support/source-files.ts'

describe('the Chinese translations ("npm run messages" lists the problems)', () => {
  const { missing, unused, parameters, ambiguous, needPlural } = checkTranslations(
    findMessages(),
    translations,
  )
  it('has every message', () => {
    expect(missing).toEqual([])
  })
  it('has no message that no source uses', () => {
    expect(unused).toEqual([])
  })
  it('has the parameters of each English template', () => {
    expect(parameters).toEqual([])
  })
  it('has one text for each id', () => {
    expect(ambiguous).toEqual([])
  })
  it('has plural forms only where the library fills them in', () => {
    expect(needPlural).toEqual([])
  })
})

describe('messagesIn', () => {
  it('finds id and template of each message, even nested ones', () => {
    const source = [
      "throw new NotFoundError('app.unknown', t('app.unknown', 'No app is called {name}.', { name }), {",
      "  hint: t('app.unknown.hint', `It is not in {place}.`, { place: t('place.catalog', 'the catalog') }),",
      '})',
    ].join('\n')
    expect(messagesIn('a.ts', source).map(({ id, template }) => [id, template])).toEqual([
      ['app.unknown', 'No app is called {name}.'],
      ['app.unknown.hint', 'It is not in {place}.'],
      ['place.catalog', 'the catalog'],
    ])
  })

  it.each(["t(id, 'text')", "t('id', text)", "t('id', `a ${text}`)", "t('id')"])('refuses %s', (source) => {
    expect(() => messagesIn('a.ts', source)).toThrow('a.ts: the id and the template')
  })
})

describe('checkTranslations', () => {
  const message = (id: string, template: string) => ({ id, template, file: 'a.ts', isSimple: true })

  it('reports what is missing, what is unused, and ids with two texts', () => {
    const found = [message('a', 'one'), message('b', 'two'), message('b', 'three')]
    expect(checkTranslations(found, { b: '二', c: '三' })).toEqual({
      missing: [message('a', 'one')],
      unused: ['c'],
      parameters: [],
      ambiguous: ['b'],
      needPlural: [],
    })
  })

  it.each([
    ['another name', '{nam}'],
    ['one too few', 'x'],
    ['one too many', '{name} {more}'],
    ['no end', '{name'],
    ['a plural without other', '{name, plural, one {# x}}'],
  ])('reports parameters that differ: %s', (_what, translation) => {
    expect(checkTranslations([message('a', 'by {name}')], { a: translation }).parameters).toEqual(['a'])
  })

  it.each(['{n, plural, other {#}}', "a '{' b", 'a { b', 'a } b', "it''s"])(
    'reports %s outside of plural',
    (template) => {
      const found = [message('a', template), message('b', "the user's {file}")]
      expect(checkTranslations(found, {}).needPlural).toEqual(['a'])
      expect(
        checkTranslations(
          found.map((one) => ({ ...one, isSimple: false })),
          {},
        ).needPlural,
      ).toEqual([])
    },
  )

  it('accepts the same parameters in another order, inside a plural, and more than once', () => {
    const found = [message('a', '{name} has {count, plural, one {# file} other {# files}}')]
    expect(checkTranslations(found, { a: '{count} 个文件：{name}，{name}' }).parameters).toEqual([])
    expect(checkTranslations(found, { a: '{name} 的文件' }).parameters).toEqual([])
  })
})

/** Answers of a proxy to the programs behind it, and a path that no program of ours passes. */
const forPrograms = ['packages/core/src/node/egress/', 'packages/core/src/node/sandbox/sandbox-profile.ts']

describe('texts of errors', () => {
  it('are messages wherever users may read them', () => {
    const plain = readSources(...translatedFolders)
      .filter(({ file }) => !forPrograms.some((place) => file.startsWith(place)))
      .flatMap(({ file, text }) => plainErrorTexts(file, text))
    expect(plain).toEqual([])
  })

  it('are found as literals in errors, issues and hints, even in a conditional', () => {
    const source = [
      "new NotFoundError('a.b', 'No such app.', { hint: near ? `Is it ${near}?` : 'cli-apps search' })",
      "const issue = { path: '', message: 'is required here' }",
      "new RangeError('one more bug')",
      "new UsageError('a.c', t('a.c', 'No.'), { hint: t('a.c.hint', 'Look there.') })",
      "new UsageError('a.d', t('a.d', 'No.'), { hint: `${cliCall()} list the apps` })",
      "new UsageError('a.e', t('a.e', 'No.'), { hint: `${other()} list the apps` })",
    ].join('\n')
    expect(plainErrorTexts('a.ts', source)).toEqual([
      'a.ts: No such app.',
      'a.ts: Is it {}?',
      'a.ts: is required here',
      'a.ts: {} list the apps',
    ])
  })
})
