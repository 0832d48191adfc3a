import { canonicalJson, parseJson } from '@cli-apps/core'
import { manifestDigest } from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'

describe('canonicalJson', () => {
  it('writes the form of RFC 8785: sorted keys, shortest numbers, no spaces', () => {
    expect(canonicalJson({ b: [1.0, 1e21, 'é\u0007'], a: { z: null, y: true } })).toBe(
      '{"a":{"y":true,"z":null},"b":[1,1e+21,"é\\u0007"]}',
    )
  })

  it('gives equal content one digest, however it is written', () => {
    const digest = manifestDigest(JSON.parse('{"a": 1, "b": 2}'))
    expect(manifestDigest(JSON.parse('{"b":2,"a":1.0}'))).toBe(digest)
    expect(digest).toBe('sha256:43258cff783fe7036d8a43033f830adfc60ec037382473548ac742b888292777')
  })
})

describe('parseJson', () => {
  it.each([
    ['text that is no JSON', '{"a":', 'json.syntax'],
    ['NUL in a value', '{"a":["x\\u0000"]}', 'json.bad-text'],
    ['NUL in a key', '{"a\\u0000":1}', 'json.bad-text'],
    ['half of a surrogate pair', '{"a":"\\ud800"}', 'json.bad-text'],
  ])('refuses %s', (_what, text, code) => {
    expect(() => parseJson(text, 'the body')).toThrow(expect.objectContaining({ code }))
  })

  it('names the source of a text that it refuses', () => {
    expect(() => parseJson('{"a b":[{"c":["x\\u0000"]}]}', 'the body')).toThrow(
      expect.objectContaining({ issues: [expect.objectContaining({ path: '["a b"][0].c[0]' })] }),
    )
  })

  it('refuses nesting that would exhaust the stack of a later reader', () => {
    const depth = 5000
    const text = `${'['.repeat(depth)}${']'.repeat(depth)}`
    expect(() => parseJson(text, 'the body')).toThrow(expect.objectContaining({ code: 'json.too-deep' }))
  })

  it('refuses too many values before it parses any', () => {
    const parse = (text: string) => () => parseJson(text, 'the body', { maxValues: 5 })
    expect(parse('[1,2,3]')()).toEqual([1, 2, 3])
    // What no parser would take is refused for its size already.
    expect(parse('[1,2,3,4,5,6,oops')).toThrow(expect.objectContaining({ code: 'json.too-many-values' }))
    expect(parse('[[],[],[],[]]')).toThrow(expect.objectContaining({ code: 'json.too-many-values' }))
  })

  it('ignores brackets and commas inside strings', () => {
    const texts = { a: ',[{"\\"', b: '[['.repeat(200) }
    expect(parseJson(JSON.stringify(texts), 'the body', { maxValues: 4 })).toEqual(texts)
  })
})
