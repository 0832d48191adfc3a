import { type IndexEntry, nearestNames, rankApps } from '@cli-apps/core'
import { describe, expect, it } from 'vitest'

const app = (name: string, summary: string, more: Partial<IndexEntry> = {}): IndexEntry => ({
  ...({
    latest: '1.0.0',
    display_name: name,
    category: 'dev',
    tags: [],
    aliases: [],
    digest: `sha256:${'0'.repeat(64)}`,
  } as const),
  name: name as IndexEntry['name'],
  summary,
  ...more,
})
const apps = [
  app('prettier', 'Format source code'),
  app('jq', 'Query JSON documents', { tags: ['json'] }),
  app('json5', 'Read relaxed JSON'),
  app('imagemagick', 'Convert pictures', { tags: ['图片'], aliases: ['magick'] }),
]
const found = (query: string): string[] => rankApps(query, apps).map(({ entry }) => entry.name)

describe('rankApps', () => {
  it('puts an exact name first', () => expect(found('jq')[0]).toBe('jq'))
  it('finds by alias', () => expect(found('magick')).toEqual(['imagemagick']))
  it('ignores the plural', () => expect(found('picture')).toEqual(['imagemagick']))
  it('finds Chinese words', () => expect(found('转换图片')).toEqual(['imagemagick']))
  it('forgives a slip in a name', () => expect(found('pretier')).toEqual(['prettier']))
  it('finds nothing for nothing', () => expect(found('')).toEqual([]))
  it('weighs a name above a summary', () => expect(found('json5 json')[0]).toBe('json5'))
})

describe('nearestNames', () => {
  const names = apps.map(({ name }) => name)
  it.each([
    ['pretier', ['prettier']],
    ['jsno5', ['json5']],
    ['magick', ['imagemagick']],
    ['zzzz', []],
  ])('for %s says %j', (wanted, expected) => {
    expect(nearestNames(wanted, names)).toEqual(expected)
  })
})
