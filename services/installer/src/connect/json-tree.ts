import { t } from '@cli-apps/core'
import { evaluate, parse, type ValueNode } from '@humanwhocodes/momoa'
import { type Node, type ParseError, parseTree } from 'jsonc-parser'
import { ConfigFault, lineAt } from './config-format.ts'

interface Place {
  offset: number
  end: number
}

/** A value in a JSON text, and where it is. */
export type JsonNode = JsonObject | (Place & { value: unknown; members?: never })

export interface JsonObject extends Place {
  value: Record<string, unknown>
  members: readonly JsonMember[]
}

/** A key of an object with its value, and where both are. */
export interface JsonMember extends Place {
  key: string
  content: JsonNode
}

/** Reads JSON, also with comments and trailing commas. Throws `ConfigFault`. */
export function readJsonc(text: string): JsonNode {
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { allowTrailingComma: true })
  const [error] = errors
  if (root !== undefined && error === undefined) return fromJsonc(root)
  throw new ConfigFault(t('connect.no-json', 'it is not valid JSON'), lineAt(text, error?.offset ?? 0))
}

/** Reads JSON5, which also has keys without quotes. Throws `ConfigFault`. */
export function readJson5(text: string): JsonNode {
  try {
    return fromJson5(parse(text, { mode: 'json5' }).body)
  } catch (error) {
    const { offset } = error as { offset?: unknown }
    if (typeof offset !== 'number') throw error
    throw new ConfigFault(t('connect.no-json5', 'it is not valid JSON5'), lineAt(text, offset))
  }
}

/** Made of entries, so that `__proto__` is a key like others. */
const objectNode = (place: Place, members: readonly JsonMember[]): JsonObject => ({
  ...place,
  members,
  value: Object.fromEntries(members.map(({ key, content }) => [key, content.value])),
})

function fromJsonc({ type, offset, length, value, children = [] }: Node): JsonNode {
  const place = { offset, end: offset + length }
  if (type === 'array') return { ...place, value: children.map((child) => fromJsonc(child).value) }
  if (type !== 'object') return { ...place, value }
  return objectNode(place, children.flatMap(memberFromJsonc))
}

function memberFromJsonc({ offset, length, children: [key, content] = [] }: Node): JsonMember[] {
  if (key === undefined || content === undefined) return []
  return [{ key: String(key.value), offset, end: offset + length, content: fromJsonc(content) }]
}

function fromJson5(node: ValueNode): JsonNode {
  if (node.type !== 'Object') return { ...placeOf(node), value: evaluate(node) }
  const members = node.members.map(({ name, value, loc }) => ({
    ...placeOf({ loc }),
    key: name.type === 'Identifier' ? name.name : name.value,
    content: fromJson5(value),
  }))
  return objectNode(placeOf(node), members)
}

const placeOf = ({ loc: { start, end } }: Pick<ValueNode, 'loc'>): Place => ({
  offset: start.offset,
  end: end.offset,
})
