import { t } from '@cli-apps/core'
import { getNodeValue, type Node, type ParseError, parseTree } from 'jsonc-parser'
import {
  ConfigFault,
  type ConfigFormat,
  eolOf,
  keyedServers,
  lineAt,
  type TextEdit,
  withoutLines,
} from './config-format.ts'

/** JSON, also with comments and trailing commas, which many agents accept. */
export const jsonConfig: ConfigFormat = {
  servers: keyedServers,

  parse(text) {
    const root = rootOf(text)
    return root === undefined ? {} : getNodeValue(root)
  },

  insert(text, [servers, name], entry) {
    const root = rootOf(text)
    if (root === undefined) {
      const document = `${JSON.stringify({ [servers]: { [name]: entry } }, null, 2)}\n`
      return { offset: 0, replaced: text, inserted: document }
    }
    const container = propertyOf(root, servers, text)
    if (container === undefined) return insertFirst(text, root, servers, { [name]: entry })
    return insertFirst(text, requireObject(contentOf(container), servers, text), name, entry)
  },

  remove(text, [servers, name], { isWhole }) {
    const root = rootOf(text)
    const container = root && propertyOf(root, servers, text)
    if (container === undefined) return text
    const object = requireObject(contentOf(container), servers, text)
    const property = propertyOf(object, name, text)
    if (property === undefined) return text
    return withoutProperty(text, isWhole && object.children?.length === 1 ? container : property)
  },
}

/** The root object; `undefined` for a text of blanks. */
function rootOf(text: string): Node | undefined {
  if (text.trim() === '') return undefined
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { allowTrailingComma: true })
  const [error] = errors
  if (error !== undefined || root === undefined)
    throw new ConfigFault(
      error === undefined
        ? t('connect.no-object', 'it is not an object')
        : t('connect.no-json', 'it is not valid JSON'),
      lineAt(text, error?.offset ?? 0),
    )
  return requireObject(root, '', text)
}

function requireObject(node: Node, key: string, text: string): Node {
  if (node.type === 'object') return node
  throw new ConfigFault(
    key === ''
      ? t('connect.no-object', 'it is not an object')
      : t('connect.key-no-object', '"{key}" is not an object', { key }),
    lineAt(text, node.offset),
  )
}

/** Agents differ in which of two equal keys they take. */
function propertyOf(object: Node, key: string, text: string): Node | undefined {
  const found = (object.children ?? []).filter(({ children }) => children?.[0]?.value === key)
  const [first, second] = found
  if (second === undefined) return first
  throw new ConfigFault(t('connect.key-twice', '"{key}" occurs twice', { key }), lineAt(text, second.offset))
}

const contentOf = ({ children }: Node): Node => {
  const value = children?.[1]
  if (value === undefined) throw new ConfigFault(t('connect.no-object', 'it is not an object'))
  return value
}

/** As the first property, so that no comma of another property changes, and no comment gets a new neighbor. */
function insertFirst(text: string, object: Node, key: string, value: unknown): TextEdit {
  const first = object.children?.[0]
  const after = first === undefined ? '' : ','
  const inside = text.slice(object.offset, object.offset + object.length)
  if (!text.includes('\n') && first !== undefined) {
    const inserted = `${JSON.stringify(key)}:${JSON.stringify(value)}${after}`
    return { offset: object.offset + 1, replaced: '', inserted }
  }
  const eol = eolOf(text)
  const base = indentAt(text, object.offset)
  const unit = unitOf(text)
  const indent =
    first === undefined || !startsLine(text, first.offset) ? base + unit : indentAt(text, first.offset)
  const lines = `${JSON.stringify(key)}: ${JSON.stringify(value, null, unit)}`.split('\n')
  const remark = /^[ \t]*(\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/[ \t]*)?(?=\r?\n)/.exec(inside.slice(1))?.[0] ?? ''
  const closing = first === undefined && !inside.slice(1 + remark.length).includes('\n') ? eol + base : ''
  return {
    offset: object.offset + 1 + remark.length,
    replaced: '',
    inserted: eol + indent + lines.join(eol + indent) + after + closing,
  }
}

const lineStart = (text: string, offset: number): number => text.lastIndexOf('\n', offset - 1) + 1

const indentAt = (text: string, offset: number): string =>
  /^[ \t]*/.exec(text.slice(lineStart(text, offset)))?.[0] ?? ''

const startsLine = (text: string, offset: number): boolean =>
  text.slice(lineStart(text, offset), offset).trim() === ''

const unitOf = (text: string): string => /\n([ \t]+)\S/.exec(text)?.[1] ?? '  '

/** Removes a property with one comma next to it. */
function withoutProperty(text: string, { offset, length, parent }: Node): string {
  const end = offset + length
  const comma = /^(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*,/.exec(text.slice(end))?.[0]
  if (comma !== undefined)
    return withoutLines(text.slice(0, end) + text.slice(end).replace(comma, comma.slice(0, -1)), offset, end)
  const before = parent?.children?.filter((one) => one.offset < offset).at(-1)
  const shorter = withoutLines(text, offset, end)
  if (before === undefined) return shorter
  const last = before.offset + before.length
  const gap = /^(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*?,/.exec(shorter.slice(last))?.[0]
  return gap === undefined
    ? shorter
    : shorter.slice(0, last) + gap.slice(0, -1) + shorter.slice(last + gap.length)
}
