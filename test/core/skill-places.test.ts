import {
  InstallRecord,
  layoutAt,
  ownLayout,
  parseAppName,
  skillFileAt,
  skillPlace,
  UmbrellaRecord,
} from '@cli-apps/core'
import { describe, expect, it } from 'vitest'
import { buildRecord } from '../support/fixture-workspace.ts'

const jq = parseAppName('jq')
const digest = `sha256:${'0'.repeat(64)}`

describe("the place of a file of an app's skill", () => {
  it.each([
    ['SKILL.md', 'cli-app-jq/SKILL.md', 'cli-apps/references/jq.md'],
    ['references/a.md', 'cli-app-jq/references/a.md', 'cli-apps/references/jq/a.md'],
  ])('%s is known in both layouts', (file, own, behind) => {
    expect(skillPlace(jq, file, 'per-app')).toBe(own)
    expect(skillPlace(jq, file, 'umbrella')).toBe(behind)
    expect(skillFileAt(jq, own)).toEqual({ file, layout: 'per-app' })
    expect(skillFileAt(jq, behind)).toEqual({ file, layout: 'umbrella' })
    expect(layoutAt(`skills/${behind}`)).toBe('umbrella')
    expect(layoutAt(`skills/${own}`)).toBe('per-app')
  })

  it.each(['cli-app-jqx/SKILL.md', 'cli-apps/SKILL.md', 'cli-apps/references/jqx.md', 'notes.md'])(
    '%s is of no file of this app',
    (place) => expect(skillFileAt(jq, place)).toBeUndefined(),
  )

  it('is behind the skill for all apps in skills/ only for agents that read that folder', () => {
    expect(ownLayout('umbrella', ['claude-code'])).toBe('per-app')
    expect(ownLayout('umbrella', ['claude-code', 'openclaw'])).toBe('umbrella')
    expect(ownLayout('per-app', ['openclaw'])).toBe('per-app')
  })
})

describe('records list', () => {
  const recordWith = (files: string[], copies: string[]): boolean => {
    const record = buildRecord('jq', {})
    const digests = (paths: string[]) => Object.fromEntries(paths.map((one) => [one, digest]))
    const skill = { ...record.skill, files: digests(files), copies: digests(copies) }
    return InstallRecord.safeParse({ ...record, skill }).success
  }
  it.each([
    ['skills/cli-apps/references/jq.md', true],
    ['skills/cli-apps/references/jq/a.md', true],
    ['skills/cli-apps/references/jqx.md', false],
    ['skills/cli-apps/SKILL.md', false],
    ['skills/cli-apps/references/jq/../../../../x.md', false],
    ['.claude/skills/cli-apps/references/jq.md', false],
  ])('of the app the file %s: %s', (file, isFine) => {
    expect(recordWith([file], [])).toBe(isFine)
    const copy = file.replace(/^(\.claude\/)?skills/, file.startsWith('.') ? 'skills' : '.claude/skills')
    expect(recordWith([], [copy])).toBe(isFine)
  })

  it.each([
    ['skills/cli-apps/SKILL.md', true],
    ['.claude/skills/cli-apps/SKILL.md', true],
    ['skills/cli-apps/references/jq.md', false],
    ['skills/cli-apps/../SKILL.md', false],
    ['notes.txt', false],
  ])('of all apps the file %s: %s', (file, isFine) => {
    const record = { record: 1, name: 'cli-apps', files: { [file]: digest } }
    expect(UmbrellaRecord.safeParse(record).success).toBe(isFine)
  })
})
