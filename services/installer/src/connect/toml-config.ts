import { parse, stringify, TomlError } from 'smol-toml'
import { parseTOML } from 'toml-eslint-parser'
import {
  ConfigFault,
  type ConfigFormat,
  eolOf,
  keyedServers,
  nested,
  type TextEdit,
  withoutLines,
} from './config-format.ts'

/** TOML whose servers are tables below one key: `[mcp_servers.name]`. */
export const tomlConfig: ConfigFormat = {
  servers: keyedServers,

  parse: parseToml,

  insert(text, { servers, name }, entry) {
    parseToml(text)
    return appendTables(text, nested([...servers, name], entry))
  },

  remove: (text, { servers, name }) => withoutTables(text, [...servers, name]),
}

/** Returns the edit that adds tables at the end, where they cannot change what belongs to another. */
export function appendTables(text: string, document: Readonly<Record<string, unknown>>): TextEdit {
  const eol = eolOf(text)
  const tables = stringify(document).trim()
  const gap = text === '' ? '' : `${text.endsWith('\n') ? '' : eol}${text.trim() === '' ? '' : eol}`
  return { offset: text.length, replaced: '', inserted: gap + tables.split('\n').join(eol) + eol }
}

/** Removes a table and the tables in it. Tables of an array have their index as the last of `keys`. */
export function withoutTables(text: string, keys: readonly (string | number)[]): string {
  const tables = tablesOf(text).filter(({ key }) => keys.every((one, index) => key[index] === one))
  return tables
    .sort((one, other) => other.from - one.from)
    .reduce((rest, { from, to }) => withoutTable(rest, from, to), text)
}

function withoutTable(text: string, from: number, to: number): string {
  const shorter = withoutLines(text, from, to)
  const [before, after] = [shorter.slice(0, from), shorter.slice(from)]
  // The empty line that `appendTables` wrote.
  if (after.trim() === '') return shorter.replace(/(\r?\n)(?:\r?\n)+$/, '$1')
  // One of two empty lines still separates its neighbors.
  return /(?:^|\n)\r?\n$/.test(before) ? before + after.replace(/^\r?\n/, '') : shorter
}

/** Returns the values of a TOML document. Throws `ConfigFault`. */
export function parseToml(text: string): Record<string, unknown> {
  try {
    return parse(text, { integersAsBigInt: 'asNeeded' })
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    const [message = ''] = error.message.split('\n')
    throw new ConfigFault(message.replace(/^Invalid TOML document: /, ''), error.line)
  }
}

interface TableRange {
  key: readonly (string | number)[]
  from: number
  to: number
}

/** Tables with a header of their own. What is written inline has none, and an entry there is not ours. */
function tablesOf(text: string): TableRange[] {
  const [{ body }] = parseTOML(text, { tomlVersion: '1.0' }).body
  return body.flatMap((node) => {
    if (node.type !== 'TOMLTable') return []
    return [{ key: node.resolvedKey, from: node.range[0], to: node.range[1] }]
  })
}
