import { readFileSync } from 'node:fs'
import { publishRules } from '@cli-apps/core/publish-rules'
import { expect, it } from 'vitest'

const docs = readFileSync(new URL('../../docs/publishing.md', import.meta.url), 'utf8')

it.each(publishRules.map((rule) => [rule.id, rule] as const))(
  'the documentation explains what %s refuses, and who can allow it',
  (id, { refuses, approvable }) => {
    const row = docs.split('\n').find((line) => line.startsWith(`| \`${id}\``))
    const cells = row?.split('|').map((cell) => cell.trim())
    expect(cells?.slice(2, 4)).toEqual([refuses, approvable ? 'yes' : ''])
  },
)

it('the documentation lists no other rules', () => {
  const rows = [...docs.matchAll(/^\| `(publish\.[a-z-]+)` \|/gm)].map(([, id]) => id)
  expect(rows).toEqual(publishRules.map(({ id }) => id))
})
