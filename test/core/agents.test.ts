import { agentFolders, agentIds, agents, foldersOf, sortedAgents, WorkspaceFile } from '@cli-apps/core'
import { describe, expect, it } from 'vitest'

describe('the table of agents', () => {
  it.each(agentIds)('%s has a folder inside the workspace and no trace of our own making', (id) => {
    const { skills, traces } = agents[id]
    expect(skills).toMatch(/^(\.?[a-z-]+\/)*skills$/)
    // A copy for another agent must not look like a trace of this one.
    const others = agentFolders.filter((folder) => folder !== skills || skills === '.agents/skills')
    for (const trace of traces)
      expect(others.some((folder) => `${folder}/`.startsWith(`${trace}/`))).toBe(false)
  })

  it('gives agents with the same folder one copy, in the order of the table', () => {
    expect(foldersOf(['codex', 'opencode', 'gemini-cli', 'claude-code'])).toEqual([
      '.claude/skills',
      '.agents/skills',
    ])
    expect(sortedAgents(['cursor', 'codex', 'cursor'])).toEqual(['codex', 'cursor'])
  })

  it('lists the agents that cli-apps.json may name', () => {
    expect(WorkspaceFile.safeParse({ agents: ['codex'] }).success).toBe(true)
    expect(WorkspaceFile.safeParse({ agents: ['emacs'] }).success).toBe(false)
  })
})
