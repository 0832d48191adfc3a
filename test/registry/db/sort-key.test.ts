import { compareVersions } from '@cli-apps/core'
import { expect, test } from 'vitest'
import { sortKey } from '../../../services/registry/src/db/sort-key.ts'

const ordered = [
  '0.0.1',
  '0.9.0',
  '0.10.0',
  '1.0.0-0',
  '1.0.0-2',
  '1.0.0-11',
  '1.0.0-11.0',
  '1.0.0--',
  '1.0.0-Alpha',
  '1.0.0-alpha',
  '1.0.0-alpha.1',
  '1.0.0-alpha.1.0',
  '1.0.0-alpha.beta',
  '1.0.0-alpha-1',
  '1.0.0-beta.2',
  '1.0.0-beta.11',
  '1.0.0-rc.1',
  '1.0.0-rc.1+1',
  '1.0.0',
  '1.0.0+1',
  '1.0.0+9',
  '1.0.0+10',
  '1.0.1-0',
  '1.0.1',
  '9.0.0',
  '10.0.0',
  '9007199254740991.0.0',
]

test('the bytes of sort keys sort versions as semver does, including builds', () => {
  const shuffled = [...ordered].reverse()
  expect([...shuffled].sort(compareVersions)).toEqual(ordered)
  expect([...shuffled].sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))).toEqual(ordered)
})

test('an invalid version has no sort key', () => {
  expect(() => sortKey('latest')).toThrow(RangeError)
})
