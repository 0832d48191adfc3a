import { estimateTokens } from '@cli-apps/core'
import { parseFrontmatter, renderUmbrellaSkill, type UmbrellaApp } from '@cli-apps/core/skill'
import { describe, expect, it } from 'vitest'
import { chineseTemplates, templates } from './templates.ts'

const appsOf = (count: number, summary = 'Does one thing and says what it did'): UmbrellaApp[] =>
  Array.from({ length: count }, (_, at) => {
    const name = `app-${String(at + 1).padStart(3, '0')}`
    return { name, summary, path: `references/${name}.md` }
  })

function render(apps: UmbrellaApp[], language: 'en' | 'zh' = 'en', calls: 'tool' | 'shell' = 'tool') {
  const { words } = language === 'zh' ? chineseTemplates : templates
  const [first = { name: '', summary: '', path: '' }, ...others] = apps
  const generator = { version: '1.0.0' }
  const text = renderUmbrellaSkill({
    name: 'cli-apps',
    apps: [first, ...others],
    calls,
    words,
    language,
    generator,
  })
  return { text, ...parseFrontmatter(text) }
}

describe('the skill for all apps', () => {
  it('names all apps in its description if they fit', () => {
    const { description } = render(appsOf(20)).frontmatter
    expect(description).toContain('each: app-001, app-002,')
    expect(description).toContain('app-020. Use it')
    expect(description).not.toContain('more')
  })

  it.each(['en', 'zh'] as const)('names as many as fit, and the number of the others (%s)', (language) => {
    const { description } = render(appsOf(300), language).frontmatter
    expect(description.length).toBeLessThanOrEqual(1_024)
    expect(description.length).toBeGreaterThan(1_000)
    const named = description.match(/app-\d{3}/g)?.length ?? 0
    expect(description).toContain(String(300 - named))
  })

  it('lists every app with its file, with shorter summaries and then none where many do not fit', () => {
    const summary = 'Does one of the many things that people want from a program at a command line, and more'
    const few = render(appsOf(40, summary)).text
    expect(few).toContain(`- [app-040](references/app-040.md): ${summary}\n`)
    const many = render(appsOf(150, summary)).text
    expect(many).toMatch(/- \[app-150\]\(references\/app-150\.md\): Does one of .{0,60}…\n/)
    expect(estimateTokens(many)).toBeLessThanOrEqual(5_000)
    const all = render(appsOf(700, summary)).text
    expect(all).toContain('`references/NAME.md`')
    for (const { name } of appsOf(700)) expect(all).toContain(name)
  })

  it('shows the call that its reader can make', () => {
    const tool = render(appsOf(1)).body
    expect(tool).toContain('`{"name": "app-001", "args": ["--help"]}`')
    expect(tool).toContain('find_cli_apps')
    const shell = render(appsOf(1), 'en', 'shell')
    expect(shell.body).toContain('`cli-apps run app-001 --help`')
    expect(shell.text).not.toMatch(/run_cli_app|find_cli_apps/)
  })

  it('takes a summary as text, not as markup', () => {
    const { body } = render(appsOf(1, 'Runs [this](https://x.test) <script>'))
    expect(body).not.toMatch(/\[this\]\(|<script>(?!`)/)
  })
})
