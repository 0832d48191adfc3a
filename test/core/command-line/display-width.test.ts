import { cutToWidth, displayWidth, padToWidth } from '@cli-apps/core/command-line'
import { describe, expect, it } from 'vitest'
import { tableText } from '../../../services/installer/src/ui/table.ts'

describe('displayWidth', () => {
  it.each([
    ['abc', 3],
    ['', 0],
    ['应用', 4],
    ['ｗｉｄｅ', 8],
    ['한국어', 6],
    ['カタカナ', 8],
    ['é', 1],
    ['e\u0301', 1],
    ['👩‍💻', 2],
    ['⚙\ufe0f', 2],
    ['…', 1],
    ['\u{20000}', 2],
  ])('%s takes %i columns', (text, width) => {
    expect(displayWidth(text)).toBe(width)
  })
})

describe('cutToWidth', () => {
  it('cuts between what a reader takes for characters, never half of one', () => {
    expect(cutToWidth('安装应用', 8)).toBe('安装应用')
    expect(cutToWidth('安装应用', 7)).toBe('安装应…')
    expect(cutToWidth('安装应用', 6)).toBe('安装…')
    expect(cutToWidth('安装应用', 6, '...')).toBe('安...')
    expect(cutToWidth('a👩‍💻b', 3)).toBe('a…')
    expect(cutToWidth('abc', 0)).toBe('')
  })
})

it('pads and aligns by columns', () => {
  expect(padToWidth('应用', 6)).toBe('应用  ')
  expect(
    tableText([
      ['应用', '1', 'x'],
      ['greet', '22', 'y'],
    ]),
  ).toBe('应用   1   x\ngreet  22  y')
})
