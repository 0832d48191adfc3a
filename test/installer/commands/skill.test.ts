import { execFileSync } from 'node:child_process'
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ChangePlan } from '@cli-apps/core/results'
import { applyPatch } from 'diff'
import { beforeAll, describe, expect, it } from 'vitest'
import { install } from '../../../services/installer/src/commands/change/install.ts'
import { update } from '../../../services/installer/src/commands/change/update.ts'
import { doctor } from '../../../services/installer/src/commands/check/doctor.ts'
import { verify } from '../../../services/installer/src/commands/check/verify.ts'
import { trust } from '../../../services/installer/src/commands/setup/trust.ts'
import { skill } from '../../../services/installer/src/commands/use/skill.ts'
import {
  SkillDiffResult,
  SkillRenderResult,
  SkillShowResult,
  SkillsLintResult,
} from '../../../services/installer/src/skill/skill-result.ts'
import { UpdateResult } from '../../../services/installer/src/update/update-result.ts'
import { fileServer } from '../../support/file-server.ts'
import { binaryManifest, folderRegistry, greetScript, tarball } from '../../support/folder-registry.ts'
import { type InstallerUser, installerUser } from '../../support/installer-context.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

let archive: Uint8Array
beforeAll(async () => {
  archive = await tarball({ 'bin/greet': greetScript })
})

interface Owner extends InstallerUser {
  at: (file: string) => string
  skillText: () => Promise<string>
}

const file = 'skills/cli-app-greet/SKILL.md'

async function owner(options: Record<string, string | boolean> = {}): Promise<Owner> {
  const { url } = await fileServer({ '/greet.tar.gz': archive })
  const user = await installerUser({
    CLI_APPS_REGISTRY: await folderRegistry([binaryManifest(archive)]),
    CLI_APPS_MIRRORS: `https://downloads.test/=${url}/`,
  })
  await user.call(install, ['greet'], { yes: true, ...options })
  const at = (name: string): string => path.join(user.workspace, name)
  return { ...user, at, skillText: () => readFile(at(file), 'utf8') }
}

const edit = async (place: string, change: (text: string) => string): Promise<void> =>
  writeFile(place, change(await readFile(place, 'utf8')))

const declare = (one: Owner, skills: object): Promise<void> =>
  edit(one.at('cli-apps.json'), (text) => JSON.stringify({ ...JSON.parse(text), skills }))

const own = '<!-- yours -->\nWe greet in Latin.\n<!-- /yours -->'

describe('skill show', () => {
  it('shows the files with texts, digests, provenance and state', async () => {
    const one = await owner()
    const { value, text } = await one.call(skill, ['show', 'greet'])
    const shown = SkillShowResult.parse(value)
    expect(text).toBe(await one.skillText())
    expect(shown).toMatchObject({
      app: 'greet',
      state: 'intact',
      provenance: { app: 'greet', version: '1.2.3', 'program-version': '1.2.3' },
    })
    expect(shown.files[0]).toMatchObject({ path: file, state: 'intact', text })
    expect(shown.files[0]?.digest).toBe(shown.files[0]?.generated)
  })

  it('shows one file by name, and lists the existing files for a wrong one', async () => {
    const one = await owner()
    const { files } = SkillShowResult.parse((await one.call(skill, ['show', 'greet'])).value)
    for (const { path: place, text } of files) {
      const name = path.relative('skills/cli-app-greet', place)
      expect((await one.call(skill, ['show', 'greet', name])).text).toBe(text)
    }
    await expect(one.call(skill, ['show', 'greet', '../../cli-apps.json'])).rejects.toMatchObject({
      code: 'skill.no-file',
      hint: expect.stringContaining('SKILL.md'),
    })
    await expect(one.call(skill, ['show', 'greeet'])).rejects.toMatchObject({
      code: 'app.not-installed',
      hint: 'Did you mean greet?',
    })
  })

  it.each([
    ['extended', (text: string) => `${text}\n${own}\n`],
    ['edited', (text: string) => text.replace('# ', '# My ')],
  ])('recognizes a skill that is %s', async (state, change) => {
    const one = await owner()
    await edit(one.at(file), change)
    expect((await one.call(skill, ['show', 'greet'])).value).toMatchObject({ state })
  })
})

describe('skill diff and render', () => {
  it('find no changes if nothing changed, and ask nothing', async () => {
    const one = await owner()
    expect((await one.call(skill, ['diff'])).exitStatus ?? 0).toBe(0)
    const before = await readFile(one.at('.cli-apps/apps/greet.json'), 'utf8')
    const { value } = await one.call(skill, ['render'])
    expect(SkillRenderResult.parse(value).rendered[0]?.files.map(({ changed }) => changed)).not.toContain(
      true,
    )
    expect(await readFile(one.at('.cli-apps/apps/greet.json'), 'utf8')).toBe(before)
  })

  it('show an edit as a patch that reverts it, and revert it while keeping its text and additions', async () => {
    const one = await owner()
    const made = await one.skillText()
    const added = made.replace('\n## ', `\n${own}\n\n## `)
    await writeFile(one.at(file), added.replace('# ', '# My '))
    const { value, exitStatus } = await one.call(skill, ['diff', 'greet'])
    const [shown] = SkillDiffResult.parse(value).apps[0]?.files ?? []
    expect([exitStatus, shown?.status, shown?.edited]).toEqual([8, 'changed', true])
    expect(applyPatch(await one.skillText(), shown?.diff ?? '')).toBe(added)

    await expect(one.call(skill, ['render', 'greet'])).rejects.toMatchObject({ code: 'consent.needed' })
    const { value: plan } = await one.call(skill, ['render', 'greet'], { 'dry-run': true })
    expect(ChangePlan.parse(plan).changes[0]?.remarks).toEqual([
      `${file} was edited; your text is saved under .cli-apps/saved`,
    ])
    expect(await one.skillText()).toContain('# My ')

    const { value: done } = await one.call(skill, ['render', 'greet'], { yes: true })
    expect(await one.skillText()).toBe(added)
    const [saved = ''] = SkillRenderResult.parse(done).rendered[0]?.saved ?? []
    expect(await readFile(one.at(saved), 'utf8')).toContain('# My ')
    expect(one.notices.join()).toContain(saved)
    expect((await one.call(verify)).exitStatus).toBe(0)
  })

  it('restore a missing skill and its copies for agents', async () => {
    const one = await owner({ agent: 'claude-code' })
    await rm(one.at('skills'), { recursive: true })
    const { value } = await one.call(skill, ['diff'])
    const statuses = SkillDiffResult.parse(value).apps[0]?.files.map(({ path: name, status }) => [
      name,
      status,
    ])
    expect(statuses).toContainEqual([file, 'missing'])
    expect(statuses).toContainEqual(['.claude/skills/cli-app-greet/SKILL.md', 'same'])
    await one.call(skill, ['render'], { yes: true })
    expect((await one.call(verify)).exitStatus).toBe(0)
  })

  it("read the program's help again on request", async () => {
    const one = await owner()
    const tree = '.cli-apps/commands/greet.json'
    await edit(one.at(tree), (text) => text.replace('Say hello to somebody', 'Insult somebody'))
    // What was not read by us is not told to agents.
    await expect(one.call(skill, ['render'], { yes: true })).rejects.toMatchObject({
      code: 'commands.changed',
    })
    await one.call(skill, ['render'], { fresh: true, yes: true })
    expect(await one.skillText()).not.toContain('Insult')
    expect(await readFile(one.at(tree), 'utf8')).not.toContain('Insult')
    expect((await one.call(doctor)).exitStatus).toBe(0)
  })

  it('refuse options that do not go together', async () => {
    const one = await owner()
    for (const [words, options] of [
      [['show', 'greet'], { fresh: true }],
      [['diff'], { out: 'x' }],
      [['render', 'greet'], { out: 'x', stdout: true }],
      [['render'], { stdout: true }],
      [['paint', 'greet'], {}],
      [['show'], {}],
    ] as const)
      await expect(one.call(skill, [...words], options)).rejects.toMatchObject({ exitStatus: 2 })
  })
})

describe('skill render to another place', () => {
  it('writes the generated files to a new folder, and never over existing files', async () => {
    const one = await owner()
    const made = await one.skillText()
    await edit(one.at(file), (text) => `${text}\n${own}\n`)
    await one.call(skill, ['render', 'greet'], { out: 'elsewhere/new', 'dry-run': true })
    expect(await readdir(one.workspace)).not.toContain('elsewhere')
    const { value } = await one.call(skill, ['render', 'greet'], { out: 'elsewhere/new' })
    expect(SkillRenderResult.parse(value).rendered[0]?.out).toBe(one.at('elsewhere/new'))
    expect(await readFile(one.at('elsewhere/new/SKILL.md'), 'utf8')).toBe(made)
    expect(await readdir(one.at('elsewhere'))).toEqual(['new'])
    await mkdir(one.at('empty'))
    await symlink('empty', one.at('link'))
    await symlink('nowhere', one.at('dangling'))
    for (const out of ['elsewhere/new', 'cli-apps.json', 'link', 'dangling'])
      await expect(one.call(skill, ['render', 'greet'], { out })).rejects.toMatchObject({
        code: 'skill.folder-taken',
      })
  })

  it('prints the skill', async () => {
    const one = await owner()
    const { text, value } = await one.call(skill, ['render', 'greet'], { stdout: true })
    expect(text.startsWith(await one.skillText())).toBe(true)
    const [main, ...others] = SkillRenderResult.parse(value).rendered[0]?.files ?? []
    expect(main?.text).toBe(await one.skillText())
    for (const other of others) expect(text).toContain(`<!-- ${other.path} -->\n\n${other.text}`)
  })
})

describe('the language of a skill', () => {
  const isChinese = async (one: Owner): Promise<boolean> => /\p{Script=Han}/u.test(await one.skillText())

  it('is the requested one, and is kept', async () => {
    const one = await owner({ lang: 'zh' })
    expect(await isChinese(one)).toBe(true)
    expect((await one.call(doctor)).exitStatus).toBe(0)
    await rm(one.at('skills'), { recursive: true })
    await one.call(doctor, [], { fix: true, yes: true })
    await one.call(install, ['greet'], { yes: true })
    await one.call(skill, ['render'], { yes: true })
    expect(await isChinese(one)).toBe(true)
    await one.call(install, ['greet'], { yes: true, lang: 'en' })
    expect(await isChinese(one)).toBe(false)
  })

  it('otherwise is that of the workspace, which install and update apply', async () => {
    const one = await owner()
    await declare(one, { lang: 'zh' })
    await one.call(install, [], { yes: true })
    expect(await isChinese(one)).toBe(true)
    await declare(one, {})
    const { value } = await one.call(update, [], { yes: true })
    expect(UpdateResult.parse(value).current[0]?.skill_files).toContain(file)
    expect(await isChinese(one)).toBe(false)
  })

  it('never depends on the locale', async () => {
    const one = await owner()
    const chinese = await installerUser(
      { ...((await one.context()).environment as Record<string, string>), LANG: 'zh_CN.UTF-8' },
      one,
    )
    await chinese.call(skill, ['render'], { yes: true })
    expect(await isChinese(one)).toBe(false)
  })

  it('an update leaves an edited skill unchanged', async () => {
    const one = await owner()
    await edit(one.at(file), (text) => text.replace('# ', '# My '))
    await one.call(update, [], { yes: true })
    expect(await one.skillText()).toContain('# My ')
  })
})

describe('templates of a workspace', () => {
  it('override the built-in ones, with the same result on every machine', async () => {
    const one = await owner()
    await mkdir(one.at('docs/skills'), { recursive: true })
    await writeFile(one.at('docs/skills/skill.md.hbs'), '# Ours: {{title}}\n')
    await declare(one, { templates: 'docs/skills' })
    await one.call(trust, [], { yes: true })
    await one.call(skill, ['render'], { yes: true })
    expect(await one.skillText()).toContain('# Ours: Greet')
    expect((await one.call(doctor)).exitStatus).toBe(0)
    await one.call(install, ['greet'], { yes: true })
    expect(await one.skillText()).toContain('# Ours: Greet')
  })

  it.each([
    ['../elsewhere', 'workspace.corrupt'],
    ['/etc', 'workspace.corrupt'],
    ['nowhere', 'skill.no-templates'],
    ['cli-apps.json', 'skill.no-templates'],
    ['link', 'skill.templates-outside'],
  ])('are refused for %s (%s), by every command and once by doctor', async (templates, code) => {
    const one = await owner()
    await symlink(await temporaryFolder(), one.at('link'))
    await declare(one, { templates })
    for (const words of [['render'], ['diff']])
      await expect(one.call(skill, words, {})).rejects.toMatchObject({ code })
    const { faults } = (await one.call(doctor)).value as { faults: { code: string }[] }
    expect(faults.map((fault) => fault.code)).toEqual([code])
  })

  it('are reported with their file when they are not valid', async () => {
    const one = await owner()
    await mkdir(one.at('t'))
    await writeFile(one.at('t/skill.md.hbs'), '{{#if}')
    await declare(one, { templates: 't' })
    await one.call(trust, [], { yes: true })
    await expect(one.call(skill, ['diff'], {})).rejects.toMatchObject({
      code: 'template.invalid',
      exitStatus: 3,
    })
  })
})

describe('skill lint', () => {
  it('checks every skill of the workspace, an app or a folder', async () => {
    const one = await owner()
    const { value } = await one.call(skill, ['lint'])
    expect(SkillsLintResult.parse(value).skills.map(({ folder }) => folder)).toEqual([
      one.at('skills/cli-app-greet'),
    ])
    for (const word of ['greet', 'skills/cli-app-greet'])
      expect((await one.call(skill, ['lint', word])).value).toMatchObject({
        folder: one.at('skills/cli-app-greet'),
      })
    await expect(one.call(skill, ['lint', 'nothing'])).rejects.toMatchObject({
      code: 'skill.nothing-to-judge',
    })
  })

  it('compares with the app that the skill names, whatever its folder is called', async () => {
    const one = await owner()
    await cp(one.at('skills/cli-app-greet'), one.at('drafts/other'), { recursive: true })
    expect((await one.call(skill, ['lint', 'drafts/other'])).value).toMatchObject({ program: 'greet' })
    await edit(one.at('drafts/other/SKILL.md'), (text) => text.replace(/^ +app: .*$/m, '  app: nobody'))
    expect((await one.call(skill, ['lint', 'drafts/other'])).value).toMatchObject({ program: null })
  })
})

describe('a skill in an untrusted workspace', () => {
  const everyWay: [name: string, words: string[], options?: Record<string, boolean>][] = [
    ['show', ['show', 'greet']],
    ['diff', ['diff', 'greet']],
    ['render', ['render', 'greet'], { yes: true }],
  ]

  it.each(everyWay)('%s reads nothing through a link out of the workspace', async (_name, words, options) => {
    const one = await owner()
    const secret = path.join(await temporaryFolder(), 'key')
    await writeFile(secret, 'a private key')
    await rm(one.at(file))
    await symlink(secret, one.at(file))
    await expect(one.call(skill, words, options)).rejects.toMatchObject({ code: 'workspace.path-escape' })
    expect(await readFile(secret, 'utf8')).toBe('a private key')
    expect(await readdir(one.at('.cli-apps'))).not.toContain('saved')
  })

  it.each(everyWay)('%s opens no pipe, and no file above the limit', async (_name, words, options) => {
    const one = await owner()
    await writeFile(one.at(file), `<!-- yours -->\n${'x'.repeat(2_000_001)}\n`)
    await expect(one.call(skill, words, options)).rejects.toMatchObject({ code: 'file.too-large' })
    await rm(one.at(file))
    execFileSync('mkfifo', [one.at(file)])
    await expect(one.call(skill, words, options)).rejects.toMatchObject({ code: 'file.not-plain' })
  })

  it('is reported by doctor with the file', async () => {
    const one = await owner()
    await rm(one.at(file))
    await symlink('/dev/zero', one.at(file))
    const { value } = await one.call(doctor)
    expect(value).toMatchObject({
      faults: expect.arrayContaining([
        expect.objectContaining({ code: 'workspace.path-escape', app: 'greet', paths: [one.at(file)] }),
      ]),
    })
  })
})
