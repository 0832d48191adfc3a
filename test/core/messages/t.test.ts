import { setCliCall, setLanguage, t, translated } from '@cli-apps/core'
import { formatMessage, plural } from '@cli-apps/core/messages'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'

const speakChinese = (translations: Record<string, string>): void =>
  setLanguage({ locale: 'zh', translations, format: formatMessage })

afterEach(() => setLanguage())

describe('t', () => {
  it('inserts values into the English template by name', () => {
    expect(t('a', 'No app is called {name} in {place}.', { name: 'gimp', place: '/w' })).toBe(
      'No app is called gimp in /w.',
    )
  })

  it('uses the translation of its id, in the order of that language', () => {
    speakChinese({ a: '{place} 中没有 {name}。' })
    expect(t('a', 'No app is called {name} in {place}.', { name: 'gimp', place: '/w' })).toBe(
      '/w 中没有 gimp。',
    )
    expect(t('b', 'No app.')).toBe('No app.')
  })

  it('never translates, expands or changes a value', () => {
    speakChinese({ a: '是 {text}', b: '停' })
    for (const text of ['Stop', '{text}', "{count, plural, one {'x'}}", '$& $1', "'{'", '\u0002'])
      expect(t('a', 'It is {text}', { text })).toBe(`是 ${text}`)
  })

  it('names the installer as the reader starts it, in every language', () => {
    expect(t('a', 'Run: {cli} ci')).toBe('Run: cli-apps ci')
    setCliCall('npx cli-apps')
    onTestFinished(() => setCliCall('cli-apps'))
    expect(t('a', 'Run: {cli} ci')).toBe('Run: npx cli-apps ci')
    expect(plural('a', '{n, plural, one {# app} other {# apps}}: {cli} list', { n: 2 })).toBe(
      '2 apps: npx cli-apps list',
    )
    speakChinese({ a: '运行 {cli} ci' })
    expect(t('a', 'Run: {cli} ci')).toBe('运行 npx cli-apps ci')
  })

  it('treats apostrophes in English as text', () => {
    expect(t('b', "The user's '{file}'", { file: 'x' })).toBe("The user's 'x'")
  })

  it('formats a translation by the library, whatever the English template holds', () => {
    speakChinese({ a: '{count, plural, =1 {一个} other {# 个}}' })
    expect([1, 2].map((count) => t('a', '{count} of them', { count }))).toEqual(['一个', '2 个'])
  })

  it('does not treat a property of every object as an id', () => {
    speakChinese({})
    expect(t('constructor', 'text')).toBe('text')
    expect(translated('toString', 'text')).toBe('text')
  })

  it('is checked by the compiler', () => {
    // @ts-expect-error A value is missing.
    expect(t('a', 'No {name}.', {})).toBe('No {name}.')
    // @ts-expect-error There is no such parameter.
    expect(t('b', 'No {name}.', { name: 'x', more: 'y' })).toBe('No x.')
  })
})

describe('plural', () => {
  const files = (count: number): string =>
    plural('files', '{count, plural, one {# file} other {# files}} of {name}', { count, name: 'a' })

  it('selects the form by the rules of the language', () => {
    expect([files(0), files(1), files(2)]).toEqual(['0 files of a', '1 file of a', '2 files of a'])
    speakChinese({ files: '{name} 的 {count} 个文件' })
    expect(files(1)).toBe('a 的 1 个文件')
  })

  it('throws for a template that is not valid', () => {
    expect(() => plural('a', '{count, plural, one {#}}', { count: 1 })).toThrow(SyntaxError)
  })
})
