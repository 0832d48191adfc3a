import { parseManifest } from '@cli-apps/core'
import { expect, test } from 'vitest'
import { facetsOf } from '../../../services/registry/src/apps/facets.ts'
import { filterFacets } from '../../../services/registry/src/apps/filter-facets.ts'
import { manifestOf } from '../../support/manifest-of.ts'

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
    'rootless',
    'rootless@linux-x64',
    'rootless@windows-arm64',
    'rootless@windows-x64',
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

test('the facet of effects is the strongest one that any program declares', () => {
  const effectOf = (change: Record<string, unknown>) =>
    facetsOf(parseManifest(manifestOf(change))).filter((facet) => facet.startsWith('effect:'))
  expect(effectOf({})).toEqual([])
  expect(effectOf({ run: { effects: { read: ['list'], write: ['add'] } } })).toEqual(['effect:write'])
  const programs = [{ name: 'other', summary: 'Cleans', effects: { destructive: ['purge'] } }]
  expect(effectOf({ run: { effects: { read: ['list'] } }, programs })).toEqual(['effect:destructive'])
})

test('only methods that install without root count as such, on their platforms', () => {
  const rootless = (...install: Record<string, unknown>[]) =>
    facetsOf(parseManifest(manifestOf({ install }))).filter((facet) => facet.startsWith('rootless'))
  expect(rootless({ method: 'apt', package: 'jq' })).toEqual([])
  expect(rootless({ method: 'bundled', detect: 'jq', instructions: 'Comes with it.' })).toEqual([])
  expect(rootless({ method: 'winget', id: 'jq' })).toEqual([
    'rootless',
    'rootless@windows-x64',
    'rootless@windows-arm64',
  ])
})
