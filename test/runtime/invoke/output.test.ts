import { describe, expect, it } from 'vitest'
import { createOutputCleaner } from '../../../packages/runtime/src/invoke/output-cleaner.ts'
import { createRedactor } from '../../../packages/runtime/src/invoke/redact-secrets.ts'
import { shapeOutput } from '../../../packages/runtime/src/invoke/shape-output.ts'
import { stripTerminalCodes } from '../../../packages/runtime/src/invoke/strip-terminal-codes.ts'
import { createTextCapture } from '../../../packages/runtime/src/invoke/text-capture.ts'
import { cpuTime } from '../../support/cpu-time.ts'

describe('stripTerminalCodes', () => {
  it.each([
    ['plain\ttext\n', 'plain\ttext\n'],
    ['\x1b[1;31mred\x1b[0m', 'red'],
    ['\x1b[38:2::255:0:0mred\x1b[m', 'red'],
    ['\x1b[?25l\x1b[2K\x1b[1Gdone', 'done'],
    ['\x1b]0;title\x07text', 'text'],
    ['\x1b]8;;https://x.com\x1b\\link\x1b]8;;\x1b\\', 'link'],
    ['\x1bPdevice\x1b\\text', 'text'],
    ['\x1b(Btext\x1b=\x1b>\x1bM', 'text'],
    ['\x9b31mred', 'red'],
    ['\x1b]never ended\nnext', '\nnext'],
    ['text\x1b', 'text'],
    ['text\x1b[', 'text'],
    ['a\r\nb\r\r\nc', 'a\nb\nc'],
    ['10%\r20%\r100%\n', '100%\n'],
    ['spin |\b/\b-\b\\\n', 'spin \\\n'],
    ['B\bBo\bold', 'Bold'],
    ['_\bu', 'u'],
    ['a\0b\x7f\x85', 'ab'],
    ['工作 👍', '工作 👍'],
  ])('%j is %j', (text, plain) => {
    expect(stripTerminalCodes(text)).toBe(plain)
  })

  it.each(['\x1b', '\x1b[', '\x1b]', '\x1b[3', '\x1b]x', '\x1b ', '\b', 'a\b', '\r', '\r\n', 'a\r'])(
    'takes linear time on %j again and again',
    (unit) => {
      expect(cpuTime(() => stripTerminalCodes(unit.repeat(200_000)))).toBeLessThan(2000)
    },
  )
})

describe('createRedactor', () => {
  it('passes on at once what no secret can begin in', () => {
    const redactor = createRedactor(['a-rather-long-secret'])
    expect(redactor.write('waiting\n')).toBe('waiting\n')
    expect(redactor.write('an a-rather')).toBe('an ')
    expect(redactor.write('-short one')).toBe('a-rather-short one')
  })

  it('takes out values, the longest first, and their URL and JSON forms', () => {
    const redactor = createRedactor(['pass', 'password"1', 'a b/c'])
    const text = 'password"1 pass password\\"1 a%20b%2Fc'
    expect(redactor.write(text) + redactor.end()).toBe('[redacted] [redacted] [redacted] [redacted]')
  })

  it('finds a value wherever the text is parted', () => {
    const text = 'before token-1234 after'
    for (let cut = 0; cut <= text.length; cut++) {
      const redactor = createRedactor(['token-1234'])
      const given = redactor.write(text.slice(0, cut)) + redactor.write(text.slice(cut)) + redactor.end()
      expect(given).toBe('before [redacted] after')
    }
  })

  it.each([
    ['one that begins another', ['abcd', 'abcdEFGHIJKL'], 'x abcdEFGHIJKL y', 'x [redacted] y'],
    ['ones that overlap', ['abcdef', 'defgh'], 'x abcdefgh y', 'x [redacted] y'],
    ['a short one inside', ['wxyz', 'ABCDwxyzEFGH'], 'x ABCDwxyzEFGH y', 'x [redacted] y'],
    ['one that repeats itself', ['aaaa'], 'x aaaaaaaaaaaaa y', 'x [redacted] y'],
    ['both, apart', ['abcd', 'abcdEFGHIJKL'], 'abcdEFGH abcd', '[redacted]EFGH [redacted]'],
  ])('leaves nothing of %s, wherever the text is parted', (_what, secrets, text, expected) => {
    for (let first = 0; first <= text.length; first++) {
      for (let second = first; second <= text.length; second++) {
        const redactor = createRedactor(secrets)
        const parts = [text.slice(0, first), text.slice(first, second), text.slice(second)]
        expect(parts.map(redactor.write).join('') + redactor.end()).toBe(expected)
      }
    }
  })

  it('leaves short values alone', () => {
    const redactor = createRedactor(['1', '', 'abc'])
    expect(redactor.write('1 abc') + redactor.end()).toBe('1 abc')
  })
})

describe('createOutputCleaner', () => {
  it('gives the same text wherever the bytes are parted', () => {
    const bytes = Buffer.from('\x1b[31m工作\x1b[0m 10%\r100% se\x1b[1mcret\n\xff end')
    for (let cut = 0; cut <= bytes.length; cut++) {
      const cleaner = createOutputCleaner(['secret'])
      const text = cleaner.write(bytes.subarray(0, cut)) + cleaner.write(bytes.subarray(cut)) + cleaner.end()
      expect(text).toBe('100% [redacted]\nÿ end')
    }
  })

  it('passes a line without end on in parts', () => {
    const cleaner = createOutputCleaner([])
    let text = ''
    for (let round = 0; round < 50; round++) text += cleaner.write(Buffer.from(`${'x'.repeat(9999)}\x1b[31m`))
    expect(text.length).toBeGreaterThan(300_000)
    expect(text + cleaner.end()).toBe('x'.repeat(499_950))
  })
})

describe('createTextCapture', () => {
  it.each([1, 3, 7, 100])('keeps head and tail of pieces of %i characters', (size) => {
    const capture = createTextCapture(10)
    const text = Array.from({ length: 100 }, (_, index) => index % 10).join('')
    for (let at = 0; at < text.length; at += size) capture.write(text.slice(at, at + size))
    expect(capture.read()).toEqual({ head: '0123456789', tail: '0123456789', length: 100 })
  })

  it('keeps the whole of what fits', () => {
    const capture = createTextCapture(5)
    capture.write('12345678')
    expect(capture.read()).toEqual({ head: '12345678', tail: '', length: 8 })
  })
})

describe('shapeOutput', () => {
  const captured = (text: string) => ({ head: text, tail: '', length: text.length })
  const shape = (stdout: string, stderr: string, wantsJson = false) =>
    shapeOutput(captured(stdout), [captured(stderr)], { budget: 1000, wantsJson })

  it.each([
    [0, 0],
    [1000, 0],
    [500, 500],
    [1001, 0],
    [0, 1001],
    [5000, 300],
    [300, 5000],
    [5000, 5000],
  ])('fits %i and %i characters', (out, error) => {
    const { stdout, stderr, truncated } = shape('o'.repeat(out), 'e'.repeat(error))
    expect(stdout.length + stderr.length).toBeLessThanOrEqual(1000)
    expect(truncated).toBe(out + error > 1000)
    expect(stderr.length).toBeGreaterThanOrEqual(Math.min(error, 333))
    if (!truncated) expect([stdout.length, stderr.length]).toEqual([out, error])
  })

  it('says truly how much it left out', () => {
    const { stdout } = shape('o'.repeat(5000), '')
    const left = Number(/… (\d+) characters/.exec(stdout)?.[1])
    expect(stdout.replace(/\n… \d+ characters left out …\n/, '').length + left).toBe(5000)
  })

  it('cuts at line ends near by, and never through a character', () => {
    const lines = shape('a line of text\n'.repeat(500), '').stdout.split('\n')
    expect(new Set(lines.filter((line) => !line.includes('…')))).toEqual(new Set(['a line of text', '']))
    for (const shift of ['', 'x'])
      expect(shape(shift + '👍'.repeat(3000), '').stdout.isWellFormed()).toBe(true)
  })

  it('gives JSON in place of stdout when it fits without its indentation', () => {
    const value = Array.from({ length: 100 }, (_, index) => index)
    const pretty = JSON.stringify(value, null, 8)
    expect(pretty.length).toBeGreaterThan(1000)
    expect(shape(pretty, 'note', true)).toEqual({
      stdout: '',
      stderr: 'note',
      stderrs: ['note'],
      truncated: false,
      json: value,
    })
    expect(shape(pretty, '', false).json).toBeUndefined()
    expect(shape('null', '', true)).toHaveProperty('json', null)
  })
})
