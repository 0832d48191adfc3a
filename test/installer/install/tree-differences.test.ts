import { expect, it } from 'vitest'
import { treeDifferences } from '../../../services/installer/src/install/program/tree-differences.ts'

const a = { name: 'a', version: '1.0.0', integrity: 'sha512-a' }

it.each([
  ['the same', [a], [{ ...a, url: 'https://mirror.test/a' }], []],
  ['nothing of two', [a], [], ['a 1.0.0 is missing']],
  ['one more', [], [a], ['a 1.0.0 is not locked']],
  ['another version', [a], [{ ...a, version: '1.0.1' }], ['a 1.0.0 is missing', 'a 1.0.1 is not locked']],
  ['another content', [a], [{ ...a, integrity: 'sha512-b' }], ['a 1.0.0 has sha512-b, not sha512-a']],
  ['no hash where one is locked', [a], [{ ...a, integrity: null }], ['a 1.0.0 has no hash, not sha512-a']],
  ['a hash where none is locked', [{ ...a, integrity: null }], [a], []],
  [
    'one of several files of a release',
    [{ ...a, integrity: 'sha256:1 sha256:2' }],
    [{ ...a, integrity: 'sha256:2' }],
    [],
  ],
])('a tree that came with %s', (_what, locked, found, lines) => {
  expect(treeDifferences(locked, found)).toEqual(lines)
})
