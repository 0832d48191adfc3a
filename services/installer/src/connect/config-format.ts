import type { KeyPath } from '../agents/agent-servers.ts'

/** One replacement in a text; everything else keeps its bytes. */
export interface TextEdit {
  offset: number
  /** What is replaced; often empty. */
  replaced: string
  inserted: string
}

/** Where the entry of a server is. */
export interface EntryPath {
  servers: KeyPath
  name: string
}

/** How the servers of a document are kept. Both functions take what the document has under the keys of the servers. */
export interface ServerCollection {
  /** Returns the entry of a server; `undefined` if there is none. */
  entry(servers: unknown, name: string): unknown
  /** Returns the servers without that one; `undefined` if these are no servers. */
  without(servers: unknown, name: string): object | undefined
}

/** Servers by their names, as most agents keep them. */
export const keyedServers: ServerCollection = {
  entry: (servers, name) => (isRecord(servers) && Object.hasOwn(servers, name) ? servers[name] : undefined),
  without(servers, name) {
    if (!isRecord(servers)) return undefined
    const { [name]: _removed, ...others } = servers
    return others
  },
}

/** Reads and edits configuration of one format. Each function throws `ConfigFault` for a text that it cannot read or edit. */
export interface ConfigFormat {
  servers: ServerCollection
  /** The whole document as plain values; an empty document is an empty object. */
  parse(text: string): Record<string, unknown>
  insert(text: string, path: EntryPath, entry: Readonly<Record<string, unknown>>): TextEdit
  /** Removes an entry, and those keys of the servers that hold nothing else, but never the first `kept` of them. */
  remove(text: string, path: EntryPath, options: { kept: number }): string
}

/** Why a configuration cannot be read or edited, without the name of its file. */
export class ConfigFault extends Error {
  /** From 1. */
  readonly line: number | undefined
  constructor(message: string, line?: number) {
    super(message)
    this.name = 'ConfigFault'
    this.line = line
  }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the value under these keys of a document, and nothing that an object inherits. */
export function valueAt(values: unknown, keys: readonly string[]): unknown {
  const [key, ...inner] = keys
  if (key === undefined) return values
  return isRecord(values) && Object.hasOwn(values, key) ? valueAt(values[key], inner) : undefined
}

/** Returns a value inside objects with these keys, the outermost first. */
export const nested = (keys: readonly string[], value: object): Record<string, unknown> =>
  keys.reduceRight((inner, key) => ({ [key]: inner }), value) as Record<string, unknown>

/** Returns what to remove so that nothing empty is left: `entry`, or the outermost part around it that holds only that. */
export function withEmptied<Part>(
  entry: Part,
  around: readonly Part[],
  sizeOf: (part: Part) => number,
): Part {
  const full = around.findLastIndex((part) => sizeOf(part) > 1)
  return around[full + 1] ?? entry
}

export const applyEdit = (text: string, { offset, replaced, inserted }: TextEdit): string =>
  text.slice(0, offset) + inserted + text.slice(offset + replaced.length)

export const eolOf = (text: string): '\n' | '\r\n' => (text.includes('\r\n') ? '\r\n' : '\n')

export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length

/**
 * Extends the range of an entry to its whole lines if nothing else is on them, and removes it.
 */
export function withoutLines(text: string, from: number, to: number): string {
  const start = text.slice(0, from).search(/[ \t]*$/)
  const blank = /^[ \t]*(\r?\n|$)/.exec(text.slice(to))
  if (blank === null || (start > 0 && text[start - 1] !== '\n')) return text.slice(0, from) + text.slice(to)
  return text.slice(0, start) + text.slice(to + blank[0].length)
}
