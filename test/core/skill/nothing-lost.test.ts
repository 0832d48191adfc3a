import { existsSync, readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, test } from 'vitest'
import { parseManifest } from '../../../packages/core/src/manifest/read-manifest.ts'
import { renderSkill } from '../../../packages/core/src/skill/render-skill.ts'
import {
  CommandNode,
  CommandOption,
  commandWords,
  emptyCommand,
  walkCommands,
} from '../../../packages/help/src/command-tree.ts'
import { parseHelp } from '../../../packages/help/src/screen/parse-help.ts'
import { chineseTemplates, templates } from './templates.ts'

const manifest = parseManifest({
  manifest: 1,
  name: 'tool',
  version: '1.0.0',
  display_name: 'Tool',
  summary: 'Keeps things in order',
  description: 'Keeps things in order.',
  category: 'dev',
  entry_point: 'tool',
  install: [{ method: 'npm', package: 'tool', version: '1.0.0' }],
})

const render = (commands: CommandNode, language: 'en' | 'zh' = 'en'): Record<string, string> =>
  renderSkill({
    manifest,
    commands,
    installed: {},
    generator: { version: '1.0.0' },
    templates: language === 'zh' ? chineseTemplates : templates,
    language,
  }).files

/** Every command and every name of an option stands in a file that SKILL.md leads to, and every file fits. */
function expectWhole(commands: CommandNode, files: Record<string, string>): void {
  const skill = files['SKILL.md'] ?? ''
  const indexes = Object.entries(files).filter(([path]) => path.startsWith('references/index'))
  const linked = [skill, ...indexes.map(([, text]) => text)].join('\n')
  for (const path of Object.keys(files))
    if (path !== 'SKILL.md') expect(linked).toContain(path.replace('references/', ''))
  const all = Object.values(files).join('\n')
  for (const { node, path } of walkCommands(commands)) {
    if (path.length > 0) expect(all).toContain(`\`${commandWords(path).join(' ')}`)
    for (const option of node.options)
      for (const name of [...option.long, ...option.short]) expect(all).toContain(name)
  }
  for (const text of Object.values(files)) {
    expect(encode(text).length).toBeLessThanOrEqual(5_000)
    expect(text.split('\n').length).toBeLessThanOrEqual(500)
  }
}

const word = fc.stringMatching(/^[a-z][a-z0-9]{0,11}(-[a-z0-9]{1,6})?$/)
const optionOf = fc
  .record({
    name: word,
    short: fc.boolean(),
    value: fc.option(word),
    description: fc.lorem({ maxCount: 12 }),
    choices: fc.array(word, { maxLength: 3 }),
    flags: fc.record({
      required: fc.boolean(),
      repeatable: fc.boolean(),
      negatable: fc.boolean(),
      inherited: fc.boolean(),
      hidden: fc.boolean(),
      deprecated: fc.boolean(),
    }),
    group: fc.option(fc.lorem({ maxCount: 2 })),
  })
  .map(({ name, short, value, flags, ...rest }) =>
    CommandOption.parse({
      long: [`--${name}`],
      short: short ? [`-${name[0]}`] : [],
      value: value === null ? null : { name: value },
      ...flags,
      ...rest,
    }),
  )
const nodeOf = (depth: number): fc.Arbitrary<CommandNode> =>
  fc
    .record({
      name: fc.oneof(word, fc.constantFrom('con', 'index', 'notes', '列表', 'A B', 'pg:backups', 'x-1', 'x')),
      summary: fc.lorem({ maxCount: 10 }),
      group: fc.option(fc.constantFrom('Core commands', '核心命令', 'Other', 'core-commands')),
      options: fc.array(optionOf, { maxLength: 20 }),
      hidden: fc.boolean(),
      commands: depth === 0 ? fc.constant<CommandNode[]>([]) : fc.array(nodeOf(depth - 1), { maxLength: 12 }),
      usage: fc.array(fc.lorem({ maxCount: 4 }), { maxLength: 3 }),
    })
    .map((fields) => ({ ...emptyCommand(fields.name), ...fields }))

test('keeps every command and option of a generated tree, in both languages', () => {
  fc.assert(
    fc.property(nodeOf(2), fc.constantFrom('en' as const, 'zh' as const), (commands, language) => {
      const files = render(commands, language)
      expectWhole(commands, files)
      const names = Object.keys(files)
      expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length)
      for (const name of names.slice(1)) expect(name).toMatch(/^references\/[a-z0-9]+(-[a-z0-9]+)*\.md$/)
    }),
    { numRuns: 25, seed: 7, endOnFailure: true },
  )
})

const screens = new URL('../../fixtures/help/', import.meta.url)
const names = readdirSync(screens).filter((name) => name.endsWith('.txt'))

test.each(names)('keeps every command and option of the help screen %s', (name) => {
  const text = readFileSync(new URL(name, screens), 'utf8')
  const commands = parseHelp(text, { name: 'tool' })
  expectWhole(commands, render(commands))
})

const trees = new URL('../../fixtures/trees/', import.meta.url)

test.each(existsSync(trees) ? readdirSync(trees) : [])(
  'keeps every command and option of the real program %s',
  (name) => {
    const commands = CommandNode.parse(JSON.parse(readFileSync(new URL(name, trees), 'utf8')))
    expectWhole(commands, render(commands))
  },
)
