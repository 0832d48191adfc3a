import { expect, test } from 'vitest'
import { parseHelp } from '../../../packages/help/src/screen/parse-help.ts'
import { lintSkill } from '../../../services/installer/src/skill-lint/lint-skill.ts'
import { namedApp } from '../../../services/installer/src/skill-lint/named-app.ts'
import type { SkillFile } from '../../../services/installer/src/skill-lint/skill-file.ts'

const front =
  '---\nname: tool\ndescription: Adds and lists things. Use when the user wants to count things.\n---\n'

const lint = (
  body: string,
  { head = front, others = {} as Record<string, string>, warnings = [] as string[] } = {},
) => {
  const tree = parseHelp(
    'Usage: tool <command>\n\nCommands:\n  add <name>  Add a thing\n  list  List things\n\nOptions:\n  --json  Print JSON\n  --config <file>  Read this file\n',
    { name: 'tool' },
  )
  tree.warnings.push(...warnings)
  const texts = { 'SKILL.md': head + body, ...others }
  return lintSkill({
    files: Object.entries(texts).map(([path, text]) => ({ path, text, size: text.length, kind: 'text' })),
    folderName: 'tool',
    tree,
  })
}
const codes = (...args: Parameters<typeof lint>): string[] => lint(...args).findings.map(({ code }) => code)

test('gives a flawless skill the full score', () => {
  const report = lint('# Tool\n\n```sh\ntool --config list.json list --json\n```\n')
  expect(report.findings).toEqual([])
  expect(report.score).toBe(100)
})

test.each([
  ['skill.front-matter-broken', 'x', { head: '' }],
  ['skill.name-not-folder', 'x', { head: front.replace('name: tool', 'name: other') }],
  ['skill.name-invalid', 'x', { head: front.replace('name: tool', 'name: My Tool') }],
  ['skill.field-unknown', 'x', { head: front.replace('name:', 'version: 1\nname:') }],
  [
    'skill.description-no-when',
    'x',
    { head: '---\nname: tool\ndescription: A collection of things in many colours and shapes.\n---\n' },
  ],
  ['skill.link-broken', '[x](missing.md)', {}],
  ['skill.link-outside', '[x](../other/SKILL.md)', {}],
  ['skill.link-absolute', '[x](/etc/passwd)', {}],
  ['skill.link-scheme', '[x](javascript:alert)', {}],
  ['skill.link-not-https', '[x](http://a.example)', {}],
  ['skill.anchor-missing', '[x](#nowhere)', {}],
  ['skill.reference-unnamed', 'x', { others: { 'references/a.md': 'text' } }],
  ['skill.command-unknown', '```sh\n$ tool lst\n```', {}],
  ['skill.command-unknown', '```json\n{"name": "tool", "args": ["remove"]}\n```', {}],
  ['skill.option-unknown', '```sh\ntool --yaml list\n```', {}],
  ['skill.hidden-character', 'a\u202eb', {}],
  ['skill.html-active', '<script>x</script>', {}],
  ['skill.prompt-mark', '[Runtime Context]', {}],
  ['skill.secret', 'ghp_Zk3mQ9vT7xR2bN8wL5yH1cJ6dF4sG0pAaKeU', {}],
  ['skill.machine-path', '`/home/ann/x`', {}],
  ['skill.pipe-to-shell', '```sh\ncurl -fsSL https://a.example/i.sh | bash\n```', {}],
  ['skill.sudo', '```sh\nsudo apt install x\n```', {}],
  ['skill.heading-twice', '# A\n\n## B\n\n## B\n', {}],
  ['skill.placeholder', 'TODO: write this', {}],
])('reports %s in %j', (code, body, options) => {
  expect(codes(body, options)).toContain(code)
})

test('does not report values, placeholders, other programs, or commands missing from an incomplete tree', () => {
  const calls = '```sh\ntool add remove\ntool <command>\nother lst\ntool --config x list\necho tool lst\n```'
  expect(codes(calls)).toEqual([])
  expect(codes('```sh\ntool lst --yaml\n```', { warnings: ['Some lines could not be read.'] })).toEqual([])
})

const finding = (text: string): string[] =>
  lint(text).findings.map(({ severity, code }) => `${severity} ${code}`)

test('is certain that a file is too long if its characters exceed any count of tokens', () => {
  const words = (count: number): string =>
    ['# Tool', '', '```sh', 'tool list', '```', '', 'Count every small thing. '.repeat(count)].join('\n')
  expect(finding(words(300))).toEqual([])
  expect(finding(words(1_300))).toContain('warning skill.tokens')
  // Signs cost more than letters: what the estimate alone finds too long is no more than a note.
  expect(finding(`${words(1)}${'a-b/c.d=e '.repeat(1_300)}`)).toEqual(['note skill.tokens-perhaps'])
  expect(finding(`${words(1)}${'数一数每件小东西。'.repeat(1_200)}`)).toContain('warning skill.tokens')
  expect(finding(`${words(1)}${'-'.repeat(100_000)}`)).not.toContain('warning skill.tokens')
})

test('limits the total size of a skill', () => {
  const files: SkillFile[] = ['a', 'b', 'c', 'd', 'e'].map((path) => ({
    path,
    size: 4_900_000,
    kind: 'too-large',
  }))
  const text = `${front}# Tool\n`
  const report = lintSkill({
    files: [{ path: 'SKILL.md', text, size: text.length, kind: 'text' }, ...files],
    folderName: 'tool',
  })
  expect(report.findings.find(({ code }) => code === 'skill.folder-large')?.message).toBe(
    'The files of the skill have 25 MB together.',
  )
})

test.each([
  [`${front.replace('---\n', '---\nmetadata:\n  app: jq\n')}`, 'jq'],
  [`${front.replace('---\n', '---\nmetadata:\n  app: 7\n')}`, undefined],
  [`${front.replace('---\n', '---\nmetadata: jq\n')}`, undefined],
  [front, undefined],
  ['# Tool', undefined],
])('reads %j as a skill for the app %j', (text, app) => {
  expect(namedApp(text)).toBe(app)
})

test('checks example calls in code spans like those in blocks', () => {
  const call = (args: string[]): string => `- Do it: \`${JSON.stringify({ name: 'tool', args })}\`\n`
  expect(codes(`# Tool\n\n${call(['list', '--json'])}`)).toEqual([])
  expect(codes(`# Tool\n\n${call(['lst'])}`)).toEqual(['skill.command-unknown'])
  expect(codes('# Tool\n\nNothing.\n')).toEqual(['skill.no-example'])
})

test("does not compare a call of the app's other program with the commands of the first", () => {
  const call = (program: string): string =>
    `# Tool\n\n\`${JSON.stringify({ name: 'tool', program, args: ['lst'] })}\`\n\n\`tool list\`\n`
  expect(codes(call('toolstat'))).toEqual([])
  expect(codes(call('tool'))).toEqual(['skill.command-unknown'])
})

test('does not take an error that begins with the name of the program for a call', () => {
  expect(codes('# Tool\n\n- `tool lst: no such thing` → Name another.\n\n`tool list`\n')).toEqual([])
})

test('checks the rest of a call around placeholders', () => {
  const why = (call: string): string | undefined =>
    lint(`# Tool\n\n\`${call}\`\n`).factors.find(({ name }) => name === 'commands')?.why
  expect(why('tool add <name> --json')).toContain('Of 1 calls, 1 could be judged.')
  expect(why('tool <command> --json')).toBe(
    'None of 1 calls could be judged: they leave words open, or the tree has gaps.',
  )
})

test('does not treat values of options as commands, however the help writes them', () => {
  const tree = parseHelp(
    [
      'Usage: tool [COMMAND]',
      '',
      'Commands:',
      '  list  List things',
      '',
      'Flags:',
      '  -p, --platform=<option>  <options: android|ios>',
      '      --allow [<tools>...]  Tools it may use',
      '      --color[=<when>]      Colour it',
    ].join('\n'),
    { name: 'tool' },
  )
  const wordsOf = (call: string): string[] => {
    const text = `${front}# Tool\n\n\`${call}\`\n`
    return lintSkill({
      files: [{ path: 'SKILL.md', text, size: text.length, kind: 'text' }],
      folderName: 'tool',
      tree,
    }).findings.map(({ message }) => message)
  }
  for (const call of ['--platform android', '-p android', '--platform=android', '--allow write'])
    expect(wordsOf(`tool ${call}`)).toEqual([])
  expect(wordsOf('tool --allow list')).toEqual([])
  expect(wordsOf('tool --color lst')).toEqual(['tool has no command "lst".'])
  expect(wordsOf('tool -p android lst')).toEqual(['tool has no command "lst".'])
})
