import fc from 'fast-check'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { describe, expect, test } from 'vitest'
import { parse as parseYaml } from 'yaml'
import type { AppName } from '../../../packages/core/src/manifest/app-name.ts'
import type { AppManifest } from '../../../packages/core/src/manifest/manifest.ts'
import { parseManifest } from '../../../packages/core/src/manifest/read-manifest.ts'
import { findHome, findSecret } from '../../../packages/core/src/secret-text.ts'
import { renderSkill } from '../../../packages/core/src/skill/render-skill.ts'
import { type CommandNode, emptyCommand } from '../../../packages/help/src/command-tree.ts'
import { parseHelp } from '../../../packages/help/src/screen/parse-help.ts'
import { lintSkill } from '../../../services/installer/src/skill-lint/lint-skill.ts'
import { hostileTexts } from './hostile-texts.ts'
import { templates } from './templates.ts'

const manifest: AppManifest = parseManifest({
  manifest: 1,
  name: 'tool',
  version: '1.2.3',
  display_name: 'Tool',
  summary: 'Keeps things in order',
  description: 'Adds, lists and removes things. Use it for inventories.',
  category: 'dev',
  entry_point: 'tool',
  install: [{ method: 'npm', package: 'tool', version: '1.2.3' }],
})

const render = (commands: CommandNode | undefined, own = manifest): Record<string, string> =>
  renderSkill({
    manifest: own,
    commands,
    installed: { version: { version: '1.2.3', entry: '1.2.3', origin: 'npm', isOfEntry: true } },
    templates,
    language: 'en',
    generator: { version: '0.1.0' },
  }).files

interface Node {
  type: string
  url?: string
  value?: string
  depth?: number
  children?: Node[]
}

const read = (text: string): Node =>
  fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }) as Node

function* walk(node: Node): Generator<Node> {
  yield node
  for (const child of node.children ?? []) yield* walk(child)
}

const wordsOf = (node: Node): string => [...walk(node)].map(({ value = '' }) => value).join('')

/** Written here on their own, so that a gap in the source's list shows. */
const marks =
  /[[<]\s*\/?\s*runtime[\s_-]*context|<\s*\/?\s*(system|assistant|human|instructions)\s*>|<\s*\/\s*user\s*>|<\s*\/?\s*(system-reminder|tool_use|tool_result|function_calls|invoke name)|<\|[^<>|\s]+\|>|\[\/?INST\]|<<\/?SYS>>/i
const unseen =
  /[\p{Cf}\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u2800\u3164\uffa0\u115f\ud800-\udfff]/u
const plain = (text: string): string =>
  text.normalize('NFKC').replaceAll('【', '[').replaceAll('】', ']').replaceAll('▁', '_')

/** A command has its own heading, in which its name stands as code; a name that nobody sees leaves it empty. */
const isCommandHeading = ({ children = [] }: Node): boolean =>
  children.every(({ type }) => type === 'inlineCode')

const headingsIn = (root: Node): string[] =>
  (root.children ?? []).filter((node) => node.type === 'heading' && !isCommandHeading(node)).map(wordsOf)

/** Tokens and home folders that the texts hold. */
const hidden = /ghp_abcdef|eyJhbGciOi|\/home\/ann|\/root\/\.ssh|Users[/\\]bo/

/** With `headings`, SKILL.md may have no others besides those of commands. */
function expectHarmless(
  files: Record<string, string>,
  { headings }: { headings?: readonly string[] } = {},
): void {
  for (const [path, text] of Object.entries(files)) {
    expect(encode(text).length, path).toBeLessThanOrEqual(5_000)
    expect(text.split('\n').length).toBeLessThanOrEqual(path === 'SKILL.md' ? 500 : 2_000)
    expect(text).not.toMatch(unseen)
    expect(plain(text)).not.toMatch(marks)
    expect(text).not.toMatch(hidden)
    const body = path === 'SKILL.md' ? withoutFront(text) : text
    const root = read(body)
    for (const node of walk(root)) {
      expect(
        [
          'html',
          'image',
          'imageReference',
          'linkReference',
          'definition',
          'footnoteReference',
          'thematicBreak',
          'blockquote',
          'delete',
        ],
        JSON.stringify(node).slice(0, 300),
      ).not.toContain(node.type)
      // The only table is that of the template.
      if (node.type === 'table') expect(JSON.stringify(node)).toContain('"Situation"')
      if (node.type === 'link') expect(node.url).toMatch(/^https:\/\/[^@]*$|^(references\/)?[a-z0-9-]+\.md$/)
      if (node.type === 'text') expect(node.value).not.toMatch(unseen)
      if (node.type === 'heading') expect(node.depth).toBeLessThanOrEqual(3)
    }
    if (headings !== undefined && path === 'SKILL.md')
      for (const heading of headingsIn(root).slice(1))
        expect([...headings, 'References', 'More commands']).toContain(heading)
    // What was meant for a fence closes it: nothing swallows the rest of the file.
    expect(body.trimEnd().endsWith('undefined')).toBe(false)
  }
}

function withoutFront(text: string): string {
  const [, front = '', ...rest] = text.split(/^---$/m)
  expect(rest).toHaveLength(1)
  const value: unknown = parseYaml(front)
  expect(value).toMatchObject({ name: 'cli-app-tool' })
  return rest[0] ?? ''
}

const headingsOf = (commands: CommandNode | undefined, own = manifest): string[] =>
  headingsIn(read(withoutFront(render(commands, own)['SKILL.md'] ?? ''))).slice(1)

/** A tree that says the text wherever a tree says anything. */
const treeSaying = (text: string): CommandNode => {
  const node: CommandNode = {
    ...emptyCommand('tool'),
    summary: text,
    usage: [text, `tool ${text}`],
    examples: [text, `tool ${text}`],
    warnings: [text],
    group: text,
    arguments: [{ name: text, required: true, variadic: true }],
    options: [
      {
        long: [`--${text}`],
        short: [text],
        value: { name: text, type: 'string', optional: true, glued: true },
        description: text,
        choices: [text, text],
        default: text,
        env: text,
        repeatable: false,
        required: true,
        negatable: false,
        inherited: false,
        hidden: false,
        deprecated: false,
        group: text,
      },
    ],
  }
  return { ...node, commands: [{ ...node, name: text, aliases: [text] }] }
}

const manifestSaying = (text: string): AppManifest => ({
  ...manifest,
  display_name: text,
  summary: text,
  description: text,
  program_version: text,
  tags: [text],
  skill: {
    use_when: text,
    instead: [{ task: text, app: text as AppName }],
    choose: [{ situation: text, use: text }],
    fixes: [{ symptom: text, fix: text }],
    gotchas: [text],
  },
  recipes: [
    {
      id: 'x',
      task: text,
      call: { args: [text] },
      files: { [text]: `${text}\n${text}` },
      shows: `${text}\n${text}`,
    },
  ],
  requires: {
    env: [{ name: 'A', description: text, required: true, secret: true }],
    services: [{ name: text, start: text, check: text }],
    bins: [text],
    accounts: [{ name: text, sign_in: [text] }],
  },
  run: {
    json: { args: [text], position: 'first' },
    effects: { read: [text], write: [text], destructive: [text] },
  },
})

const calm = 'words'

describe('hostile texts', () => {
  const treeHeadings = headingsOf(treeSaying(calm))
  const manifestHeadings = headingsOf(undefined, manifestSaying(calm))

  test.each(hostileTexts)('in every field of a tree, %j remains text', (text) => {
    expectHarmless(render(treeSaying(text)), { headings: treeHeadings })
  })

  test.each(hostileTexts)('in every field of a manifest, %j remains text', (text) => {
    const own = manifestSaying(text)
    // A call keeps what must be run; secrets and paths in it are refused at publishing.
    const isRefused = findSecret(text) !== undefined || findHome(text) !== undefined
    const recipes = [{ id: 'x', task: text, call: { args: [isRefused ? calm : text] } }]
    const files = render(undefined, { ...own, recipes })
    expectHarmless(files, { headings: manifestHeadings })
  })

  test.each(hostileTexts)('printed by a program, %j remains text', (text) => {
    const screen = `${text}\n\nUsage: tool ${text}\n       ${text}\n\n${text}:\n  add${text}, ${text}  ${text}\n\nCommands:\n  add <${text}>  ${text}\n  ${text}  ${text}\n\nOptions:\n  -x, --ex <${text}>  ${text} (default: ${text}) [env: ${text}] [choices: ${text}, b]\n  --${text}  ${text}\n\nExamples:\n  $ tool ${text}\n`
    expectHarmless(render(parseHelp(screen, { name: 'tool' })))
  })

  test('all at once, give a skill in which lint only reports what a command would do', () => {
    const commands = treeSaying('calm')
    commands.commands = hostileTexts.map((text, at) => ({
      ...treeSaying(text),
      name: `c${at}`,
      commands: [],
    }))
    const files = render(commands)
    expectHarmless(files)
    const report = lintSkill({
      files: Object.entries(files).map(([path, text]) => ({ path, text, size: text.length, kind: 'text' })),
      folderName: 'cli-app-tool',
    })
    expect(
      report.findings.filter(
        ({ severity, code }) =>
          severity === 'error' && code !== 'skill.removes-everything' && !code.startsWith('skill.injection.'),
      ),
    ).toEqual([])
  })

  test('joined at random, they remain text', () => {
    const text = fc
      .array(
        fc.oneof(
          // A token in the middle of a word is not known for one.
          fc.constantFrom(...hostileTexts.map((text) => (hidden.test(text) ? ` ${text} ` : text))),
          fc.string({ unit: 'binary', maxLength: 20 }),
          fc.constantFrom('\n', '`', '[', '<', '|', '\\', '-', ' '),
        ),
        { minLength: 1, maxLength: 6 },
      )
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(text, (words) => {
        expectHarmless(render(treeSaying(words)), { headings: treeHeadings })
      }),
      // Always the same texts, so that the check says the same twice; more runs and other seeds are tried by hand.
      { numRuns: 60, seed: 5 },
    )
  })
})

describe('secrets in defaults', () => {
  test.each([
    '  --api-token <x>  Access (default: hunter2secret)',
    '  --password <x>  Access [default: hunter2secret]',
    '  --key <x>  Access [env: MY_SECRET_KEY=hunter2secret]',
    '  --login <password>  Access (default: hunter2secret)',
  ])('%j are not shown', (row) => {
    const commands = parseHelp(`Options:\n${row}\n`, { name: 'tool' })
    expect(Object.values(render(commands)).join('')).not.toContain('hunter2secret')
  })

  test('other defaults are unchanged', () => {
    const commands = parseHelp('Options:\n  --max-tokens <n>  Most (default: 4096)\n', { name: 'tool' })
    expect(Object.values(render(commands)).join('')).toContain('4096')
  })
})
