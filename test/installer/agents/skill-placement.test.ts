import { type AgentId, InstallRecord } from '@cli-apps/core'
import { describe, expect, it } from 'vitest'
import { copiedSkills, planPlacement } from '../../../services/installer/src/agents/skill-placement.ts'
import { buildRecord } from '../../support/fixture-workspace.ts'

const installed = (agents: AgentId[], folders: string[]): InstallRecord => {
  const record = buildRecord('greet', {})
  const digest = `sha256:${'0'.repeat(64)}`
  const copies = Object.fromEntries(folders.map((folder) => [`${folder}/cli-app-greet/SKILL.md`, digest]))
  return InstallRecord.parse({ ...record, skill: { ...record.skill, agents, copies } })
}

describe("the placement of an app's skill", () => {
  it.each([
    ['nowhere else when nobody asks', undefined, undefined, [], [], [], []],
    [
      'for the agents that are asked for',
      ['cursor'],
      undefined,
      [],
      ['.cursor/skills'],
      ['.cursor/skills'],
      [],
    ],
    ['for those of the workspace', undefined, undefined, ['roo'], ['.roo/skills'], ['.roo/skills'], []],
    [
      'for both together',
      ['codex'],
      undefined,
      ['claude-code'],
      ['.claude/skills', '.agents/skills'],
      ['.claude/skills', '.agents/skills'],
      [],
    ],
    [
      'where it was, when nobody asks',
      undefined,
      installed(['cursor'], ['.cursor/skills']),
      [],
      ['.cursor/skills'],
      [],
      [],
    ],
    [
      'where it was and for those that are asked for',
      ['codex'],
      installed(['cursor'], ['.cursor/skills']),
      [],
      ['.agents/skills', '.cursor/skills'],
      ['.agents/skills'],
      [],
    ],
    [
      'for the workspace alone after none',
      [],
      installed(['cursor'], ['.cursor/skills', '.roo/skills']),
      ['roo'],
      ['.roo/skills'],
      [],
      ['.cursor/skills'],
    ],
    [
      'no longer for agents that left the workspace',
      undefined,
      installed([], ['.roo/skills']),
      [],
      [],
      [],
      ['.roo/skills'],
    ],
  ] as [string, AgentId[] | undefined, InstallRecord | undefined, AgentId[], string[], string[], string[]][])(
    '%s',
    (_what, asked, record, agents, folders, added, dropped) => {
      expect(
        planPlacement({ asked, record, declared: { agents, skills: undefined }, connected: [] }),
      ).toMatchObject({
        folders,
        added,
        dropped,
      })
    },
  )

  it('shows calls for a shell where no agent of a folder is connected', () => {
    const declared = { agents: ['claude-code', 'codex', 'opencode', 'cursor'] as const, skills: undefined }
    const shellOf = (connected: AgentId[]): string[] =>
      planPlacement({ asked: undefined, record: undefined, declared, connected }).shell
    expect(shellOf([])).toEqual(['.claude/skills', '.agents/skills', '.cursor/skills'])
    expect(shellOf(['opencode', 'cursor', 'roo'])).toEqual(['.claude/skills'])
  })

  it('is described by the documents that agents find', () => {
    expect(copiedSkills(installed([], ['.cursor/skills', '.claude/skills']))).toEqual([
      '.claude/skills/cli-app-greet/SKILL.md',
      '.cursor/skills/cli-app-greet/SKILL.md',
    ])
  })
})
