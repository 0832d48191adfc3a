import { describe, expect, it } from 'vitest'
import { splitStages } from '../../../services/installer/src/run/split-stages.ts'

describe('splitStages', () => {
  it('takes a program besides the entry point in any place of a pipeline', () => {
    const words = ['ffmpeg:ffprobe', '-v', 'error', '--pipe', 'jq', '.', '--pipe', 'poppler:pdftotext', '-']
    expect(splitStages(words, { isOne: false })).toEqual([
      { name: 'ffmpeg', program: 'ffprobe', args: ['-v', 'error'] },
      { name: 'jq', args: ['.'] },
      { name: 'poppler', program: 'pdftotext', args: ['-'] },
    ])
  })

  it('leaves colons in arguments alone', () => {
    expect(splitStages(['jq', 'a:b'], { isOne: false })).toEqual([{ name: 'jq', args: ['a:b'] }])
  })

  it('refuses what is no name before the colon', () => {
    expect(() => splitStages(['./x:y'], { isOne: false })).toThrow('is not an app name')
  })
})
