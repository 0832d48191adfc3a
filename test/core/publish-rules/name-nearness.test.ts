import { lookOf, nameKey, nameMarks, nearnessOf } from '@cli-apps/core/publish-rules'
import fc from 'fast-check'
import { expect, it } from 'vitest'

const letters = fc.constantFrom(...'abcdlmnorsvw015-_.'.split(''), '-cli', 'js', 'python-')
const name = fc.string({ unit: letters, minLength: 1, maxLength: 24 })

/** Slips as people make them and attackers choose them. */
const slip = fc.record({
  kind: fc.constantFrom('drop', 'add', 'change', 'swap'),
  at: fc.nat(24),
  letter: letters,
})
function withSlip(text: string, { kind, at, letter }: { kind: string; at: number; letter: string }): string {
  const index = at % Math.max(1, text.length)
  const [before, after] = [text.slice(0, index), text.slice(index + 1)]
  if (kind === 'drop') return before + after
  if (kind === 'add') return before + letter + text.slice(index)
  if (kind === 'change') return before + letter + after
  return before + after.slice(0, 1) + text.slice(index, index + 1) + after.slice(1)
}

it('similar names share a mark, by which a database finds them', () => {
  let near = 0
  fc.assert(
    fc.property(name, fc.array(slip, { maxLength: 3 }), (one, slips) => {
      const other = slips.reduce(withSlip, one)
      if (nearnessOf(lookOf(nameKey(one)), lookOf(nameKey(other))) === undefined) return
      near++
      const marks = new Set(nameMarks(nameKey(one)))
      expect(nameMarks(nameKey(other)).some((mark) => marks.has(mark))).toBe(true)
    }),
    { numRuns: 3000, seed: 7 },
  )
  expect(near).toBeGreaterThan(500)
})

const near = (one: string, other: string): string | undefined =>
  nearnessOf(lookOf(nameKey(one)), lookOf(nameKey(other)))

it.each([
  ['gti', 'git', 'slip'],
  ['cutl', 'cult', 'slip'],
  ['reqeusts', 'requests', 'slip'],
  ['reqest', 'requests', 'slip'],
  ['etheruim', 'ethereum', 'slip'],
  ['ffrnpeg', 'ffmpeg', 'look'],
  ['r3quests', 'requests', 'slip'],
  ['terra-form', 'terraform', 'look'],
  ['cli-github', 'github-cli', 'words'],
  ['python-csvkit', 'csvkit', 'commonWords'],
  ['nodemonjs', 'nodemon', 'slip'],
  ['prettierjs-cli', 'prettier', 'commonWords'],
  ['pretier-official', 'prettier', 'slipAndCommonWords'],
  ['deezcord', 'discord', 'sound'],
  ['beautifulsoup-numpy', 'beautifulsoup4', 'firstWord'],
])('%s can be mistaken for %s', (one, other, reason) => expect(near(one, other)).toBe(reason))

it.each([
  ['jq', 'yq'],
  ['fd', 'fx'],
  ['bat', 'cat'],
  ['git', 'gti-tools-for-cars'],
  ['docker', 'docker-compose'],
  ['ripgrep', 'ripgrep-all'],
  ['pandoc', 'panda'],
  ['cli-tool', 'node-app'],
])('%s and %s are distinguished', (one, other) => expect(near(one, other)).toBeUndefined())

it('similarity is symmetric', () => {
  fc.assert(
    fc.property(name, fc.array(slip, { maxLength: 3 }), (one, slips) => {
      const [a, b] = [lookOf(nameKey(one)), lookOf(nameKey(slips.reduce(withSlip, one)))]
      expect(nearnessOf(a, b)).toBe(nearnessOf(b, a))
    }),
    { numRuns: 1000, seed: 7 },
  )
})

it('a name has few marks', () => {
  expect(nameMarks('a-very-long-name-of-an-app-that-nobody-would-want-to-type').length).toBeLessThan(60)
})
