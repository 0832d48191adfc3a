import { describe, expect, it } from 'vitest'
import type { ServerFile } from '../../../services/installer/src/agents/agent-servers.ts'
import { applyEdit, type TextEdit } from '../../../services/installer/src/connect/config-format.ts'
import {
  countKeys,
  insertion,
  isBare,
  readEntry,
  removal,
} from '../../../services/installer/src/connect/edit-config.ts'

type Place = Pick<ServerFile, 'format' | 'servers'>
const json: Place = { format: 'json', servers: ['mcpServers'] }
const toml: Place = { format: 'toml', servers: ['mcp_servers'] }
const yaml: Place = { format: 'yaml', servers: ['extensions'] }
const nestedJson: Place = { format: 'json', servers: ['tools', 'mcpServers'] }
const json5: Place = { format: 'json5', servers: ['mcp', 'servers'] }
const nestedToml: Place = { format: 'toml', servers: ['tools', 'mcp'] }
const nestedList: Place = { format: 'toml-list', servers: ['tools', 'mcp'] }
const nestedYaml: Place = { format: 'yaml', servers: ['tools', 'mcp'] }
const entry = { command: '/usr/bin/node', args: ['/opt/cli-apps.js', 'mcp'] }

const file = '/project/config'
// A list knows its servers by their names.
const entryFor = ({ format }: Place): Record<string, unknown> =>
  format === 'toml-list' ? { name: 'cli-apps', ...entry } : entry
const inserted = (text: string, place: Place): { edit: TextEdit; after: string } => {
  const edit = insertion({ file, text }, place, entryFor(place))
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
  ['nested JSON, empty', nestedJson, ''],
  ['nested JSON, neither key', nestedJson, '{\n  "agents": {}\n}\n'],
  ['nested JSON, the outer key', nestedJson, '{\n  "tools": {\n    "exec": { "a": 1 }\n  }\n}\n'],
  ['nested JSON, both keys empty', nestedJson, '{ "tools": { "mcpServers": {} } }'],
  ['nested JSON, the outer key empty', nestedJson, '{"a":1,"tools":{}}'],
  [
    'nested JSON, servers',
    nestedJson,
    '{\n\t"tools": {\n\t\t"mcpServers": { // all\n\t\t\t"x": {}\n\t\t},\n\t\t"z": 1\n\t}\n}\n',
  ],
  [
    'nested JSON, a key named __proto__',
    nestedJson,
    '{ "__proto__": { "tools": { "mcpServers": { "cli-apps": {} } } }, "tools": { "__proto__": { "mcpServers": {} } } }',
  ],
  ['JSON5, empty', json5, '\n'],
  ['JSON5, a key without quotes', json5, "{ gateway: { mode: 'local' } }"],
  [
    'JSON5',
    json5,
    "// top\n{\n  gateway: { mode: 'local', port: 0x4965, share: .5, }, // mine\n  mcp: {\n    'servers': {\n      /* of x */ x: { command: 'it\\'s \\\n on two lines', args: [+1, -Infinity, NaN,], }, // of x\n      // last\n    }, // all\n    sessionIdleTtlMs: 1e3,\n  },\n} // bottom\n",
  ],
  ['JSON5, the key with an escape', json5, '{ \\u006dcp: {\n  servers: { x: {} },\n}, }\n'],
  ['JSON5, Windows', json5, "{\r\n  mcp: {\r\n    $include: './mcp.json5',\r\n  },\r\n}\r\n"],
  [
    'JSON5, a key named __proto__',
    json5,
    '{\n  __proto__: { mcp: { servers: {} } },\n  mcp: { __proto__: { servers: 1 } },\n}\n',
  ],
  ['nested TOML, the outer table', nestedToml, '[tools] # all\na = 1\n\n[tools.mcp.x]\ncommand = "x"\n'],
  ['nested TOML, neither', nestedToml, 'a = 1\n'],
  ['nested TOML list', nestedList, '[[tools.mcp]]\nname = "x"\n'],
  ['nested TOML list, inline', nestedList, '[tools]\na = 1\nmcp = [ { name = "x" } ] # two\n'],
  ['nested YAML, neither key', nestedYaml, 'a: 1\n'],
  ['nested YAML, the outer key', nestedYaml, 'tools: # all\n    a: 1 # one\nb: 2\n'],
  ['nested YAML, the outer key empty', nestedYaml, 'tools:\nb: 2\n'],
  ['nested YAML, servers', nestedYaml, 'tools:\n  # of mcp\n  mcp:\n    x: { cmd: x } # of x\n  a: 1\n'],
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
    expect(removal({ file, text: after }, place, { edit, kept: place.servers.length })).toBe(text)
  })

  it.each(texts)('%s: is cut out when its edit is not known', (_, place, text) => {
    const { after } = inserted(text, place)
    const kept = countKeys({ file, text }, place)
    const cut = removal({ file, text: after }, place, { edit: undefined, kept })
    expect(readEntry({ file, text: cut }, place)).toBeUndefined()
    const comments = (one: string): string[] => one.match(/\/\/.*|\/\*.*?\*\/|#.*/g) ?? []
    expect(comments(cut)).toEqual(comments(text))
    if (!isBare({ file, text: text.trim() === '' ? '' : text }, place)) {
      const squeezed = (one: string): string => one.replace(/\s+|~/g, '').replaceAll('{}', '')
      expect(squeezed(cut)).toBe(squeezed(text))
    }
  })

  it('is cut out together with those keys alone that connect wrote', () => {
    const cut = (text: string, kept: number): string =>
      removal({ file, text }, nestedJson, { edit: undefined, kept })
    const alone = '{"a":1,"tools":{"mcpServers":{"cli-apps":{}}}}'
    expect([0, 1, 2].map((kept) => cut(alone, kept))).toEqual([
      '{"a":1}',
      '{"a":1,"tools":{}}',
      '{"a":1,"tools":{"mcpServers":{}}}',
    ])
    expect(cut('{"tools":{"x":1,"mcpServers":{"cli-apps":{}}}}', 0)).toBe('{"tools":{"x":1}}')
    expect(cut('{"tools":{"mcpServers":{"x":{},"cli-apps":{}}}}', 0)).toBe(
      '{"tools":{"mcpServers":{"x":{}}}}',
    )
  })

  it('keeps a comment with a dollar sign behind its entry', () => {
    const text = '{"mcpServers":{"cli-apps":{} /* $& $1 */, "x":{}}}'
    const kept = '{"mcpServers":{ /* $& $1 */ "x":{}}}'
    expect(removal({ file, text }, json, { edit: undefined, kept: 1 })).toBe(kept)
  })

  it('is not taken from what an object of the file inherits', () => {
    const text = '{ "__proto__": { "mcp": { "servers": { "cli-apps": {} } } } }'
    for (const place of [json5, { ...json5, format: 'json' as const }]) {
      expect(readEntry({ file, text }, place)).toBeUndefined()
      expect(countKeys({ file, text }, place)).toBe(0)
    }
    expect(isBare({ file, text }, json5)).toBe(false)
  })

  it('is undone where others changed the rest of the file', () => {
    const text = '{\n  "mcpServers": {\n    "x": {}\n  }\n}\n'
    const { edit, after } = inserted(text, json)
    const changed = after.replace('"x": {}', '"x": {}, "y": {}').replace('{', '// mine\n{')
    expect(removal({ file, text: changed }, json, { edit, kept: 1 })).toBe(
      '// mine\n{\n  "mcpServers": {\n    "x": {}, "y": {}\n  }\n}\n',
    )
  })

  it('is cut out where a server was added after it', () => {
    const { edit, after } = inserted('{}', json)
    const changed = after.replace(/\n {4}\}/, '\n    },\n    "y": {}')
    const left = removal({ file, text: changed }, json, { edit, kept: 0 })
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

    ['the outer key that is no object', nestedJson, '{\n"tools": [] }', /"tools" is not an object.*line 2/],
    [
      'nested servers that are no object',
      nestedJson,
      '{ "tools": { "mcpServers": null } }',
      /"tools\.mcpServers" is not an object/,
    ],
    ['the outer key twice', nestedJson, '{ "tools": {},\n"tools": {} }', /"tools" occurs twice.*line 2/],
    ['JSON5 that is none', json5, '{\n  mcp: { servers: {} }\n  a: 1 }', /not valid JSON5.*line 3/],
    ['JSON5 that ends too early', json5, '{ mcp: {', /not valid JSON5/],
    ['JSON5 servers that are a text', json5, "{ mcp: { servers: '{}' } }", /"mcp\.servers" is not an object/],
    [
      'JSON5 with one key in two spellings',
      json5,
      "{ mcp: {},\n'\\u006dcp': {} }",
      /"mcp" occurs twice.*line 2/,
    ],
    ['deep JSON5', json5, deep('[', ']'), /nested too deeply/],
    ['nested YAML on one line', nestedYaml, 'tools: { mcp: {} }\n', /tools is written on one line/],
    [
      'nested YAML servers that are a list',
      nestedYaml,
      'tools:\n  mcp:\n    - x\n',
      /"tools\.mcp" is not an object/,
    ],
    ['a nested TOML list that is a table', nestedList, '[tools.mcp.x]\n', /"tools\.mcp" is not a list/],
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
