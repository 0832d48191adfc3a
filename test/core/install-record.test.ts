import { agentFolders, InstallRecord, programRecord, skillDigests } from '@cli-apps/core'
import { describe, expect, it } from 'vitest'
import { buildRecord } from '../support/fixture-workspace.ts'

const digest = `sha256:${'0'.repeat(64)}`
const withCopies = (...files: string[]): unknown => {
  const record = buildRecord('greet', {})
  return {
    ...record,
    skill: { ...record.skill, copies: Object.fromEntries(files.map((file) => [file, digest])) },
  }
}

it('reads a record without the command tree of its manifest, however large', () => {
  const record = buildRecord('greet', {})
  const { manifest } = InstallRecord.parse({
    ...record,
    manifest: { ...record.manifest, commands: { name: 'greet', commands: [{ name: 'hello' }] } },
  })
  expect(manifest).toEqual(record.manifest)
})

it('reads a record with a manifest of the early form as one with recipes', () => {
  const record = buildRecord('greet', {})
  const { manifest } = InstallRecord.parse({
    ...record,
    manifest: {
      ...record.manifest,
      skill: { use_when: 'x', quickstart: [{ title: 'Greet', args: ['hello'] }] },
      smoke: [{ args: [], expect: { exit: 0 } }],
    },
  })
  expect(manifest.skill).toEqual({ use_when: 'x' })
  expect(manifest.recipes).toEqual([
    { id: 'greet', task: 'Greet', call: { args: ['hello'] } },
    { id: 'check-1', call: { args: [] }, expect: { exit: 0 } },
  ])
})

it('gives a program the recipes that call it', () => {
  const call = { args: ['hello'] }
  const recipes = [
    { id: 'greet', task: 'Greet', call },
    { id: 'wave', task: 'Wave', call: { ...call, program: 'wave' } },
  ]
  const record = buildRecord('greet', {})
  const installed = InstallRecord.parse({
    ...record,
    manifest: { ...record.manifest, programs: [{ name: 'wave', summary: 'x' }], recipes },
    programs: { wave: { argv: ['/bin/wave'] } },
  })
  expect(programRecord(installed, 'wave').manifest.recipes).toEqual([recipes[1]])
})

describe('the copies listed in a record', () => {
  it.each(agentFolders)("may be in %s, in a folder with the app's name", (folder) => {
    const file = `${folder}/cli-app-greet/references/commands.md`
    const record = InstallRecord.parse(withCopies(file))
    expect(Object.keys(skillDigests(record))).toEqual([file])
  })

  it.each([
    '.claude/skills/cli-app-other/SKILL.md',
    '.claude/skills/cli-app-greet',
    '.claude/settings.json',
    '.claude/skills/cli-app-greet/../../settings.json',
    '.claude/skills/cli-app-greet/..\\..\\..\\settings.json',
    'skills/cli-app-greet/SKILL.md',
    '.ssh/skills/cli-app-greet/SKILL.md',
    '/etc/.claude/skills/cli-app-greet/SKILL.md',
  ])('may not be %s', (file) => {
    expect(InstallRecord.safeParse(withCopies(file)).success).toBe(false)
  })

  it('may only be for agents of the table', () => {
    const record = buildRecord('greet', {})
    const parse = (agents: string[]): boolean =>
      InstallRecord.safeParse({ ...record, skill: { ...record.skill, agents } }).success
    expect([parse(['codex']), parse(['emacs'])]).toEqual([true, false])
  })
})
