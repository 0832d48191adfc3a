import { stemmer } from 'stemmer'
import { describe, expect, it } from 'vitest'
import { phraseConcepts, runConcepts } from '../../../packages/core/src/search/concepts.ts'
import { synonyms } from '../../../packages/core/src/search/synonyms.ts'
import { tokensOf } from '../../../packages/core/src/search/tokens.ts'

const members = synonyms.flatMap((line) => {
  const [names = ''] = line.split(' < ')
  return names.split(', ').map((member) => ({ member, concept: `~${names.split(', ')[0]}` }))
})

describe('the dictionary of concepts', () => {
  it('is found by every one of its members', () => {
    expect(members.length).toBeGreaterThan(1000)
    for (const { member, concept } of members) {
      const tokens = tokensOf(member)
      const [first] = tokens
      const found =
        first?.kind === 'run' && tokens.length === 1
          ? [runConcepts(first.text, 0)]
          : phraseConcepts(
              tokens.map(({ kind, text }) => (kind === 'word' ? stemmer(text) : text)),
              0,
            )
      // Of a single character no run is looked for.
      if (first?.kind === 'run' && first.text.length === 1) continue
      expect(
        found.flatMap((match) => match?.concepts ?? []),
        member,
      ).toContain(concept)
    }
  })
  it.each(['', '(', '[a', 'c+', '\\', '.*', '|', 'a|b', '\u0301', '😀', 'zz'])(
    'names nothing by what no member is: %j',
    (word) => expect(phraseConcepts([word], 0)).toEqual([]),
  )
})
