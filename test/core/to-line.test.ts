import { describe, expect, it } from 'vitest'
import { toLine, unseen } from '../../packages/core/src/to-line.ts'

describe('toLine', () => {
  it('removes exactly the invisible characters, whichever scripts a text has', () => {
    const wrong: string[] = []
    for (let code = 0; code < 0x11_0000; code++) {
      const sign = String.fromCodePoint(code)
      const isSelector = code === 0xfe0e || code === 0xfe0f
      const kept = /\s/u.test(sign) ? ' ' : unseen.test(sign) || isSelector ? '' : sign.toWellFormed()
      if (toLine(`a${sign}b`, 10) !== `a${kept}b`) wrong.push(code.toString(16))
    }
    expect(wrong).toEqual([])
  })

  it('collapses blanks and cuts, in ASCII and in Chinese', () => {
    expect(toLine('  two   words ', 20)).toBe('two words')
    expect(toLine('格式化   代码', 20)).toBe('格式化 代码')
    expect(toLine('会议纪要排版', 4)).toBe('会议纪…')
  })
})
