import { isDeepStrictEqual } from 'node:util'
import { t } from '@cli-apps/core'
import { stringify } from 'smol-toml'
import { type AST, parseTOML } from 'toml-eslint-parser'
import {
  ConfigFault,
  type ConfigFormat,
  eolOf,
  isRecord,
  nested,
  type ServerCollection,
  type TextEdit,
  valueAt,
  withoutLines,
} from './config-format.ts'
import { appendTables, parseToml, withoutTables } from './toml-config.ts'

const hasName = (server: unknown, name: string): boolean => isRecord(server) && server.name === name

/** Servers as a list in which each has its `name`. */
const listedServers: ServerCollection = {
  entry(servers, name) {
    if (!Array.isArray(servers)) return undefined
    const [found, second] = servers.filter((server) => hasName(server, name))
    // Agents differ in which of them they start.
    if (second !== undefined)
      throw new ConfigFault(t('connect.key-twice', '"{key}" occurs twice', { key: name }))
    return found
  },
  without: (servers, name) =>
    Array.isArray(servers) ? servers.filter((server) => !hasName(server, name)) : undefined,
}

/** TOML whose servers are an array: of tables, `[[mcp_servers]]`, or written inline, `mcp_servers = [{ … }]`. */
export const tomlListConfig: ConfigFormat = {
  servers: listedServers,

  parse: parseToml,

  insert(text, { servers }, entry) {
    const current = valueAt(parseToml(text), servers)
    if (current !== undefined && !Array.isArray(current))
      throw new ConfigFault(t('connect.key-no-list', '"{key}" is not a list', { key: servers.join('.') }))
    const inline = inlineArray(text, servers)
    return inline === undefined
      ? appendTables(text, nested(servers, [entry]))
      : insertInline(text, inline.array, entry)
  },

  remove(text, { servers, name }, { kept }) {
    const current = valueAt(parseToml(text), servers)
    if (!Array.isArray(current)) return text
    const index = current.findIndex((server) => hasName(server, name))
    if (index === -1) return text
    const inline = inlineArray(text, servers)
    if (inline === undefined) return withoutTables(text, [...servers, index])
    if (kept < servers.length && current.length === 1) return withoutLines(text, ...inline.range)
    return withoutElement(text, inline.array, index)
  },
}

/** The array under these keys, with the range of key and array. */
function inlineArray(
  text: string,
  keys: readonly string[],
): { array: AST.TOMLArray; range: AST.Range } | undefined {
  const [{ body }] = parseTOML(text, { tomlVersion: '1.0' }).body
  const pairs = body.flatMap((node) =>
    node.type === 'TOMLTable'
      ? node.body.map((pair) => ({ pair, table: node.resolvedKey }))
      : [{ pair: node, table: [] }],
  )
  for (const { pair, table } of pairs) {
    const names = pair.key.keys.map((key) => (key.type === 'TOMLBare' ? key.name : key.value))
    if (pair.value.type === 'TOMLArray' && isDeepStrictEqual([...table, ...names], keys))
      return { array: pair.value, range: pair.range }
  }
  return undefined
}

/** As the first element, so that no comma of another one changes, and no comment gets a new neighbor. */
function insertInline(
  text: string,
  array: AST.TOMLArray,
  entry: Readonly<Record<string, unknown>>,
): TextEdit {
  const start = array.range[0] + 1
  const [first] = array.elements
  const table = inlineTable(entry)
  const restOfLine = /^[ \t]*(?:#[^\r\n]*)?\r?\n/.exec(text.slice(start))?.[0]
  if (restOfLine !== undefined) {
    const offset = start + restOfLine.length
    const indent = /^[ \t]+/.exec(text.slice(offset))?.[0] ?? '    '
    return { offset, replaced: '', inserted: `${indent}${table},${eolOf(text)}` }
  }
  return { offset: first?.range[0] ?? start, replaced: '', inserted: first ? `${table}, ` : table }
}

/** Removes an element with one comma next to it. TOML allows a comma after the last one. */
function withoutElement(text: string, { elements }: AST.TOMLArray, index: number): string {
  const [from, to] = elements[index]?.range ?? [0, 0]
  const comma = /^\s*,/.exec(text.slice(to))?.[0]
  if (comma !== undefined) {
    const end = to + comma.length
    const isLine = withoutLines(text, from, end)
    return isLine === text.slice(0, from) + text.slice(end)
      ? text.slice(0, from) + text.slice(end).replace(/^[ \t]+/, '')
      : isLine
  }
  const before = elements[index - 1]?.range[1]
  const gap = before === undefined ? '' : text.slice(before, from)
  return before !== undefined && /^\s*,\s*$/.test(gap)
    ? text.slice(0, before) + text.slice(to)
    : withoutLines(text, from, to)
}

const inlineTable = (table: Readonly<Record<string, unknown>>): string => {
  const pairs = Object.entries(table).map(([key, value]) =>
    isRecord(value) ? `${key} = ${inlineTable(value)}` : stringify({ [key]: value }).trim(),
  )
  return `{ ${pairs.join(', ')} }`
}
