import { parse, stringify, TomlError } from 'smol-toml'
import { parseTOML } from 'toml-eslint-parser'
import { ConfigFault, type ConfigFormat, eolOf, withoutLines } from './config-format.ts'

export const tomlConfig: ConfigFormat = {
  parse: valuesOf,

  /** At the end, where a table cannot change what belongs to another. */
  insert(text, [servers, name], entry) {
    valuesOf(text)
    const eol = eolOf(text)
    const tables = stringify({ [servers]: { [name]: entry } }).trim()
    const gap = text === '' ? '' : `${text.endsWith('\n') ? '' : eol}${text.trim() === '' ? '' : eol}`
    return { offset: text.length, replaced: '', inserted: gap + tables.split('\n').join(eol) + eol }
  },

  remove(text, [servers, name]) {
    const tables = tablesOf(text).filter(({ key }) => key[0] === servers && key[1] === name)
    return tables
      .sort((one, other) => other.from - one.from)
      .reduce((rest, { from, to }) => {
        const shorter = withoutLines(rest, from, to)
        // The empty line that `insert` wrote, at the end of the file only: elsewhere it separates other tables.
        return shorter.slice(from).trim() === '' ? shorter.replace(/(\r?\n)(?:\r?\n)+$/, '$1') : shorter
      }, text)
  },
}

function valuesOf(text: string): Record<string, unknown> {
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
