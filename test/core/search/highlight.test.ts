import { highlightRanges, readQuery } from '@cli-apps/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const marked = (query: string, text: string): string[] =>
  highlightRanges(readQuery(query), text).map(([start, end]) => text.slice(start, end))

describe('highlightRanges', () => {
  it.each([
    ['word', 'files', 'Finds Files fast', ['Files']],
    ['form of a word', 'encrypting', 'Encrypts and encryption', ['Encrypts', 'encryption']],
    ['synonym', 'picture', 'Edit raster images', ['images']],
    ['phrase', 'newline', 'Fix line endings of 🙂 files', ['line endings']],
    ['Chinese word after a surrogate pair', '图片', '🙂批量压缩图片', ['图片']],
    ['Chinese synonym', 'picture', '批量压缩照片', ['照片']],
    ['nothing', 'zebra', 'Edit raster images', []],
  ])('marks a %s', (_, query, text, expected) => expect(marked(query, text)).toEqual(expected))

  it('returns sorted ranges that do not overlap and are within the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (query, text) => {
        let last = -1
        for (const [start, end] of highlightRanges(readQuery(`${query} ${text.slice(0, 20)}`), text)) {
          expect(start).toBeGreaterThan(last)
          expect(end).toBeGreaterThan(start)
          last = end
        }
        expect(last).toBeLessThanOrEqual(text.length)
      }),
    )
  })
})
