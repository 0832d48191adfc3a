import { describe, expect, it } from 'vitest'
import { foreignText } from '../../../services/installer/src/messages/foreign-text.ts'
import { createTranslator, valuesOf } from '../../../services/installer/src/messages/translator.ts'

const translate = createTranslator({
  'There is no app called {0} in {1}.': '{1} 中没有名为 {0} 的应用。',
  'There is no {0}.': '没有 {0}。',
  'Could not {0}: exit status {1}.': '未能{0}：退出状态 {1}。',
  'install {0} with npm': '用 npm 安装 {0}',
  'Go ahead?': '继续吗？',
})

describe('a translator', () => {
  it('fills the holes of a template, in the order of the other language', () => {
    expect(translate('There is no app called gimp in catalog:built-in.')).toBe(
      'catalog:built-in 中没有名为 gimp 的应用。',
    )
    expect(translate('Go ahead?')).toBe('继续吗？')
  })

  it('takes the template that says most', () => {
    expect(translate('There is no app called x in y.')).not.toContain('没有 app')
    expect(translate('There is no hope.')).toBe('没有 hope。')
  })

  it('translates what stands in a hole, and each line for itself with its indentation', () => {
    expect(translate('Could not install x with npm: exit status 1.\n  There is no y.\nnpm: no')).toBe(
      '未能用 npm 安装 x：退出状态 1。\n  没有 y。\nnpm: no',
    )
  })

  it('leaves what it does not know as it is, white space included', () => {
    for (const text of ['', '  ', 'anything else', 'There is no', ' \n\n x '])
      expect(translate(text)).toBe(text)
  })

  it('does not translate third-party text', () => {
    expect(translate(`x  ${foreignText('There is no hope.')}`)).toContain('There is no hope.')
    expect(translate('There is no hope.')).toBe('没有 hope。')
  })

  it('keeps holes of a value from being filled, and dollar signs from being replaced', () => {
    expect(translate('There is no {1} $& $1.')).toBe('没有 {1} $& $1。')
  })
})

describe('valuesOf', () => {
  it.each([
    ['a-b-c', ['', '-', ''], ['a', 'b-c']],
    ['xaay', ['x', 'a', 'ay'], ['', '']],
    ['x', ['x', 'x'], undefined],
    ['xx', ['x', 'x'], ['']],
    ['abc', ['abc'], []],
    ['xay', ['x', 'ay', 'y'], undefined],
  ])('%s by %j gives %j', (text, parts, values) => {
    expect(valuesOf(text, parts)).toEqual(values)
  })

  it('takes time in proportion to a text made to be searched over and over', () => {
    const parts = ['', ...Array.from({ length: 20 }, () => 'a'), 'b']
    expect(valuesOf('a'.repeat(1_000_000), parts)).toBeUndefined()
  })
})
