import { describe, expect, it } from 'vitest'
import { mirrored, parseMirrors, splitMirrors } from '../../../services/installer/src/settings/mirrors.ts'

const mirrors = parseMirrors(
  {
    'https://github.com/': 'https://mirror.test/gh',
    'HTTPS://GitHub.com/sharkdp': 'https://mirror.test/sharkdp/',
    'https://pypi.org/simple/': 'https://mirror.test/pypi/simple/',
    'https://registry.npmjs.org': 'http://127.0.0.1:4873',
  },
  'the test',
)

describe('a mirror', () => {
  it.each([
    ['https://github.com/a/b/x.tar.gz?y=1', 'https://mirror.test/gh/a/b/x.tar.gz?y=1'],
    ['https://github.com/sharkdp/fd/fd.zip', 'https://mirror.test/sharkdp/fd/fd.zip'],
    ['https://github.com/sharkdp2/fd.zip', 'https://mirror.test/gh/sharkdp2/fd.zip'],
    ['https://github.com.evil.test/a', 'https://github.com.evil.test/a'],
    ['https://github.computer/a', 'https://github.computer/a'],
    ['https://pypi.org/simple', 'https://mirror.test/pypi/simple'],
    ['https://registry.npmjs.org/', 'http://127.0.0.1:4873/'],
    ['https://example.test/', 'https://example.test/'],
  ])('%s becomes %s', (url, expected) => {
    expect(mirrored(url, mirrors)).toBe(expected)
  })

  it.each([
    ['https://a.test', 'http://mirror.test', 'network.plain-http'],
    ['https://a.test', 'file:///srv', 'config.bad-mirror'],
    ['https://a.test', 'https://ann:secret@mirror.test', 'config.bad-mirror'],
    ['https://a.test', 'https://mirror.test/?x', 'config.bad-mirror'],
    ['a.test', 'https://mirror.test', 'config.bad-mirror'],
    ['https://a.test', '', 'config.bad-mirror'],
  ])('from %s to %s is refused without showing secrets', (from, to, code) => {
    expect(() => parseMirrors({ [from]: to }, 'the test')).toThrowError(
      expect.objectContaining({ code, message: expect.not.stringContaining('secret') }),
    )
  })

  it('is read from a variable, whose URLs may contain the separator', () => {
    expect(
      splitMirrors(' https://a.test/?v=1=https://m.test/x \n https://b.test=https://n.test/?w=2 '),
    ).toEqual({
      'https://a.test/?v=1': 'https://m.test/x',
      'https://b.test': 'https://n.test/?w=2',
    })
    expect(splitMirrors('nonsense')).toEqual({ nonsense: '' })
  })
})
