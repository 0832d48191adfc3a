import { describe, expect, it } from 'vitest'
import { localeLanguage, parseLanguage } from '../../../services/installer/src/messages/language.ts'
import { readTerminal, showsColour } from '../../../services/installer/src/ui/terminal.ts'

const terminal = { isTTY: true }

describe('colors', () => {
  it.each([
    [terminal, {}, true],
    [{}, {}, false],
    [terminal, { NO_COLOR: '1' }, false],
    [terminal, { NO_COLOR: '0' }, false],
    [terminal, { NO_COLOR: '' }, true],
    [terminal, { TERM: 'dumb' }, false],
    [{}, { FORCE_COLOR: '1' }, true],
    [terminal, { FORCE_COLOR: '0' }, false],
    [{}, { FORCE_COLOR: '1', NO_COLOR: '1' }, false],
  ])('%j in %j: %s', (stream, environment, expected) => {
    expect(showsColour(stream, environment)).toBe(expected)
  })
})

describe('a terminal', () => {
  it.each([
    [terminal, {}, true],
    [{}, {}, false],
    [terminal, { TERM: 'dumb' }, false],
    [terminal, { CI: 'true' }, false],
    [terminal, { CI: '' }, true],
    [terminal, { CI: 'false' }, true],
  ])('%j in %j can be asked and shown progress: %s', (stderr, environment, expected) => {
    expect(readTerminal(stderr, environment).isInteractive).toBe(expected)
  })

  it.each([
    ['linux', { LANG: 'de_DE.UTF-8' }, true],
    ['linux', { LANG: 'zh_CN.utf8' }, true],
    ['linux', { LANG: 'C' }, false],
    ['linux', {}, false],
    ['linux', { LANG: 'en_US.UTF-8', LC_ALL: 'POSIX' }, false],
    ['linux', { LANG: 'zh_CN.GBK' }, false],
    ['linux', { LANG: 'C', LC_CTYPE: 'C.UTF-8' }, true],
    ['linux', { LANG: 'en_US.UTF-8', TERM: 'linux' }, false],
    ['darwin', {}, true],
    ['darwin', { LANG: 'C' }, false],
    ['win32', {}, false],
    ['win32', { WT_SESSION: 'x' }, true],
    ['win32', { TERM_PROGRAM: 'vscode' }, true],
  ] as const)('on %s with %j shows Unicode: %s', (platform, environment, expected) => {
    expect(readTerminal({}, environment, platform).isUnicode).toBe(expected)
  })
})

describe('the language', () => {
  it.each([
    [{ LANG: 'zh_CN.UTF-8' }, 'zh'],
    [{ LANG: 'zh_TW.UTF-8@stroke' }, 'zh'],
    [{ LANG: 'en_US.UTF-8', LC_MESSAGES: 'zh_CN.UTF-8' }, 'zh'],
    [{ LANG: 'zh_CN.UTF-8', LC_ALL: 'en_US.UTF-8' }, 'en'],
    [{ LANG: 'zh_CN.GBK' }, 'en'],
    [{ LANG: 'zha_CN.UTF-8' }, 'en'],
    [{ LANG: 'zh_CN.UTF-8', TERM: 'linux' }, 'en'],
    [{}, 'en'],
  ])('of %j is %s', (environment, language) => {
    expect(localeLanguage(environment, terminal, 'linux')).toBe(language)
  })

  it('is set by its tag, and others are refused', () => {
    expect(parseLanguage('zh-Hans')).toBe('zh')
    expect(parseLanguage('EN')).toBe('en')
    expect(() => parseLanguage('fr')).toThrow('"fr" is not a supported language.')
  })
})
