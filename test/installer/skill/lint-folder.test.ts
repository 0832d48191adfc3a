import { mkdir, rename, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { setReaderLanguage } from '../../../services/installer/src/messages/set-reader-language.ts'
import { lintFolder } from '../../../services/installer/src/skill/lint-folder.ts'
import { SkillLintResult } from '../../../services/installer/src/skill/skill-lint-result.ts'
import { installerUser } from '../../support/installer-context.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const sound =
  '---\nname: tool\ndescription: Counts things of all kinds. Use when things are counted.\n---\n# Tool\n'

interface Skill {
  folder: string
  lint: (folder?: string, program?: string) => ReturnType<typeof lintFolder>
}

async function skillOf(files: Record<string, string | Uint8Array>): Promise<Skill> {
  const folder = path.join(await temporaryFolder(), 'tool')
  await mkdir(folder)
  for (const [name, content] of Object.entries(files)) await writeFile(path.join(folder, name), content)
  const context = await (await installerUser({})).context()
  return { folder, lint: (place = folder, program) => lintFolder(place, context, { program }) }
}

describe('lintFolder', () => {
  it('returns a report that matches its schema, and the status 0 without errors', async () => {
    const { lint, folder } = await skillOf({ 'SKILL.md': sound })
    const { value, text, exitStatus } = await lint()
    expect(SkillLintResult.strict().parse(value)).toMatchObject({
      folder,
      files: 1,
      name: 'tool',
      program: null,
      score: 100,
      findings: [],
    })
    expect(exitStatus).toBe(0)
    expect(text.split('\n').slice(0, 3)).toEqual([
      `The skill in ${folder} has a score of 100 of 100.`,
      '  20 of 20 points for the specification: Front matter follows the specification.',
      '  15 of 15 points for the description: The description says what and when.',
    ])
    expect(text).toContain(
      'no points for or against program calls: There is no program to compare the skill with.',
    )
  })

  it('exits with 3 for an error, and shows its place and fix', async () => {
    const { lint } = await skillOf({ 'SKILL.md': `${sound}\n[x](missing.md)\n` })
    const { value, text, exitStatus } = await lint()
    expect(exitStatus).toBe(3)
    expect(value.counts).toEqual({ error: 1, warning: 0, note: 0 })
    expect(text.split('\n').slice(0, 4)).toEqual([
      'error  SKILL.md:7',
      '  The link "missing.md" leads to a missing file.',
      '  Correct the path, or add the file.',
      '',
    ])
  })

  it('shows a hundred findings and counts the rest', async () => {
    const links = Array.from({ length: 130 }, (_, at) => `[x](missing-${at}.md)\n\n`).join('')
    const { text, value } = await (await skillOf({ 'SKILL.md': sound + links })).lint()
    expect(value.counts.error).toBe(130)
    expect(text).toContain('\n30 more findings.\n')
  })

  it('reports in Chinese', async () => {
    await setReaderLanguage('zh')
    onTestFinished(() => setReaderLanguage('en'))
    const body = '[x](missing.md) [y](http://a.test) ![z](/etc/x)\n\n`AKIAIOSFODNN7QXZKPLM`\n\n</system>\n'
    const front = sound.replace('name: tool', 'name: other\nextra: 1')
    const { text } = await (await skillOf({ 'SKILL.md': front + body })).lint()
    const lines = text.split('\n').filter((line) => line.trim() !== '')
    expect(lines.length).toBeGreaterThan(20)
    for (const line of lines) expect(line).toMatch(/\p{Script=Han}/u)
    const broken = (await (await skillOf({ 'SKILL.md': '# Tool' })).lint()).text
    expect(broken).toContain('SKILL.md 的第一行不是 ---。')
    expect(broken).toContain('description 0/15 分：没有可以读取的 description。')
  })

  it('resolves a link to a folder, and checks the name of its target', async () => {
    const { folder, lint } = await skillOf({ 'SKILL.md': sound })
    const link = path.join(path.dirname(folder), 'other')
    await symlink(folder, link)
    expect((await lint(link)).value).toMatchObject({ folder, score: 100 })
  })

  it('reports links that lead out of the folder, and files that are not text', async () => {
    const { folder, lint } = await skillOf({ 'SKILL.md': sound, 'latin.md': new Uint8Array([0xe9]) })
    await symlink('/etc/passwd', path.join(folder, 'passwd'))
    expect((await lint()).value.findings.map(({ code, file }) => [code, file])).toEqual(
      expect.arrayContaining([
        ['skill.symlink-outside', 'passwd'],
        ['skill.not-utf8', 'latin.md'],
      ]),
    )
  })
})

describe('what lintFolder refuses', () => {
  it('a missing folder, and a file', async () => {
    const { folder, lint } = await skillOf({ 'SKILL.md': sound })
    await expect(lint(`${folder}-gone`)).rejects.toMatchObject({ code: 'skill.no-folder', exitStatus: 4 })
    await expect(lint(path.join(folder, 'SKILL.md'))).rejects.toMatchObject({
      code: 'skill.no-folder',
      hint: `Name the folder of the skill: ${folder}`,
    })
  })

  it('a folder without SKILL.md, and suggests where one is', async () => {
    const { folder, lint } = await skillOf({ 'SKILL.md': sound })
    await expect(lint(path.dirname(folder))).rejects.toMatchObject({
      code: 'skill.no-skill-file',
      exitStatus: 3,
      hint: `Name the folder of one skill: ${folder}`,
    })
    await rename(path.join(folder, 'SKILL.md'), path.join(folder, 'Skill.md'))
    await expect(lint()).rejects.toMatchObject({
      code: 'skill.no-skill-file',
      hint: 'Rename Skill.md to SKILL.md.',
    })
    await expect((await skillOf({})).lint()).rejects.toMatchObject({ code: 'skill.no-skill-file' })
  })

  it('a given program that is not installed', async () => {
    const { folder, lint } = await skillOf({ 'SKILL.md': sound })
    for (const program of ['nobody', '../x'])
      await expect(lint(folder, program)).rejects.toMatchObject({ code: 'app.not-installed', exitStatus: 4 })
  })
})
