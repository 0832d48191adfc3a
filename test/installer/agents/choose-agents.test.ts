import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { chooseAgents } from '../../../services/installer/src/agents/choose-agents.ts'
import { detectAgents } from '../../../services/installer/src/agents/detect-agents.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const choose = async (agent: string | undefined, root?: string): Promise<unknown> =>
  chooseAgents(agent === undefined ? {} : { agent }, root ?? (await temporaryFolder()))

describe('--agent', () => {
  it.each([
    [undefined, undefined],
    ['none', []],
    ['cursor', ['cursor']],
    ['cursor, claude-code,cursor', ['claude-code', 'cursor']],
  ])('%j selects %j', async (words, meant) => {
    expect(await choose(words)).toEqual(meant)
  })

  it.each([
    ['claude', 'claude-code'],
    ['cursr', 'cursor'],
    ['copilot', 'github-copilot'],
  ])('%j is refused with the nearest name', async (word, near) => {
    await expect(choose(word)).rejects.toMatchObject({
      code: 'agent.unknown',
      exitStatus: 2,
      hint: expect.stringContaining(`Did you mean ${near}?`),
    })
  })

  it.each(['emacs', '', ' , ', 'none,cursor', '__proto__', 'toString'])('%j is refused', async (word) => {
    await expect(choose(word)).rejects.toMatchObject({
      code: 'agent.unknown',
      hint: expect.stringContaining('some of: claude-code'),
    })
  })

  it('detects those that the workspace is used with', async () => {
    const root = await temporaryFolder()
    await expect(choose('detected', root)).rejects.toMatchObject({ code: 'agent.none-detected' })
    await mkdir(path.join(root, '.cursor'))
    await mkdir(path.join(root, '.github/prompts'), { recursive: true })
    await writeFile(path.join(root, 'AGENTS.md'), '')
    expect(await choose('detected,roo', root)).toEqual(['codex', 'cursor', 'github-copilot', 'roo'])
  })

  it('does not detect an agent from a GitHub repository alone', async () => {
    const root = await temporaryFolder()
    await mkdir(path.join(root, '.github/workflows'), { recursive: true })
    expect(await detectAgents(root)).toEqual([])
  })
})
