import { expect, it } from 'vitest'
import { isAllowedSource } from '../../../services/installer/src/strategies/npm/npm-sources.ts'

it('allows a place in any of its spellings', () => {
  const allowed = ['https://github.com/a/b']
  for (const url of [
    'git+https://github.com/a/b.git#0123',
    'git+ssh://git@github.com/a/b.git',
    'github:a/b',
    'a/b',
  ])
    expect([url, isAllowedSource(url, allowed)]).toEqual([url, true])
})

it.each([
  ['git://github.com/a/b', 'https://github.com/a/b'],
  ['http://files.test/x.tgz', 'https://files.test/x.tgz'],
  ['https://files.test/x.tgz?ref=other', 'https://files.test/x.tgz'],
  ['https://files.test/other.tgz', 'https://files.test/x.tgz'],
  ['git+https://github.com/a/b.git#0123', 'https://github.com/a/b#4567'],
  ['file:../x', 'file:../x'],
])('distinguishes %s from %s', (url, source) => {
  expect(isAllowedSource(url, [source])).toBe(false)
})
