import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { type AppManifest, estimateTokens } from '@cli-apps/core'
import { workspaceAt } from '@cli-apps/core/node'
import { parseFrontmatter } from '@cli-apps/core/skill'
import { describe, expect, it } from 'vitest'
import { init } from '../../../services/installer/src/commands/setup/init.ts'
import { buildRecord, writeSignedRecord } from '../../support/fixture-workspace.ts'
import { type InstallerUser, installerUser } from '../../support/installer-context.ts'

const catalog = path.resolve(import.meta.dirname, '../../../catalog')

/** A user with the first hundred apps of the catalog installed, as far as records say. */
async function userWithApps(count: number): Promise<InstallerUser> {
  const user = await installerUser({})
  const files = (await readdir(catalog)).filter((file) => file.endsWith('.json')).sort()
  const { config, workspace } = await user.context()
  for (const file of files.slice(0, count)) {
    const entry: AppManifest = JSON.parse(await readFile(path.join(catalog, file), 'utf8'))
    const { commands: _, ...manifest } = entry
    const record = buildRecord(entry.name, { manifest })
    await writeSignedRecord(workspaceAt(workspace.root), record, config.home)
  }
  return user
}

/** What an agent reads of every skill in a folder before it chooses one. */
async function descriptionsIn(folder: string, first?: string): Promise<string[]> {
  const found = await readdir(folder)
  const names = first === undefined ? found : [first, ...found.filter((name) => name !== first)]
  const texts = await Promise.all(names.map((name) => readFile(path.join(folder, name, 'SKILL.md'), 'utf8')))
  return texts.map((text) => parseFrontmatter(text).frontmatter.description)
}

const charactersOf = (texts: readonly string[]): number => texts.reduce((sum, { length }) => sum + length, 0)

describe('a hundred apps of the catalog', { timeout: 120_000 }, () => {
  it('fit into 8,000 characters of descriptions behind one skill, and do not fit as one skill each', async () => {
    const user = await userWithApps(100)
    await user.call(init, [], { yes: true, agent: 'claude-code', skills: 'umbrella' })
    const umbrella = await descriptionsIn(path.join(user.workspace, '.claude/skills'))
    expect(umbrella).toHaveLength(1)
    const skill = await readFile(path.join(user.workspace, '.claude/skills/cli-apps/SKILL.md'), 'utf8')
    const listed = [...skill.matchAll(/^- \[(.+?)\]\(references\/\1\.md\)/gm)]
    expect(listed).toHaveLength(100)
    expect(estimateTokens(skill)).toBeLessThanOrEqual(5_000)
    // For the runtime, each app still has a skill of its own: the first is the one for all.
    const [, ...perApp] = await descriptionsIn(path.join(user.workspace, 'skills'), 'cli-apps')
    expect(perApp).toHaveLength(100)
    const figures = { umbrella: charactersOf(umbrella), perApp: charactersOf(perApp) }
    // In November 2026: 1,015 and 37,567.
    expect(figures.umbrella).toBeLessThanOrEqual(1_024)
    expect(figures.perApp).toBeGreaterThan(8_000)
  })

  it('are offered one skill when more than ten are installed and nobody chose', async () => {
    const next = async (count: number, skills?: string): Promise<string> => {
      const user = await userWithApps(count)
      const { value } = await user.call(init, [], { yes: true, ...(skills && { skills }) })
      return JSON.stringify((value as { next: string[] }).next)
    }
    const offer = 'cli-apps init --skills umbrella'
    expect(await next(11)).toContain(offer)
    expect(await next(10)).not.toContain(offer)
    expect(await next(11, 'umbrella')).not.toContain(offer)
  })

  it('refuses a layout that does not exist', async () => {
    const user = await userWithApps(0)
    await expect(user.call(init, [], { yes: true, skills: 'one' })).rejects.toMatchObject({
      code: 'init.bad-layout',
    })
  })
})
