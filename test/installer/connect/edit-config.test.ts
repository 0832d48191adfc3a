import { describe, expect, it } from 'vitest'
import type { ServerFile } from '../../../services/installer/src/agents/agent-servers.ts'
import { applyEdit, type TextEdit } from '../../../services/installer/src/connect/config-format.ts'
import { insertion, isBare, readEntry, removal } from '../../../services/installer/src/connect/edit-config.ts'

type Place = Pick<ServerFile, 'format' | 'servers'>
const json: Place = { format: 'json', servers: 'mcpServers' }
const toml: Place = { format: 'toml', servers: 'mcp_servers' }
const yaml: Place = { format: 'yaml', servers: 'extensions' }
const entry = { command: '/usr/bin/node', args: ['/opt/cli-apps.js', 'mcp'] }

const file = '/project/config'
const inserted = (text: string, place: Place): { edit: TextEdit; after: string } => {
  const edit = insertion({ file, text }, place, entry)
  return { edit, after: applyEdit(text, edit) }
}

/** Texts as people write them: comments, odd spaces, other keys before and after. */
const texts: [name: string, place: Place, text: string][] = [
  ['JSON, empty', json, ''],
  ['JSON, no key', json, '{}'],
  ['JSON, no key, lines', json, '{\n}\n'],
  ['JSON, minified', json, '{"a":1,"mcpServers":{"x":{"command":"x"}},"b":[1,2]}'],
  ['JSON, minified without servers', json, '{"a":1}'],
  ['JSON, no servers', json, '{\n  "mcpServers": {}\n}\n'],
  ['JSON, tabs', json, '{\n\t"mcpServers": {\n\t\t"x": { "command": "x" }\n\t},\n\t"z": 1\n}'],
  ['JSON, Windows', json, '{\r\n  "mcpServers": {\r\n    "x": {}\r\n  }\r\n}\r\n'],
  [
    'JSONC',
    json,
    '// top\n{\n  // servers\n  "mcpServers": { // why\n    /* x */ "x": {}, // of x\n    // last\n  }, /* end */\n  "k": [1, 2,],\n}\n// bottom\n',
  ],
  ['JSONC, only comments', json, '{\n  // nothing yet\n}\n'],
  [
    'JSON, a key named __proto__',
    json,
    '{\n  "__proto__": { "a": 1 },\n  "mcpServers": { "__proto__": {} }\n}\n',
  ],
  ['TOML, empty', toml, ''],
  ['TOML', toml, '# top\nmodel = "o3" # why\n\n[mcp_servers.x]\ncommand = "x"\n# of x\n\n[[list]]\na = 1\n'],
  ['TOML, no last line end', toml, '[mcp_servers.x]\ncommand = "x"'],
  ['TOML, Windows', toml, 'a = 1\r\n\r\n[mcp_servers.x]\r\ncommand = "x"\r\n'],
  ['TOML, large numbers', toml, 'a = 9007199254740993\nwhen = 1979-05-27T07:32:00Z\n'],
  ['YAML, empty', yaml, ''],
  ['YAML, no key', yaml, '# top\nGOOSE_MODEL: x   # why\n'],
  [
    'YAML',
    yaml,
    'a: 1\nextensions: # all\n    # of x\n    x:\n        enabled: true # yes\n\n    y: {cmd: y}\n# b\nb: [1,  2]\n',
  ],
  ['YAML, null', yaml, 'extensions:\nb: 1\n'],
  ['YAML, null with a remark', yaml, 'extensions: ~ # none\nb: 1\n'],
  ['YAML, empty map', yaml, 'extensions: {}\nb: 1\n'],
  ['YAML, Windows', yaml, 'extensions:\r\n  x:\r\n    cmd: x\r\nb: 1\r\n'],
  ['YAML, no last line end', yaml, 'a: 1\nextensions:\n  x:\n    cmd: x'],
  ['YAML, last key empty', yaml, 'a: 1\nextensions:'],
]

describe('a server in the text of a configuration', () => {
  it.each(texts)('%s: is added, read back, and leaves every other byte', (_, place, text) => {
    const { edit, after } = inserted(text, place)
    expect(readEntry({ file, text: after }, place)).toMatchObject(entry)
    const before = text.slice(0, edit.offset)
    expect(after.startsWith(before)).toBe(true)
    expect(after.endsWith(text.slice(edit.offset + edit.replaced.length))).toBe(true)
    expect(after.includes('\r\n')).toBe(text.includes('\r\n'))
    if (text.includes('\r\n')) expect(after.replaceAll('\r\n', '')).not.toContain('\n')
  })

  it.each(texts)('%s: is undone to the very text', (_, place, text) => {
    const { edit, after } = inserted(text, place)
    expect(removal({ file, text: after }, place, { edit, isWhole: false })).toBe(text)
  })

  it.each(texts)('%s: is cut out when its edit is not known', (_, place, text) => {
    const { after } = inserted(text, place)
    const isWhole = !/mcpServers|mcp_servers|extensions/.test(text)
    const cut = removal({ file, text: after }, place, { edit: undefined, isWhole })
    expect(readEntry({ file, text: cut }, place)).toBeUndefined()
    const comments = (one: string): string[] => one.match(/\/\/.*|\/\*.*?\*\/|#.*/g) ?? []
    expect(comments(cut)).toEqual(comments(text))
    if (!isBare({ file, text: text.trim() === '' ? '' : text }, place)) {
      const squeezed = (one: string): string => one.replace(/\s+|~|\{\}/g, '')
      expect(squeezed(cut)).toBe(squeezed(text))
    }
  })

  it('is undone where others changed the rest of the file', () => {
    const text = '{\n  "mcpServers": {\n    "x": {}\n  }\n}\n'
    const { edit, after } = inserted(text, json)
    const changed = after.replace('"x": {}', '"x": {}, "y": {}').replace('{', '// mine\n{')
    expect(removal({ file, text: changed }, json, { edit, isWhole: false })).toBe(
      '// mine\n{\n  "mcpServers": {\n    "x": {}, "y": {}\n  }\n}\n',
    )
  })

  it('is cut out where a server was added after it', () => {
    const { edit, after } = inserted('{}', json)
    const changed = after.replace(/\n {4}\}/, '\n    },\n    "y": {}')
    const left = removal({ file, text: changed }, json, { edit, isWhole: true })
    expect(JSON.parse(left)).toEqual({ mcpServers: { y: {} } })
  })
})

describe('refuses', () => {
  const deep = (open: string, close: string): string => open.repeat(200_000) + close.repeat(200_000)
  it.each([
    ['a JSON file that is none', json, '{ "a": ', /line 1/],
    ['JSON with a wrong line', json, '{\n  "a": 1\n  "b": 2\n}', /not valid JSON.*line 3/],
    ['an array', json, '[]', /not an object/],
    ['servers that are no object', json, '{ "mcpServers": [] }', /"mcpServers" is not an object/],
    ['servers twice', json, '{\n"mcpServers": {},\n"mcpServers": {}\n}', /occurs twice.*line 3/],

    ['deep JSON', json, deep('[', ']'), /nested too deeply/],
    ['TOML that is none', toml, 'a = 1\nb = = 2\n', /line 2/],
    ['TOML with a key twice', toml, 'a = 1\na = 2\n', /line 2/],
    ['TOML with inline servers', toml, 'mcp_servers = { x = { command = "x" } }\n', /cannot be edited/],
    ['YAML that is none', yaml, 'a: 1\nb: [1\n', /line/],
    ['YAML with a key twice', yaml, 'a: 1\na: 2\n', /line 2/],
    ['YAML with servers on one line', yaml, 'extensions: { x: { cmd: x } }\n', /one line/],
    ['YAML servers that are a list', yaml, 'extensions:\n  - x\n', /not an object/],
    ['two YAML documents', yaml, 'a: 1\n---\nb: 1\n', /cannot be edited/],
    ['deep YAML', yaml, `a: ${deep('[', ']')}`, /nested too deeply/],
    ['deep TOML', toml, `a = ${deep('[', ']')}`, /cannot be edited/],
  ])('%s', (_, place, text, reason) => {
    expect(() => inserted(text, place)).toThrow(reason)
    expect(() => inserted(text, place)).toThrow(
      expect.objectContaining({ code: 'connect.config-unreadable', message: expect.stringContaining(file) }),
    )
  })
})
