import { describe, expect, it } from 'vitest'
import { AppName } from '../../../packages/core/src/manifest/app-name.ts'
import { completeQuery } from '../../../packages/core/src/search/query/complete-query.ts'
import { readQuery } from '../../../packages/core/src/search/query/read-query.ts'
import {
  rankApps,
  rankCandidates,
  rarityIn,
  vocabularyOf,
} from '../../../packages/core/src/search/rank-apps.ts'
import { searchFields } from '../../../packages/core/src/search/search-fields.ts'
import { openTermIndex, termIndexText } from '../../../packages/core/src/search/term-index.ts'

const app = (name: string, summary: string, tasks: string[] = []) => ({
  name: AppName.parse(name),
  display_name: name,
  summary,
  category: 'dev',
  tags: [],
  aliases: [],
  recipes: tasks.map((task, at) => ({ id: `task-${at}`, task, call: { args: [] } })),
  digest: 'sha256:0',
})
const apps = [
  app('moviecut', 'Cut and join video', ['Turn a video into a GIF']),
  app('pixel', 'Resize pictures', ['Make a thumbnail']),
  app('words', '翻译文本', ['把一句话翻译成英文']),
]
const index = openTermIndex(termIndexText(apps.map((one) => ({ ...one, fields: searchFields(one) }))))

function indexed(q: string): string[] {
  const query = completeQuery(readQuery(q), index.vocabulary)
  return rankCandidates(query, index.candidates(query), rarityIn(index.vocabulary)).map(
    ({ entry, score }) => `${entry.name} ${score}`,
  )
}

describe('a term index', () => {
  it.each([
    'video to gif',
    'thumbnail',
    '翻译',
    'moviecut',
    'thumbnial',
    'thumb',
    'movie cut',
    'nothing of it',
  ])('ranks like the apps themselves: %s', (q) =>
    expect(indexed(q)).toEqual(rankApps(q, apps).map(({ entry, score }) => `${entry.name} ${score}`)),
  )

  it('counts the apps that have a term, and none for a term between two others', () => {
    expect(index.vocabulary.count('video')).toBe(1)
    expect(index.vocabulary.count('dev')).toBe(3)
    expect(index.vocabulary.count('vidf')).toBe(0)
    expect(index.vocabulary.count('')).toBe(0)
  })

  it('completes every beginning of every term as the vocabulary of the apps does', () => {
    const fields = apps.map(searchFields)
    const vocabulary = vocabularyOf(fields)
    const terms = new Set(fields.flatMap((one) => Object.values(one).flat()))
    expect(terms.size).toBeGreaterThan(30)
    for (const term of terms)
      for (let length = 1; length <= term.length + 1; length++) {
        const beginning = `${term}!`.slice(0, length)
        expect(index.vocabulary.completions(beginning), beginning).toEqual(vocabulary.completions(beginning))
        expect(index.vocabulary.count(beginning), beginning).toBe(vocabulary.count(beginning))
      }
  })

  it('returns the terms of every app by field', () => {
    for (const one of apps)
      for (const [field, terms] of Object.entries(searchFields(one)))
        expect(new Set(index.fields()[one.name]?.[field as 'task'])).toEqual(new Set(terms))
  })
})
