import { describe, expect, test } from 'vitest'
import { renderFrontmatter } from '../../../packages/core/src/skill/frontmatter.ts'
import { parseFrontmatter } from '../../../packages/core/src/skill/read-front-matter.ts'

const value = {
  name: 'cli-app-x',
  description: "It's for: things # and 'quotes' [a, b] {c: d} & *more* é 中文",
  metadata: { app: 'x', version: '1.0', yes: 'true' },
}

describe('renderFrontmatter', () => {
  test('quotes every value and parses to the original', () => {
    const text = renderFrontmatter(value)
    expect(text).toBe(
      "---\nname: cli-app-x\ndescription: 'It''s for: things # and ''quotes'' [a, b] {c: d} & *more* é 中文'\nmetadata:\n  app: 'x'\n  version: '1.0'\n  yes: 'true'\n---\n",
    )
    expect(parseFrontmatter(`${text}\n# Body\n`)).toEqual({ frontmatter: value, body: '\n# Body\n' })
  })

  test.each([
    ['a name with capitals', { ...value, name: 'Cli-App' }],
    ['a name that is too long', { ...value, name: 'a'.repeat(65) }],
    ['an empty description', { ...value, description: '' }],
    ['a description that is too long', { ...value, description: 'a'.repeat(1025) }],
    ['a value that ends the front matter', { ...value, description: 'a --- b' }],
    ['a line break', { ...value, description: 'a\nb: c' }],
    ['compatibility that is too long', { ...value, compatibility: 'a'.repeat(501) }],
  ])('refuses %s', (_, wrong) => {
    expect(() => renderFrontmatter(wrong)).toThrow(expect.objectContaining({ code: 'skill.invalid' }))
  })
})

describe('parseFrontmatter', () => {
  test('parses plain and double-quoted values too', () => {
    const { frontmatter } = parseFrontmatter(
      '---\nname: a-b\ndescription: "Say \\"hi\\""\nlicense: MIT\n---\nText',
    )
    expect(frontmatter).toEqual({ name: 'a-b', description: 'Say "hi"', license: 'MIT' })
  })

  test('parses other forms of YAML', () => {
    const { frontmatter } = parseFrontmatter(
      '---\r\nname: a-b\r\ndescription: >\r\n  Two\r\n  lines\r\nmetadata: {a: b}\r\n---\r\nText',
    )
    expect(frontmatter).toMatchObject({ name: 'a-b', metadata: { a: 'b' } })
  })

  test.each([
    ['no front matter', '# Title\n'],
    ['no end', '---\nname: a\n'],
    ['an unknown key', '---\nname: a\ndescription: b\nauthor: c\n---\n'],
    ['a key that comes twice', '---\nname: a\nname: b\ndescription: c\n---\n'],
    ['flow style', '---\nname: a\ndescription: [a, b]\n---\n'],
    ['a value that is no text', '---\nname: a\ndescription: 5\n---\n'],
    ['an alias of nothing', '---\nname: *a\ndescription: b\n---\n'],
    ['a colon in a plain value', '---\nname: a\ndescription: b: c\n---\n'],
    ['no description', '---\nname: a\n---\n'],
    ['something that is no key and value', '---\nname: a\ndescription: b\n- c\n---\n'],
    ['an indented key below nothing', '---\n  name: a\ndescription: b\n---\n'],
  ])('refuses %s', (_, text) => {
    expect(() => parseFrontmatter(text)).toThrow(expect.objectContaining({ code: 'skill.invalid' }))
  })
})
