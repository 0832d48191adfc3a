import { parseManifest } from '@cli-apps/core'
import { expect, test } from 'vitest'
import { facetsOf, filterFacets } from '../../../services/registry/src/apps/facets.ts'
import { manifestOf } from '../../support/test-registry.ts'

test('an app has a facet for each property that can be filtered by', () => {
  const install = [
    { method: 'npm', package: 'x', version: '1.0.0', platforms: ['linux-x64', 'windows'] },
    { method: 'scoop', id: 'x' },
  ]
  expect(facetsOf(parseManifest(manifestOf({ tags: ['Code Style'], install }))).sort()).toEqual([
    'category:dev',
    'method:npm',
    'method:scoop',
    'npm@linux-x64',
    'npm@windows-arm64',
    'npm@windows-x64',
    'platform:linux-x64',
    'platform:windows-arm64',
    'platform:windows-x64',
    'scoop@windows-arm64',
    'scoop@windows-x64',
    'tag:code style',
  ])
})

test('a filter by platform and method requires one method for that platform', () => {
  expect(filterFacets({ platform: 'linux-x64', method: 'npm' })).toEqual(['npm@linux-x64'])
  expect(filterFacets({ category: 'dev', tag: 'Code Style', method: 'npm' })).toEqual([
    'category:dev',
    'tag:code style',
    'method:npm',
  ])
})
