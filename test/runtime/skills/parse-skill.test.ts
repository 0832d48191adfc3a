import { describe, expect, it } from 'vitest'
import { parseSkill } from '../../../packages/runtime/src/skills/parse-skill.ts'

const codesOf = async (text: string): Promise<string[]> =>
  (await parseSkill(text, 'notes')).problems.map(({ code }) => code)
const front = (lines: string): string => `---\nname: notes\ndescription: Takes notes\n${lines}\n---\nBody\n`

describe('requirements and flags', () => {
  it.each([
    ['metadata:\n  cli-apps:\n    requires:\n      bins: [gh, jq]\n      env: [GH_TOKEN]'],
    ['metadata:\n  nanobot:\n    requires: {bins: [gh, jq], env: [GH_TOKEN]}'],
    ['metadata: {"openclaw": {"requires": {"bins": ["gh", "jq"], "env": ["GH_TOKEN"]}}}'],
    [`metadata: '{"nanobot": {"requires": {"bins": ["gh", "jq"], "env": ["GH_TOKEN"]}}}'`],
    [`metadata:\n  cli-apps: '{"requires": {"bins": ["gh", "jq"], "env": ["GH_TOKEN"]}}'`],
    [`metadata:\n  nanobot:\n    requires: '{"bins": ["gh", "jq"], "env": "GH_TOKEN"}'`],
    [
      'metadata:\n  cli-apps: {requires: {bins: [gh, jq], env: [GH_TOKEN]}}\n  nanobot: {requires: {bins: [other]}}',
    ],
  ])('are read from %j', async (lines) => {
    const { requires, problems } = await parseSkill(front(lines), 'notes')
    expect(requires).toEqual({ bins: ['gh', 'jq'], env: ['GH_TOKEN'] })
    expect(problems).toEqual([])
  })

  it.each([
    ['always: true', true],
    ['metadata:\n  always: true', true],
    ['metadata:\n  nanobot: {always: true}', true],
    [`metadata:\n  cli-apps: '{"always": true}'`, true],
    ['metadata: {always: "true"}', true],
    ['always: false', false],
    ['always: yes please', false],
    ['license: MIT', false],
  ])('%j gives always %s', async (lines, always) => {
    expect((await parseSkill(front(lines), 'notes')).always).toBe(always)
  })

  it.each([
    ['metadata:', []],
    ['metadata: null', []],
    ['metadata:\n  nanobot: null', []],
    ['metadata:\n  nanobot: {requires: null}', []],
    ['metadata:\n  app: gh\n  version: "1"', []],
    ['metadata: 7', ['skill.bad-requirements']],
    ['metadata: "{"', ['skill.bad-requirements']],
    ['metadata: [a]', ['skill.bad-requirements']],
    ['metadata:\n  nanobot: soon', ['skill.bad-requirements']],
    ['metadata:\n  nanobot: {requires: [gh]}', ['skill.bad-requirements']],
    ['metadata:\n  nanobot: {requires: {bins: {gh: 1}}}', ['skill.bad-requirements']],
    [
      'metadata:\n  nanobot: {requires: {bins: [7, "../sh", "a b"], env: ["A-B"]}}',
      ['skill.bad-requirements', 'skill.bad-requirements'],
    ],
  ])('of another shape are ignored: %j', async (lines, codes) => {
    const { requires, problems } = await parseSkill(front(lines), 'notes')
    expect(requires).toEqual({ bins: [], env: [] })
    expect(problems.map(({ code }) => code)).toEqual(codes)
  })
})

describe('a description', () => {
  it.each([
    ['description: Plain', 'Plain'],
    ['description: >\n  Folded over\n  two lines', 'Folded over two lines'],
    ['description: |\n  Literal\n  lines', 'Literal lines'],
    ['description: "一键导出\\u202e会议纪要"', '一键导出会议纪要'],
  ])('of %j is one printable line', async (lines, description) => {
    expect((await parseSkill(`---\nname: notes\n${lines}\n---\n`, 'notes')).description).toBe(description)
  })

  it('is at most 1024 characters', async () => {
    const { description } = await parseSkill(
      `---\nname: notes\ndescription: ${'词'.repeat(3000)}\n---\n`,
      'notes',
    )
    expect(description).toHaveLength(1024)
  })

  it('is read from front matter that is not YAML, and from the text if there is none', async () => {
    const broken = '---\nname: notes\ndescription: "Use it when: always"\nbad: [\n---\nBody\n'
    expect(await parseSkill(broken, 'notes')).toMatchObject({ description: 'Use it when: always' })
    expect(await codesOf(broken)).toEqual(['skill.bad-front-matter'])
    const none = '# Title\n\n整理会议纪要。\n'
    expect(await parseSkill(none, 'notes')).toMatchObject({ description: '整理会议纪要。', always: false })
    expect(await codesOf(none)).toEqual(['skill.bad-front-matter', 'skill.no-description'])
  })

  it('with an unquoted colon is kept', async () => {
    const text = '---\nname: notes\ndescription: Use when: somebody asks\n---\n'
    expect(await parseSkill(text, 'notes')).toMatchObject({ description: 'Use when: somebody asks' })
  })
})

it('a name that differs from the folder is reported', async () => {
  expect(await codesOf('---\nname: other\ndescription: x\n---\n')).toEqual(['skill.other-name'])
})

it.each([
  '',
  '---',
  '---\n',
  '\0',
  '---\n'.repeat(1000),
  `---\n${'a: &a [*a]\n'.repeat(500)}---\n`,
  `---\n${'['.repeat(15_000)}\n---\n`,
])('never fails, whatever the text is (%#)', async (text) => {
  expect(await parseSkill(text, 'notes')).toMatchObject({ always: false })
})
