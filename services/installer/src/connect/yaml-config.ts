import { t } from '@cli-apps/core'
import { isMap, isScalar, type Pair, parseDocument, type Scalar, stringify, type YAMLMap } from 'yaml'
import {
  ConfigFault,
  type ConfigFormat,
  eolOf,
  keyedServers,
  lineAt,
  nested,
  type TextEdit,
  withEmptied,
  withoutLines,
} from './config-format.ts'

type Block = YAMLMap<Scalar, unknown>
type BlockPair = Pair<Scalar, unknown>

/** YAML whose servers are a block: one key per line. */
export const yamlConfig: ConfigFormat = {
  servers: keyedServers,

  parse(text) {
    const { document } = readDocument(text)
    const value: unknown = document.toJS({ maxAliasCount: 1000 })
    return (value ?? {}) as Record<string, unknown>
  },

  insert(text, { servers, name }, entry) {
    const { root } = readDocument(text)
    const eol = eolOf(text)
    const found = root === undefined ? [] : pairsAlong(root, servers, text)
    const last = found.at(-1)
    if (last !== undefined) {
      const keys = servers.slice(0, found.length)
      return insertInto(text, last, { keys, entry: nested([...servers.slice(found.length), name], entry) })
    }
    const gap = text === '' || text.endsWith('\n') ? '' : eol
    const inserted = gap + linesOf(nested([...servers, name], entry), '', eol)
    return { offset: text.length, replaced: '', inserted }
  },

  remove(text, { servers, name }, { kept }) {
    const { root } = readDocument(text)
    const found = root === undefined ? [] : pairsAlong(root, servers, text)
    const block = found[servers.length - 1]?.value
    const pair = isMap(block) ? pairOf(block as Block, name) : undefined
    if (pair === undefined) return text
    const removed = withEmptied(pair, found.slice(kept), ({ value }) => (value as Block).items.length)
    return withoutLines(text, startOf(removed), endOf(block as Block, pair, text))
  },
}

function readDocument(text: string): { document: ReturnType<typeof parseDocument>; root: Block | undefined } {
  refuseDepth(text)
  const document = parseDocument(text, { uniqueKeys: true, keepSourceTokens: true })
  const [error] = document.errors
  if (error !== undefined)
    throw new ConfigFault(
      error.message.split('\n')[0]?.replace(/ at line \d+.*$/, '') ?? '',
      error.linePos?.[0].line,
    )
  const { contents } = document
  if (contents === null || (isScalar(contents) && contents.value === null))
    return { document, root: undefined }
  if (!isMap<Scalar>(contents)) throw new ConfigFault(t('connect.no-object', 'it is not an object'), 1)
  return { document, root: requireBlock(contents, [], text) }
}

function requireBlock(map: YAMLMap<unknown, unknown>, keys: readonly string[], text: string): Block {
  if (map.flow !== true) return map as Block
  throw new ConfigFault(
    keys.length === 0
      ? t('connect.flow-all', 'it is written on one line; edit it yourself')
      : t('connect.flow', '{key} is written on one line; edit it yourself', { key: keys.join('.') }),
    lineAt(text, map.range?.[0] ?? 0),
  )
}

/** The pairs with these keys, each in the block of the one before. Ends at a value that is no block. */
function pairsAlong(root: Block, keys: readonly string[], text: string): BlockPair[] {
  const found: BlockPair[] = []
  let block: Block | undefined = root
  for (const [index, key] of keys.entries()) {
    const pair: BlockPair | undefined = block && pairOf(block, key)
    if (pair === undefined) break
    found.push(pair)
    block = isFilledMap(pair.value) ? requireBlock(pair.value, keys.slice(0, index + 1), text) : undefined
  }
  return found
}

const isFilledMap = (value: unknown): value is YAMLMap<unknown, unknown> =>
  isMap(value) && !(value.flow === true && value.items.length === 0)

const pairOf = (map: Block, key: string): BlockPair | undefined =>
  map.items.find((pair) => isScalar(pair.key) && pair.key.value === key)

const startOf = ({ key }: BlockPair): number => key.range?.[0] ?? 0

/** As the first of the servers, so that no comment gets a new neighbor. */
function insertInto(
  text: string,
  { key, value }: BlockPair,
  { keys, entry }: { keys: readonly string[]; entry: Readonly<Record<string, unknown>> },
): TextEdit {
  const eol = eolOf(text)
  if (isFilledMap(value)) {
    const indent = ' '.repeat(columnOf(text, value.range?.[0] ?? 0))
    return {
      offset: afterLine(text, key.range?.[1] ?? 0),
      replaced: '',
      inserted: linesOf(entry, indent, eol),
    }
  }
  const isEmpty = isMap(value) || (isScalar(value) && value.value === null)
  const [from, to] = (isMap(value) || isScalar(value) ? value.range : undefined) ?? [0, 0]
  if (!isEmpty || text.slice(from, to).includes('\n'))
    throw new ConfigFault(
      t('connect.key-no-object', '"{key}" is not an object', { key: keys.join('.') }),
      lineAt(text, from),
    )
  const indent = ' '.repeat(columnOf(text, key.range?.[0] ?? 0) + 2)
  // With what follows on the line, such as a comment, which stays on it.
  const lineEnd = afterLine(text, to)
  const rest = text.slice(to, lineEnd)
  const inserted = rest + (rest.endsWith('\n') ? '' : eol) + linesOf(entry, indent, eol)
  return { offset: from, replaced: text.slice(from, lineEnd), inserted }
}

const columnOf = (text: string, offset: number): number => offset - (text.lastIndexOf('\n', offset - 1) + 1)

function afterLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset)
  return end === -1 ? text.length : end + 1
}

const linesOf = (value: unknown, indent: string, eol: string): string =>
  stringify(value, { lineWidth: 0 })
    .trimEnd()
    .split('\n')
    .map((line) => `${indent}${line}${eol}`)
    .join('')

/** The end of the last line of a pair, without the comments and empty lines that follow. */
function endOf(block: Block, pair: BlockPair, text: string): number {
  const next = block.items[block.items.indexOf(pair) + 1]
  const { range } = pair.value as { range?: [number, number, number] | null }
  const limit = Math.min(range?.[1] ?? text.length, next === undefined ? text.length : startOf(next))
  return text.slice(0, limit).trimEnd().length
}

/** Far above any configuration. */
const mostLevels = 500

/** The parser needs seconds to fail on a hostile text. */
function refuseDepth(text: string): void {
  let depth = 0
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1
    if (depth > mostLevels) throw new ConfigFault(t('connect.too-deep', 'it is nested too deeply'))
  }
}
