import { describe, expect, it } from 'vitest'
import type { ServerFile } from '../../../services/installer/src/agents/agent-servers.ts'
import { applyEdit, type TextEdit } from '../../../services/installer/src/connect/config-format.ts'
import { insertion, isBare, readEntry, removal } from '../../../services/installer/src/connect/edit-config.ts'

const place: Pick<ServerFile, 'format' | 'servers'> = { format: 'toml-list', servers: ['mcp_servers'] }
const entry = {
  name: 'cli-apps',
  transport: 'stdio',
  command: ['/usr/bin/node', '/opt/it\'s "here"/cli-apps.js', 'mcp'],
  env: { CLI_APPS_HOME: 'C:\\apps' },
}
const file = '/home/config.toml'
const inserted = (text: string): { edit: TextEdit; after: string } => {
  const edit = insertion({ file, text }, place, entry)
  return { edit, after: applyEdit(text, edit) }
}
const cut = (text: string, kept = 1): string => removal({ file, text }, place, { edit: undefined, kept })

const x = '[[mcp_servers]]\nname = "x"\ncommand = "x"\n'
const texts: [name: string, text: string][] = [
  ['empty', ''],
  ['no servers', '# top\nactive_model = "m" # why\n'],
  ['one server', `a = 1\n\n${x}`],
  [
    'comments between the tables',
    `# top\n\n# of x\n${x}# after x\n\n[tools.bash]\npermission = "ask" # why\n\n# of y\n[[mcp_servers]]\nname = "y"\nurl = "u"\n\n[mcp_servers.auth]\ntype = "oauth"\n# last\n`,
  ],
  ['Windows', `a = 1\r\n\r\n${x.replaceAll('\n', '\r\n')}`],
  ['no last line end', x.trimEnd()],
  ['an empty list', 'mcp_servers = []\nb = 1\n'],
  ['an empty list with spaces', 'mcp_servers = [ ] # none\n'],
  ['an empty list on lines', 'mcp_servers = [ # none\n  # really\n]\nb = 1\n'],
  ['a list on one line', 'mcp_servers = [{name = "x", command = "x"}, { name = "y" }] # two\n\n[t]\na = 1\n'],
  ['a list with spaces on one line', '\'mcp_servers\' = [ { name = "x" } ]'],
  [
    'a list on lines',
    'b = 1\nmcp_servers = [ # all\n    # of x\n    { name = "x" }, # yes\n    { name = "y" } # no\n    # end\n]\n[t]\n',
  ],
  ['a list on lines, Windows', 'mcp_servers = [\r\n\t{ name = "x" },\r\n]\r\n'],
  ['a list whose first server follows the bracket', 'mcp_servers = [{ name = "x" },\n  { name = "y" }]\n'],
]

describe('a server in an array of tables', () => {
  it.each(texts)('%s: is added, read back, and leaves every other byte', (_, text) => {
    const { edit, after } = inserted(text)
    expect(readEntry({ file, text: after }, place)).toMatchObject(entry)
    expect(edit.replaced).toBe('')
    expect(after.slice(0, edit.offset) + after.slice(edit.offset + edit.inserted.length)).toBe(text)
    if (text.includes('\r\n')) expect(after.replaceAll('\r\n', '')).not.toContain('\n')
  })

  it.each(texts)('%s: is undone to the very text', (_, text) => {
    const { edit, after } = inserted(text)
    expect(removal({ file, text: after }, place, { edit, kept: 1 })).toBe(text)
  })

  it.each(texts)('%s: is cut out when its edit is not known', (_, text) => {
    const left = cut(inserted(text).after, text.includes('mcp_servers') ? 1 : 0)
    expect(readEntry({ file, text: left }, place)).toBeUndefined()
    const squeezed = (one: string): string => one.replace(/\s+/g, '')
    expect(squeezed(left)).toBe(squeezed(text))
  })

  it('is cut out of the middle, together with its tables', () => {
    const ours = '[[mcp_servers]]\nname = "cli-apps"\ncommand = ["n"]\n# ours\n\n[mcp_servers.env]\nA = "1"\n'
    const text = `${x}# of x\n\n${ours}\n# of y\n${x.replaceAll('"x"', '"y"')}\n[mcp_servers.auth]\ntype = "z"\n`
    expect(cut(text)).toBe(
      `${x}# of x\n\n# ours\n\n# of y\n${x.replaceAll('"x"', '"y"')}\n[mcp_servers.auth]\ntype = "z"\n`,
    )
  })

  it.each([
    ['the first', '[{ name = "cli-apps" }, { name = "x" }]', '[{ name = "x" }]'],
    ['the last', '[{ name = "x" }, { name = "cli-apps" }]', '[{ name = "x" }]'],
    ['the last, with a comma', '[{ name = "x" }, { name = "cli-apps" }, ]', '[{ name = "x" }, ]'],
    [
      'one on a line',
      '[\n  { name = "x" },\n  { name = "cli-apps" }, # b\n]',
      '[\n  { name = "x" },\n  # b\n]',
    ],
    [
      'the last on a line',
      '[\n  { name = "x" }, # a\n  { name = "cli-apps" }\n]',
      '[\n  { name = "x" }, # a\n]',
    ],
  ])('is cut out of an inline list: %s', (_, before, after) => {
    expect(cut(`mcp_servers = ${before}\nb = 1\n`)).toBe(`mcp_servers = ${after}\nb = 1\n`)
  })

  it('is removed with the key where connect wrote that, also after the agent wrote the file in its own way', () => {
    const { edit } = inserted('a = 1\n')
    const rewritten = 'a = 1\nmcp_servers = [\n    { name = "cli-apps", command = ["n"] },\n]\n'
    expect(removal({ file, text: rewritten }, place, { edit, kept: 0 })).toBe('a = 1\n')
    const tables = `a = 1\n\n[[mcp_servers]]\nname = "cli-apps"\n\n[mcp_servers.env]\nA = "1"\n\n${x}`
    expect(removal({ file, text: tables }, place, { edit, kept: 0 })).toBe(`a = 1\n\n${x}`)
    expect(isBare({ file, text: 'mcp_servers = []\n' }, place)).toBe(true)
    expect(isBare({ file, text: x }, place)).toBe(false)
  })

  it('is recognized by its name alone', () => {
    expect(readEntry({ file, text: x }, place)).toBeUndefined()
    expect(readEntry({ file, text: '[mcp_servers.cli-apps]\ncommand = "n"\n' }, place)).toBeUndefined()
  })
})

describe('refuses', () => {
  it.each([
    ['servers that are tables by name', '[mcp_servers.x]\ncommand = "x"\n', /"mcp_servers" is not a list/],
    ['servers that are a text', 'mcp_servers = "x"\n', /"mcp_servers" is not a list/],
    ['TOML that is none', 'a = 1\n[[mcp_servers]\n', /line 2/],
    ['a list and an array of tables', `mcp_servers = []\n${x}`, /cannot be edited/],
  ])('to add a server to %s', (_, text, reason) => {
    expect(() => inserted(text)).toThrow(reason)
    expect(() => inserted(text)).toThrow(
      expect.objectContaining({ code: 'connect.config-unreadable', message: expect.stringContaining(file) }),
    )
  })

  it('a file that has our server twice', () => {
    const text = '[[mcp_servers]]\nname = "cli-apps"\n\n[[mcp_servers]]\nname = "cli-apps"\n'
    expect(() => readEntry({ file, text }, place)).toThrow(/"cli-apps" occurs twice/)
    expect(() => cut(text)).toThrow(/cannot be edited/)
  })

  it('to cut out a server whose comma is behind a comment', () => {
    const text = 'mcp_servers = [\n  { name = "cli-apps" } # ours\n  , { name = "x" }\n]\n'
    expect(() => cut(text)).toThrow(/cannot be edited/)
  })
})
