import {
  AppDocument,
  appDocument,
  fromProblem,
  IndexEntry,
  indexEntry,
  Problem,
  parseManifest,
} from '@cli-apps/core'
import { manifestDigest } from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'
import { exampleManifest, exampleManifestJson } from '../support/example-manifest.ts'

const json = exampleManifestJson()
const published = {
  manifest: parseManifest(json),
  digest: manifestDigest(json),
  published_at: null,
  yanked: null,
  deprecated: null,
}
const hostile = 'safe\u001b]0;title\u0007\n\u202etext'
const shown = 'safe]0;title text'

describe('a registry document', () => {
  it('is unchanged if it is valid', () => {
    const entry = indexEntry(published)
    expect(IndexEntry.parse(entry)).toEqual(entry)
    const app = appDocument([published], { owners: ['ann'] })
    expect(AppDocument.parse(app)).toEqual(app)
  })

  it('has name and summary of an entry in the languages of its manifest, at most 20', () => {
    const i18nOf = (i18n: Record<string, unknown>) =>
      indexEntry({ ...published, manifest: exampleManifest({ i18n }) }).i18n
    const zh = { display_name: '你好', summary: '用多种语言问候' }
    expect(i18nOf({ zh: { ...zh, description: '打印问候语。' }, de: { summary: 'Grüßt' } })).toEqual({
      zh,
      de: { summary: 'Grüßt' },
    })
    expect(i18nOf({ zh: { description: '打印问候语。' }, de: {} })).toBeUndefined()
    const many = Array.from({ length: 26 }, (_, at) => [`z${String.fromCharCode(97 + at)}`, zh])
    expect(Object.keys(i18nOf(Object.fromEntries(many)) ?? {})).toHaveLength(20)
  })

  it('is read from an index without translations', () => {
    const { i18n, ...old } = indexEntry({
      ...published,
      manifest: exampleManifest({ i18n: { zh: { summary: '你好' } } }),
    })
    expect(i18n).toEqual({ zh: { summary: '你好' } })
    expect(IndexEntry.parse(old)).toEqual(old)
  })

  it('is sanitized for a terminal: one bounded line without control characters', () => {
    const entry = IndexEntry.parse({
      ...indexEntry(published),
      display_name: hostile,
      summary: 'x'.repeat(100_000),
      tags: [hostile],
      i18n: { zh: { summary: hostile } },
    })
    expect(entry).toMatchObject({ display_name: shown, tags: [shown], i18n: { zh: { summary: shown } } })
    expect(entry.summary).toHaveLength(120)
    const app = appDocument(
      [{ ...published, yanked: { reason: hostile }, deprecated: { message: hostile } }],
      { owners: [hostile] },
    )
    expect(AppDocument.parse(app)).toMatchObject({
      owners: [shown],
      versions: [{ yanked: { reason: shown }, deprecated: { message: shown } }],
    })
  })

  it.each(['latest', '1', 'v1.2.3', ' 1.2.3', '1.2.3\n', '1.2.3+build', ''])(
    'does not accept version %j',
    (latest) => {
      expect(IndexEntry.safeParse({ ...indexEntry(published), latest }).success).toBe(false)
    },
  )
})

describe('Problem', () => {
  it('becomes an error that is safe for a terminal', () => {
    const problem = {
      type: hostile,
      title: hostile,
      status: 422,
      detail: hostile,
      code: 'manifest.invalid',
      hint: hostile,
      issues: [{ path: hostile, message: hostile, hint: hostile }],
    }
    expect(fromProblem(Problem.parse(problem))).toMatchObject({
      message: shown,
      hint: shown,
      issues: [{ path: shown, message: shown, hint: shown }],
    })
  })
})
