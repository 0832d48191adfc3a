import { AppManifest, EntryVersion } from '@cli-apps/core'
import { judgeManifest, type PublishFacts } from '@cli-apps/core/publish-rules'
import { describe, expect, it, vi } from 'vitest'
import { exampleManifestJson } from '../../support/example-manifest.ts'

const facts: PublishFacts = { policy: { allowGit: true }, approved: [] }
const many = <T>(count: number, of: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => of(index))

describe('a manifest above the limits', () => {
  it.each([
    ['items', { commands: { name: 'x', commands: many(80_000, () => ({ a: 1 })) } }, 'commands.commands'],
    ['keys', { i18n: Object.fromEntries(many(30_000, (at) => [`x${at}`, { summary: 1 }])) }, 'i18n'],
    ['unknown keys', Object.fromEntries(many(80_000, (at) => [`k${at}`, 1])), ''],
    ['values', { tags: many(100, () => many(1000, () => 1)) }, ''],
  ])('is refused for its %s before its schema is checked', (_what, rest, path) => {
    const asked = vi.spyOn(AppManifest, 'safeParse')
    const { issues, manifest } = judgeManifest({ ...exampleManifestJson(), ...rest }, facts)
    expect(manifest).toBeUndefined()
    expect(issues).toEqual([expect.objectContaining({ path, rule: 'schema.too-big' })])
    expect(asked).not.toHaveBeenCalled()
    asked.mockRestore()
  })
})

it('lists the first 200 problems and counts the rest', () => {
  const commands = { name: 'x', commands: many(1000, () => 1) }
  const { issues } = judgeManifest({ ...exampleManifestJson(), commands }, facts)
  expect(issues).toHaveLength(201)
  expect(issues.at(-1)).toEqual(
    expect.objectContaining({ path: '', message: 'has 800 more problems, which are not listed' }),
  )
})

it('matches no text above its limit against a pattern', () => {
  const pattern = vi.spyOn(String.prototype, 'replace')
  const parsed = EntryVersion.safeParse('1'.repeat(1_000_000))
  expect(parsed.success).toBe(false)
  expect(parsed.error?.issues.map(({ code }) => code)).toEqual(['too_big'])
  expect(pattern.mock.contexts.filter((text) => String(text).length > 1000)).toEqual([])
  pattern.mockRestore()
})
