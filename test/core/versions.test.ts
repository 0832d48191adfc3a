import { compareVersions, isDistTag, parseReference, selectVersion } from '@cli-apps/core'
import { describe, expect, it } from 'vitest'
import { EntryVersion } from '../../packages/core/src/manifest/versions.ts'

const published = ['1.0.0', '1.2.0', '1.2.0+1', '1.3.0', '2.0.0-beta.1'].map((version) => ({
  version,
  yanked: version === '1.3.0',
}))

describe('EntryVersion', () => {
  it.each(['1.2.3', '0.0.0', '1.2.3-beta.1', '1.2.3+1', '1.2.3-rc.1+99999'])('accepts %j', (text) => {
    expect(EntryVersion.parse(text)).toBe(text)
  })

  it.each([
    ' 1.2.3',
    '1.2.3 ',
    '1.2.3\n',
    'v1.2.3',
    '=1.2.3',
    '1.2',
    '1.2.3+0',
    '1.2.3+build',
    '1.2.3+100000',
    '',
  ])('refuses %j', (text) => {
    expect(EntryVersion.safeParse(text).success).toBe(false)
  })
})

describe('isDistTag', () => {
  it.each([
    ['latest', true],
    ['next-2', true],
    ['v9-lts', true],
    ['x', false],
    ['v1', false],
    ['1.2.3', false],
    ['^1', false],
    ['Next', false],
    ['a--b', false],
    ['a-', false],
    ['2a', false],
    ['', false],
    ['a'.repeat(41), false],
    // A pattern that can split a word in many ways would take years over this.
    [`${'a'.repeat(39)}!`, false],
  ])('of %j is %j', (text, expected) => {
    expect(isDistTag(text)).toBe(expected)
  })
})

describe('selectVersion', () => {
  it.each<[string, string | undefined, string]>([
    ['latest', '1.2.0+1', 'the highest correction of the highest version that is not withdrawn'],
    ['^1.0.0', '1.2.0+1', 'the highest that fits'],
    ['1.0.0', '1.0.0', 'exactly that'],
    ['1.2.0', '1.2.0+1', 'the latest correction of it'],
    ['1.2.0+1', '1.2.0+1', 'exactly that correction'],
    ['1.3.0', '1.3.0', 'a withdrawn version that is named exactly'],
    ['~1.3.0', undefined, 'no withdrawn version by range'],
    ['2.0.0-beta.1', '2.0.0-beta.1', 'a prerelease that is named'],
    ['^2.0.0', undefined, 'no prerelease by a range without one'],
    ['^3', undefined, 'nothing where nothing fits'],
  ])('%s gives %s: %s', (range, expected) => {
    expect(selectVersion(published, range)?.version).toBe(expected)
  })

  it('returns the latest prerelease if there is nothing else', () => {
    const versions = ['1.0.0-a', '1.0.0-b'].map((version) => ({ version, yanked: false }))
    expect(selectVersion(versions, 'latest')?.version).toBe('1.0.0-b')
  })

  it('sorts corrections as numbers', () => {
    expect(['1.0.0+10', '1.0.0', '1.0.0+9', '0.9.0'].sort(compareVersions)).toEqual([
      '0.9.0',
      '1.0.0',
      '1.0.0+9',
      '1.0.0+10',
    ])
  })
})

describe('parseReference', () => {
  it.each([
    ['prettier', { name: 'prettier', range: 'latest' }],
    ['prettier@^3.1', { name: 'prettier', range: '^3.1' }],
    ['prettier@3.6.2+1', { name: 'prettier', range: '3.6.2+1' }],
  ])('parses %s', (text, expected) => {
    expect(parseReference(text)).toEqual(expected)
  })

  it.each(['Prettier', '@scope/x', '../x', '-x', '', 'x@', 'x@not a range', 'x@https://a.test'])(
    'refuses %s',
    (text) => {
      expect(() => parseReference(text)).toThrow(/is not a/)
    },
  )
})
