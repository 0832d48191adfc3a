import { describe, expect, it } from 'vitest'
import { entryParts } from '../../../services/installer/src/binary/entry-name.ts'

describe('the name of an entry', () => {
  it.each([
    ['./bin//greet', ['bin', 'greet']],
    ['bin/', ['bin']],
    ['.', []],
    ['a..b/...', ['a..b', '...']],
    ['con/aux.txt', ['con', 'aux.txt']],
  ])('%s is split into folders and a file', (name, parts) => {
    expect(entryParts(name, 'linux')).toEqual(parts)
  })

  it.each([
    '/etc/passwd',
    'a/../b',
    '..',
    'C:\\evil',
    'c:evil',
    '\\\\server\\share',
    'a\0b',
    '//server/share',
  ])('%j leads outside the folder on every system', (name) => {
    for (const platform of ['linux', 'darwin', 'win32'] as const)
      expect(() => entryParts(name, platform)).toThrowError(
        expect.objectContaining({ code: 'archive.path-escape' }),
      )
  })

  it.each(['con', 'bin/NUL.txt', 'com1', 'file.txt:stream', 'dot.', 'space ', 'a<b', 'tab\tname'])(
    '%j is not valid on Windows',
    (name) => {
      expect(() => entryParts(name, 'win32')).toThrowError(
        expect.objectContaining({ code: 'archive.bad-name' }),
      )
      expect(entryParts(name, 'linux')).toEqual(name.split('/'))
    },
  )

  it('may have at most 255 bytes', () => {
    expect(entryParts('测'.repeat(85), 'linux')).toEqual(['测'.repeat(85)])
    expect(() => entryParts(`${'测'.repeat(85)}x`, 'linux')).toThrowError(
      expect.objectContaining({ code: 'archive.bad-name' }),
    )
  })
})
