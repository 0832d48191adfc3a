import { t } from '@cli-apps/core'
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
import { type JsonMember, type JsonNode, type JsonObject, readJson5, readJsonc } from './json-tree.ts'

/** JSON, also with comments and trailing commas, which many agents accept. */
export const jsonConfig = jsonFormat(readJsonc)

/** What is inserted is JSON here too: every JSON text is JSON5. */
export const json5Config = jsonFormat(readJson5)

function jsonFormat(read: (text: string) => JsonNode): ConfigFormat {
  const rootOf = (text: string): JsonObject | undefined =>
    text.trim() === '' ? undefined : requireObject(read(text), [], text)
  return {
    servers: keyedServers,

    parse: (text) => rootOf(text)?.value ?? {},

    insert(text, { servers, name }, entry) {
      const root = rootOf(text)
      if (root === undefined) {
        const document = nested([...servers, name], entry)
        return { offset: 0, replaced: text, inserted: `${JSON.stringify(document, null, 2)}\n` }
      }
      const found = membersAlong(root, servers, text)
      const [key = name, ...inner] = [...servers.slice(found.length), name]
      return insertFirst(text, found.at(-1)?.content ?? root, key, nested(inner, entry))
    },

    remove(text, { servers, name }, { kept }) {
      const root = rootOf(text)
      if (root === undefined) return text
      const found = membersAlong(root, servers, text)
      const property = memberOf(found.at(-1)?.content ?? root, name, text)
      if (found.length < servers.length || property === undefined) return text
      const removed = withEmptied<JsonMember>(
        property,
        found.slice(kept),
        ({ content }) => content.members?.length ?? 0,
      )
      const depth = [...found, property].indexOf(removed)
      return withoutMember(text, removed, found[depth - 1]?.content ?? root)
    },
  }
}

/** The members with these keys, each in the object of the one before. Ends where one is missing. */
function membersAlong(
  root: JsonObject,
  keys: readonly string[],
  text: string,
): (JsonMember & { content: JsonObject })[] {
  const found: (JsonMember & { content: JsonObject })[] = []
  for (const [index, key] of keys.entries()) {
    const member = memberOf(found.at(-1)?.content ?? root, key, text)
    if (member === undefined) break
    found.push({ ...member, content: requireObject(member.content, keys.slice(0, index + 1), text) })
  }
  return found
}

function requireObject(node: JsonNode, keys: readonly string[], text: string): JsonObject {
  if (node.members !== undefined) return node
  throw new ConfigFault(
    keys.length === 0
      ? t('connect.no-object', 'it is not an object')
      : t('connect.key-no-object', '"{key}" is not an object', { key: keys.join('.') }),
    lineAt(text, node.offset),
  )
}

/** Agents differ in which of two equal keys they take. */
function memberOf({ members }: JsonObject, key: string, text: string): JsonMember | undefined {
  const [first, second] = members.filter((member) => member.key === key)
  if (second === undefined) return first
  throw new ConfigFault(t('connect.key-twice', '"{key}" occurs twice', { key }), lineAt(text, second.offset))
}

/** As the first property, so that no comma of another property changes, and no comment gets a new neighbor. */
function insertFirst(text: string, object: JsonObject, key: string, value: unknown): TextEdit {
  const [first] = object.members
  const after = first === undefined ? '' : ','
  const inside = text.slice(object.offset, object.end)
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

/** Removes a member with one comma next to it. */
function withoutMember(text: string, { offset, end }: JsonMember, { members }: JsonObject): string {
  const comma = /^(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*,/.exec(text.slice(end))?.[0]
  if (comma !== undefined)
    return withoutLines(text.slice(0, end) + comma.slice(0, -1) + text.slice(end + comma.length), offset, end)
  const before = members.filter((one) => one.offset < offset).at(-1)
  const shorter = withoutLines(text, offset, end)
  if (before === undefined) return shorter
  const last = before.end
  const gap = /^(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*?,/.exec(shorter.slice(last))?.[0]
  return gap === undefined
    ? shorter
    : shorter.slice(0, last) + gap.slice(0, -1) + shorter.slice(last + gap.length)
}
