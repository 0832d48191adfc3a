import { describe, expect, it } from 'vitest'
import { recipeJson } from '../../packages/core/src/skill/call-json.ts'
import { line } from '../../packages/core/src/text.ts'
import { toLine } from '../../packages/core/src/to-line.ts'

const unseen = [
  '\u0007',
  '\u00ad',
  '\u200b',
  '\u202e',
  '\ufe00',
  '\ufe0d',
  '\u{e0041}',
  '\u{e0100}',
  '\u{e01ef}',
]

describe.each(unseen)('the invisible character %j', (character) => {
  it('is refused in a line, removed for a terminal and escaped in a call', () => {
    expect(line(100).safeParse(`a${character}b`).success).toBe(false)
    expect(toLine(`a${character}b`, 100)).toBe('ab')
    const call = recipeJson('x', { args: [character] })
    expect(call).toMatch(/^[ -~]+$/)
    expect(JSON.parse(call)).toEqual({ name: 'x', args: [character] })
  })
})

it('keeps the selectors of emoji', () => {
  expect(line(100).parse('⚠️ and ☺︎')).toBe('⚠️ and ☺︎')
})
