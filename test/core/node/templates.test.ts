import { cp, mkdir, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { loadTemplates } from '../../../packages/core/src/node/templates.ts'
import { renderSkill } from '../../../packages/core/src/skill/render-skill.ts'
import {
  compileTemplates,
  type SkillTemplates,
} from '../../../packages/core/src/skill/templates/compile-templates.ts'
import type { TemplateFile } from '../../../packages/core/src/skill/templates/template-file.ts'
import { parseHelp } from '../../../packages/help/src/screen/parse-help.ts'
import { compileTemplates as precompile } from '../../../scripts/compile-templates.mjs'
import { exampleManifest } from '../../support/example-manifest.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const shipped = new URL('../../../templates/', import.meta.url)

/** A folder of overrides with these files. */
async function overridesOf(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await temporaryFolder()
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true })
    await writeFile(path.join(folder, name), text)
  }
  return folder
}

const load = async (
  files: Readonly<Record<string, string>>,
  language: 'en' | 'zh' = 'en',
): Promise<SkillTemplates> => loadTemplates({ language, overrides: await overridesOf(files) })

const tree = parseHelp(
  'Usage: greet FILE [options]\n\nOptions:\n  --loud  Shout\n  --name <name>  Whom to greet\n',
  {
    name: 'greet',
  },
)

const skillWith = (templates: SkillTemplates, language: 'en' | 'zh' = 'en'): string =>
  renderSkill({
    manifest: exampleManifest(),
    commands: tree,
    installed: {},
    generator: { version: '1.0.0' },
    templates,
    language,
  }).files['SKILL.md'] ?? ''

describe('loadTemplates', () => {
  test("uses the override's templates, and the built-in ones for the rest", async () => {
    const text = skillWith(await load({ 'partials/calling.hbs': '## Our way of calling {{name}}\n' }))
    expect(text).toContain('## Our way of calling greet')
    expect(text).not.toContain('## How to call it')
    expect(text).toContain('`--loud`: Shout')
  })

  test('replaces single words of a list', async () => {
    const text = skillWith(await load({ 'en/words.json': '{"options": "Switches"}' }))
    expect(text).toContain('## Switches')
    expect(text).toContain('## How to call it')
  })

  test('prefers the template of the language to the general one', async () => {
    const files = { 'partials/safety.hbs': 'FOR ALL\n', 'zh/partials/safety.hbs': '中文\n' }
    expect(skillWith(await load(files, 'zh'), 'zh')).toContain('\n中文\n')
    expect(skillWith(await load(files))).toContain('\nFOR ALL\n')
  })

  test('lets an override add its own partials', async () => {
    const files = {
      'skill.md.hbs': '# {{title}}\n{{> house-rules}}\n',
      'partials/house-rules.hbs': 'Be kind.\n',
    }
    expect(skillWith(await load(files))).toMatch(/# Greet\nBe kind\.\n$/)
  })

  test('treats a missing folder as one without overrides', async () => {
    const templates = await loadTemplates({ overrides: path.join(await temporaryFolder(), 'none') })
    expect(skillWith(templates)).toBe(skillWith(await loadTemplates()))
  })

  test.each([
    ['a block that is not closed', '# x\n{{#if title}}\nno end\n', 'line 4'],
    ['a broken expression', '# x\n\n{{ title\n', 'line 3'],
    ['a helper that there is none of', '# x\n{{shout title}}\n', 'line 2'],
    ['the helper that prints', '{{log title}}\n', 'line 1'],
    ['a partial that there is none of', '\n\n{{> nowhere}}\n', 'line 3'],
  ])('refuses %s with file and line', async (_, text, line) => {
    await expect(load({ 'skill.md.hbs': text })).rejects.toMatchObject({
      code: 'template.invalid',
      message: expect.stringMatching(new RegExp(`skill\\.md\\.hbs, ${line} `)),
      hint: expect.stringContaining('Correct the template'),
    })
  })

  test.each([
    ['{"optoins": "Switches"}', 'optoins'],
    ['{"options": 3}', 'options'],
    ['{"options": "two\\nlines"}', 'options'],
    ['{', ''],
  ])('refuses the word list %s', async (text, at) => {
    await expect(load({ 'en/words.json': text })).rejects.toMatchObject({
      code: 'template.invalid',
      message: expect.stringContaining('words.json'),
      issues: [expect.objectContaining({ path: at })],
    })
  })

  test('refuses a file whose name no template has', async () => {
    await expect(load({ 'skil.md.hbs': '' })).rejects.toMatchObject({ code: 'template.unknown-file' })
  })

  test('refuses a link, which may lead to any file', async () => {
    const folder = await temporaryFolder()
    await symlink('/etc/hostname', path.join(folder, 'skill.md.hbs'))
    await expect(loadTemplates({ overrides: folder })).rejects.toMatchObject({ code: 'template.invalid' })
  })

  test('refuses a template of more than 64,000 bytes', async () => {
    await expect(load({ 'skill.md.hbs': 'x'.repeat(64_001) })).rejects.toMatchObject({
      code: 'template.too-large',
    })
  })
})

describe('a template', () => {
  test.each([
    ['{{constructor.name}}{{title.constructor}}{{__proto__.toString}}{{lookup this "constructor"}}'],
    ['{{#with (lookup title "constructor")}}{{this}}{{/with}}{{__defineGetter__}}'],
    ['{{@root.constructor}}{{words.constructor}}{{calls.constructor.constructor}}'],
  ])('can access nothing but its input: %s', async (text) => {
    expect(skillWith(await load({ 'skill.md.hbs': `[${text}]` }))).toMatch(/\n\[\]\n$/)
  })

  const bomb = (depth: number): string =>
    depth === 0 ? 'x' : `{{#each @root.list}}${bomb(depth - 1)}{{/each}}`

  test.each([
    ['loops inside loops', { 'skill.md.hbs': bomb(6) }],
    ['a partial that calls itself', { 'skill.md.hbs': '{{> a}}', 'partials/a.hbs': '{{> a}}{{> a}}' }],
    [
      'partials that multiply',
      Object.fromEntries(
        Array.from({ length: 12 }, (_, at) => [
          at === 0 ? 'skill.md.hbs' : `partials/p${at}.hbs`,
          at === 11 ? 'x' : `{{> p${at + 1}}}`.repeat(10),
        ]),
      ),
    ],
  ])('is stopped: %s', async (_, files) => {
    const templates = await load(files)
    const list = Array.from({ length: 30 }, (_item, at) => at)
    expect(() => templates.skill({ list })).toThrow(expect.objectContaining({ code: 'template.failed' }))
  })

  test('is refused with sizes if its skill would be too large', async () => {
    const templates = await load({
      'skill.md.hbs': `# {{title}}\n\n${'Many words of advice. '.repeat(2_000)}\n`,
    })
    expect(() => skillWith(templates)).toThrow(
      expect.objectContaining({
        code: 'skill.too-large',
        message: expect.stringMatching(/SKILL\.md would have up to \d{4,5} tokens .* at most 5000/),
        details: expect.objectContaining({ path: 'SKILL.md', max_tokens: 5000, max_lines: 500 }),
      }),
    )
  })

  test('with a long text of its own moves commands to the references', async () => {
    const rows = Array.from({ length: 200 }, (_, at) => `  c${at}  Does a thing that needs some words`)
    const commands = parseHelp(`Commands:\n${rows.join('\n')}\n`, { name: 'greet' })
    const templates = await load({ 'partials/safety.hbs': `${'Many words of advice. '.repeat(250)}\n` })
    const facts = {
      manifest: exampleManifest(),
      commands,
      generator: { version: '1' },
      language: 'en' as const,
    }
    const { files } = renderSkill({ ...facts, templates })
    expect(Object.keys(files).length).toBeGreaterThan(1)
    const all = Object.values(files).join('\n')
    for (const { name } of commands.commands) expect(all).toContain(`\`${name}\``)
  })
})

test('templates print the same when compiled by the build as from their texts', async () => {
  const folder = await temporaryFolder()
  await cp(shipped, folder, { recursive: true })
  await precompile(
    folder,
    new URL('../../../packages/core/src/skill/templates/template-options.json', import.meta.url),
  )
  const { default: built } = (await import(pathToFileURL(path.join(folder, 'compiled.mjs')).href)) as {
    default: Record<string, Omit<TemplateFile, 'file'>>
  }
  const templates: Record<string, TemplateFile> = {}
  for (const prefix of ['', 'en/'])
    for (const [name, file] of Object.entries(built))
      if (name.startsWith(prefix) && name.endsWith('.hbs') && !/^(en|zh)\//.test(name.slice(prefix.length)))
        templates[name.slice(prefix.length)] = { ...file, file: name }
  expect(templates['skill.md.hbs']?.text).toBe('')
  const compiled = await compileTemplates({
    templates,
    words: [{ file: 'words.json', text: built['en/words.json']?.text ?? '' }],
  })
  const plain = await loadTemplates()
  expect(skillWith(compiled)).toBe(skillWith(plain))
  expect(compiled.reference({ blocks: [{ heading: 'x', text: 'y' }] })).toBe(
    plain.reference({ blocks: [{ heading: 'x', text: 'y' }] }),
  )
})

test('both languages have every word', async () => {
  const [english, chinese] = await Promise.all([loadTemplates(), loadTemplates({ language: 'zh' })])
  const placeholders = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort()
  for (const [name, text] of Object.entries(english.words)) {
    const other = chinese.words[name as keyof typeof chinese.words]
    expect({ name, placeholders: placeholders(other) }).toEqual({ name, placeholders: placeholders(text) })
  }
})
