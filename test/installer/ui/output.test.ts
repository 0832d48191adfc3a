import { NotFoundError } from '@cli-apps/core'
import { describe, expect, it } from 'vitest'
import { createOutput, type OutputOptions } from '../../../services/installer/src/ui/output.ts'

function recorded(options: Partial<OutputOptions> = {}) {
  const texts = { stdout: '', stderr: '' }
  const stream = (name: keyof typeof texts, isTTY = false) => ({
    isTTY,
    columns: 40,
    rows: 10,
    write: (text: string) => {
      texts[name] += text
    },
  })
  const isTTY = options.stderr?.isTTY ?? false
  const output = createOutput({
    isJson: false,
    environment: { LANG: 'C.UTF-8' },
    ...options,
    stdout: stream('stdout', isTTY),
    stderr: stream('stderr', isTTY),
  })
  return { output, texts }
}

const hostile = 'x\u001b[31m\u009b2J\u202e\u200b\u2066\u{e0041}y'

describe('third-party text', () => {
  it('is printed without control and invisible characters', () => {
    const { output, texts } = recorded()
    output.result({}, hostile)
    output.notice(hostile)
    output.error(
      new NotFoundError('a.b', hostile, { hint: hostile, issues: [{ path: 'p', message: hostile }] }),
    )
    output.progress(hostile).done()
    expect(texts.stdout + texts.stderr).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u)
    expect(texts.stdout).toBe('x[31m2Jy\n')
  })

  it('is escaped in JSON, and parses to the original', () => {
    const { output, texts } = recorded({ isJson: true })
    output.result({ text: hostile }, '')
    expect(texts.stdout).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u)
    expect(JSON.parse(texts.stdout)).toEqual({ text: hostile })
  })
})

describe('an error', () => {
  const error = new NotFoundError('app.unknown', 'There is no app.', { hint: 'Look elsewhere.' })

  it('is red with a dim hint on a terminal, and plain under NO_COLOR and elsewhere', () => {
    const shown = (environment: NodeJS.ProcessEnv, isTTY: boolean): string => {
      const { output, texts } = recorded({ environment, stderr: { isTTY, write: () => {} } })
      output.error(error)
      return texts.stderr
    }
    const plain = 'cli-apps: There is no app.\n  Look elsewhere.\n'
    expect(shown({}, true)).toBe(
      '\u001b[31mcli-apps:\u001b[39m There is no app.\n\u001b[2m  Look elsewhere.\u001b[22m\n',
    )
    expect(shown({ NO_COLOR: '1' }, true)).toBe(plain)
    expect(shown({}, false)).toBe(plain)
  })
})

describe('progress', () => {
  it('is one plain line per step without a terminal', () => {
    const { output, texts } = recorded()
    const line = output.progress('install prettier', { step: { at: 1, of: 2 } })
    line.bytes(1, 2)
    line.update('more')
    line.done()
    expect(texts).toEqual({ stdout: '', stderr: '[1/2] install prettier …\n' })
  })

  it('is ASCII if Unicode cannot be shown', () => {
    const { output, texts } = recorded({ environment: { LANG: 'C' } })
    output.progress('install prettier').done()
    output.notice('1 → 2 × “3”')
    expect(texts.stderr).toBe('install prettier ...\n1 -> 2 x "3"\n')
  })
})

it('output of another program is unchanged', () => {
  const { output, texts } = recorded({ environment: { LANG: 'C' } })
  output.result({}, 'a → b', { isVerbatim: true })
  output.passOn('c → d')
  expect(texts).toEqual({ stdout: 'a → b\n', stderr: 'c → d\n' })
})
