import { readQuery } from '@cli-apps/core'
import { describe, expect, test } from 'vitest'
import { candidateQueries } from '../../../../services/registry/src/apps/search/candidate-queries.ts'
import { standingOf } from '../../../../services/registry/src/db/queries/search-rows.ts'

const ask = (q: string, counts: Record<string, number>): string[] =>
  candidateQueries(readQuery(q), { apps: 100_000, count: (term) => counts[term] ?? 0 })

/** Each level of popularity has half as many apps as the one below. */
const standings = Object.fromEntries(
  Array.from({ length: 16 }, (_, index) => [`@${index + 1}`, Math.floor(50_000 / 2 ** index)]),
)

describe('the candidate queries', () => {
  test('find all apps that have a rare word', () => {
    expect(ask('zebra', { zebra: 3 })).toEqual(["('zebra')"])
  })

  test('prefer names and popular apps for a common word', () => {
    const [first, ...others] = ask('zebra', { zebra: 60_000, '^zebra': 300, ...standings })
    expect(first).toBe("(('^zebra'))")
    expect(others.at(0)).toMatch(/^\(\(\('zebra'\)\)\) & '@\d+'$/)
    expect(others.at(-1)).toBe("(('zebra'))")
  })

  test('find fewer than a thousand apps first, however common the word is', () => {
    const [first = ''] = ask('zebra', { zebra: 100_000, ...standings })
    const term = /'(@\d+)'$/.exec(first)?.[1] ?? ''
    expect(standings[term]).toBeGreaterThanOrEqual(200)
    expect(standings[term]).toBeLessThan(1000)
  })

  test('combine common words before using the rarest alone', () => {
    const asked = ask('zebra lion', { zebra: 900, lion: 800 })
    expect(asked).toEqual(["(('lion')) & (('zebra'))", "(('lion'))"])
  })

  test('are empty when no app has a word', () => {
    expect(ask('zebra', {})).toEqual([])
  })
})

test('each level of popularity has half as many apps as the one below, even if all are equally popular', () => {
  const found = Array.from({ length: 4000 }, (_, index) => standingOf(`app-${index}`, 3))
  expect(Math.min(...found)).toBe(3)
  for (const more of [1, 2, 3]) {
    const share = found.filter((standing) => standing >= 3 + more).length / found.length
    expect(share).toBeGreaterThan(0.8 / 2 ** more)
    expect(share).toBeLessThan(1.2 / 2 ** more)
  }
})
