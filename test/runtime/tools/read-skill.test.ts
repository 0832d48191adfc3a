import { mkdir, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { skillText, useSkillHarness } from '../skills/skill-harness.ts'

const harness = useSkillHarness()
const skill = skillText('Runs models', '', 'Run `ollama`.')
const files = {
  'SKILL.md': skill,
  'references/commands.md': '# Commands\n',
  'references/选项.md': '# 选项\n',
}
const read = async (input: Record<string, unknown>, trustWorkspace = false) =>
  (await harness.open({ trustWorkspace, outputCharacters: 1000 })).tools.execute({
    name: 'read_skill',
    arguments: input,
  })

describe('read_skill', () => {
  it.each(['cli-app-ollama', 'ollama', 'OLLAMA', '本地模型'])(
    'gives SKILL.md by the name %s',
    async (name) => {
      await harness.installWithSkill('ollama', files, { manifest: { aliases: ['本地模型'] } })
      expect(await read({ name })).toEqual({
        ok: true,
        name: 'cli-app-ollama',
        file: 'SKILL.md',
        text: skill,
        total_characters: skill.length,
        references: ['references/commands.md', 'references/选项.md'],
      })
    },
  )

  it.each([
    'references/commands.md',
    './references/commands.md',
    'commands.md',
    'skills/cli-app-ollama/references/commands.md',
    'references\\commands.md',
  ])('gives a reference as %s', async (file) => {
    await harness.installWithSkill('ollama', files)
    expect(await read({ name: 'ollama', file })).toMatchObject({
      ok: true,
      file: 'references/commands.md',
      text: '# Commands\n',
    })
  })

  it.each([
    ['many lines', Array.from({ length: 400 }, (_, at) => `第 ${at} 行 😀😀😀`).join('\n')],
    ['one line', `x${'😀'.repeat(3000)}`],
    ['one line, begun elsewhere', `xx${'😀'.repeat(3000)}`],
  ])('gives a long text of %s by pages that hold every character once', async (_, body) => {
    const long = skillText('x', '', body)
    await harness.write('long', long)
    let text = ''
    let offset: unknown = 0
    for (let pages = 0; offset !== undefined && pages < 50; pages++) {
      const page = await read({ name: 'long', offset }, true)
      if (!page.ok) throw new Error(JSON.stringify(page))
      expect(String(page.text).length).toBeLessThanOrEqual(1000)
      expect(String(page.text).isWellFormed()).toBe(true)
      text += String(page.text)
      offset = page.next_offset
    }
    expect(text).toBe(long)
    expect(await read({ name: 'long', offset: 1_000_000 }, true)).toMatchObject({ ok: true, text: '' })
  })

  it('says what a skill lacks', async () => {
    await harness.write(
      'pr',
      skillText('x', 'metadata: {"cli-apps": {"requires": {"bins": ["no-such-program"]}}}\n'),
    )
    expect(await read({ name: 'pr' }, true)).toMatchObject({ ok: true, unavailable: 'CLI: no-such-program' })
  })
})

describe('read_skill refuses', () => {
  it.each([
    '../../../cli-apps.json',
    'references/../../../cli-apps.json',
    '/etc/passwd',
    'references/../SKILL.md',
    'references/.secret.md',
    'references/inner/deep.md',
    'scripts/run.sh',
    'references/commands.md\0.txt',
  ])('%j', async (file) => {
    await harness.installWithSkill('ollama', files)
    await writeFile(path.join(harness.workspace.root, 'cli-apps.json'), '{}')
    await mkdir(path.join(harness.workspace.skills, 'cli-app-ollama', 'references', 'inner'))
    await writeFile(
      path.join(harness.workspace.skills, 'cli-app-ollama', 'references', 'inner', 'deep.md'),
      'deep',
    )
    await writeFile(
      path.join(harness.workspace.skills, 'cli-app-ollama', 'references', '.secret.md'),
      'secret',
    )
    expect(await read({ name: 'ollama', file }, true)).toMatchObject({
      ok: false,
      error: { code: 'skill.no-file' },
    })
  })

  it.runIf(process.platform !== 'win32')('links, of a file and of the folder of references', async () => {
    await harness.installWithSkill('ollama', files)
    await writeFile(path.join(harness.workspace.root, 'private.md'), 'private')
    const place = path.join(harness.workspace.skills, 'cli-app-ollama', 'references')
    await symlink('../../../private.md', path.join(place, 'link.md'))
    expect(await read({ name: 'ollama' }, true)).toMatchObject({ references: Object.keys(files).slice(1) })
    expect(await read({ name: 'ollama', file: 'references/link.md' }, true)).toMatchObject({
      error: { code: 'skill.no-file' },
    })
    await harness.write('linked', skillText('x'))
    await symlink(harness.workspace.root, path.join(harness.workspace.skills, 'linked', 'references'))
    expect(await read({ name: 'linked', file: 'references/private.md' }, true)).toMatchObject({
      error: { code: 'skill.no-file' },
    })
  })

  it('a reference that changed after the install, until the workspace is trusted', async () => {
    await harness.installWithSkill('ollama', files)
    const file = 'references/commands.md'
    await writeFile(path.join(harness.workspace.skills, 'cli-app-ollama', file), '# Evil\n')
    await writeFile(path.join(harness.workspace.skills, 'cli-app-ollama', 'references', 'new.md'), '# Evil\n')
    expect(await read({ name: 'ollama' })).toMatchObject({ ok: true, text: skill })
    for (const one of [file, 'references/new.md']) {
      expect(await read({ name: 'ollama', file: one })).toMatchObject({ error: { code: 'skill.untrusted' } })
      expect(await read({ name: 'ollama', file: one }, true)).toMatchObject({ ok: true, text: '# Evil\n' })
    }
  })

  it('unknown names, with the nearest ones, and tells of an app without its skill', async () => {
    await harness.installWithSkill('ollama', files)
    await harness.workspace.install('gimp')
    expect(await read({ name: 'olama' })).toMatchObject({
      error: { code: 'skill.unknown', hint: 'Did you mean "ollama"?' },
    })
    expect(await read({ name: 'gimp' })).toMatchObject({
      error: { code: 'skill.unknown', hint: expect.stringContaining('npx cli-apps skill render gimp') },
    })
    expect(await read({ name: '../ollama' })).toMatchObject({ ok: false, error: { code: 'skill.unknown' } })
    expect(await read({ name: 'ollama', offset: -1 })).toMatchObject({
      error: { code: 'tool.bad-arguments' },
    })
  })

  it('a file beyond the limit', async () => {
    await harness.write('notes', skillText('x'))
    const place = path.join(harness.workspace.skills, 'notes', 'references')
    await mkdir(place)
    await writeFile(path.join(place, 'huge.md'), 'x'.repeat(300_000))
    expect(await read({ name: 'notes', file: 'references/huge.md' }, true)).toMatchObject({
      error: { code: 'skill.too-large' },
    })
  })
})
