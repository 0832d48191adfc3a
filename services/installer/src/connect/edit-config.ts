import { isDeepStrictEqual } from 'node:util'
import { ConflictError, InvalidError, isAppError, t } from '@cli-apps/core'
import type { KeyPath, ServerFile } from '../agents/agent-servers.ts'
import {
  applyEdit,
  ConfigFault,
  type ConfigFormat,
  type EntryPath,
  isRecord,
  type ServerCollection,
  type TextEdit,
  valueAt,
} from './config-format.ts'
import { json5Config, jsonConfig } from './json-config.ts'
import { serverName } from './server-entry.ts'
import { tomlConfig } from './toml-config.ts'
import { tomlListConfig } from './toml-list-config.ts'
import { yamlConfig } from './yaml-config.ts'

const formats: Readonly<Record<ServerFile['format'], ConfigFormat>> = {
  json: jsonConfig,
  json5: json5Config,
  toml: tomlConfig,
  'toml-list': tomlListConfig,
  yaml: yamlConfig,
}

/** A configuration file: its text without a byte order mark, and its name for errors. */
interface ConfigText {
  file: string
  text: string
}

type Place = Pick<ServerFile, 'format' | 'servers'>

const pathOf = ({ servers }: Place): EntryPath => ({ servers, name: serverName })

/** Returns the entry of our server; `undefined` if there is none. Throws `InvalidError` `connect.config-unreadable`. */
export function readEntry({ file, text }: ConfigText, place: Place): unknown {
  return about(file, () => entryIn(formats[place.format].parse(text), place))
}

/** Returns the keys of the servers as the file spells them. Throws like `readEntry`. */
export const spelledKeys = (
  { file, text }: ConfigText,
  { format, servers, otherServers }: Place & Pick<ServerFile, 'otherServers'>,
): KeyPath =>
  about(file, () => {
    const values = formats[format].parse(text)
    const isOther =
      valueAt(values, servers) === undefined && valueAt(values, otherServers ?? servers) !== undefined
    return isOther && otherServers !== undefined ? otherServers : servers
  })

/** Returns how many of the keys of the servers the file has, from the outside. Throws like `readEntry`. */
export const countKeys = ({ file, text }: ConfigText, { format, servers }: Place): number =>
  about(file, () => {
    const values = formats[format].parse(text)
    const missing = servers.findIndex(
      (_, index) => valueAt(values, servers.slice(0, index + 1)) === undefined,
    )
    return missing === -1 ? servers.length : missing
  })

/** Returns the edit that adds our server to a file without it, and changes nothing else. Throws like `readEntry`. */
export function insertion(
  { file, text }: ConfigText,
  place: Place,
  entry: Record<string, unknown>,
): TextEdit {
  return about(file, () => {
    const format = formats[place.format]
    const edit = format.insert(text, pathOf(place), entry)
    const after = format.parse(applyEdit(text, edit))
    const found = entryIn(after, place)
    const isThere = found !== undefined && isDeepStrictEqual(plain(found), plain(entry))
    if (!isThere || !isSameWithout(format.parse(text), after, place)) throw tooUnusual()
    return edit
  })
}

/**
 * Returns the text without our server: exactly what it was before `edit` where that can be undone, or else with the
 * entry cut out. The first `kept` keys of the servers stay, also where they hold nothing else.
 */
export function removal(
  { file, text }: ConfigText,
  place: Place,
  { edit, kept }: { edit: TextEdit | undefined; kept: number },
): string {
  return about(file, () => {
    const format = formats[place.format]
    const before = format.parse(text)
    const isGood = (after: string): boolean => {
      try {
        const values = format.parse(after)
        return entryIn(values, place) === undefined && isSameWithout(values, before, place)
      } catch (error) {
        if (error instanceof ConfigFault) return false
        throw error
      }
    }
    const exact = edit && undone(text, edit)
    if (exact !== undefined && isGood(exact)) return exact
    const cut = format.remove(text, pathOf(place), { kept })
    if (isGood(cut)) return cut
    throw tooUnusual()
  })
}

/** Whether a document has nothing besides what a new file had. */
export const isBare = (
  { file, text }: ConfigText,
  { format, servers }: Place,
  base: Readonly<Record<string, string>> = {},
): boolean =>
  about(file, () => {
    const rest = withoutServer(
      formats[format].parse(text),
      {},
      { keys: servers, collection: formats[format].servers },
    )
    return isDeepStrictEqual(plain(rest), plain(base)) && !/\/\/ |\/\*|^\s*#/m.test(text)
  })

/** The text before an edit, if what it inserted is still there, once. */
function undone(text: string, { replaced, inserted }: TextEdit): string | undefined {
  const at = text.indexOf(inserted)
  if (inserted === '' || at === -1 || text.indexOf(inserted, at + 1) !== -1) return undefined
  return text.slice(0, at) + replaced + text.slice(at + inserted.length)
}

/** Whether `after` without our server has the values of `before`, in the same order. */
function isSameWithout(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  { format, servers: keys }: Place,
): boolean {
  const rest = withoutServer(after, before, { keys, collection: formats[format].servers })
  return textOf(withoutNull(before, keys)) === textOf(rest)
}

/** The values without our server, and without the keys around it that are empty then and that `before` lacks. */
function withoutServer(
  values: unknown,
  before: unknown,
  { keys, collection }: { keys: readonly string[]; collection: ServerCollection },
): unknown {
  const [key, ...inner] = keys
  if (key === undefined) return collection.without(values, serverName) ?? values
  if (!isRecord(values) || !Object.hasOwn(values, key)) return values
  const known = valueAt(before, [key]) ?? null
  const value = withoutServer(values[key], known, { keys: inner, collection })
  return known === null && isEmpty(value) ? without(values, key) : { ...values, [key]: value }
}

/** The values without a key around the servers that holds nothing, as in YAML. */
function withoutNull(values: unknown, [key, ...inner]: readonly string[]): unknown {
  if (key === undefined || !isRecord(values) || !Object.hasOwn(values, key)) return values
  if (values[key] === null) return without(values, key)
  return { ...values, [key]: withoutNull(values[key], inner) }
}

function without(values: Readonly<Record<string, unknown>>, key: string): Record<string, unknown> {
  const { [key]: _removed, ...others } = values
  return others
}

const entryIn = (values: Readonly<Record<string, unknown>>, { format, servers }: Place): unknown =>
  formats[format].servers.entry(valueAt(values, servers), serverName)

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0

const textOf = (value: unknown): string =>
  JSON.stringify(value, (_key, one: unknown) => (typeof one === 'bigint' ? `${one}n` : one))

/** Without prototypes, which parsers set differently. */
const plain = (value: unknown): unknown => JSON.parse(textOf(value))

const tooUnusual = (): ConfigFault =>
  new ConfigFault(t('connect.too-unusual', 'it is written in a way that cannot be edited safely'))

function about<Result>(file: string, read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (isAppError(error)) throw error
    // Parsers are recursive, and a hostile file may nest deeper than the stack.
    const fault =
      error instanceof RangeError ? new ConfigFault(t('connect.too-deep', 'it is nested too deeply')) : error
    if (!(fault instanceof ConfigFault)) throw error
    throw new InvalidError(
      'connect.config-unreadable',
      fault.line === undefined
        ? t('connect.config-unreadable', '{file} cannot be edited: {reason}.', {
            file,
            reason: fault.message,
          })
        : t('connect.config-unreadable.line', '{file} cannot be edited: {reason} (line {line}).', {
            file,
            reason: fault.message,
            line: fault.line,
          }),
      {
        hint: t('connect.config-unreadable.hint', 'Correct the file and try again. Nothing was changed.'),
        details: { file, ...(fault.line !== undefined && { line: fault.line }) },
        cause: error,
      },
    )
  }
}

/** Thrown where a file has a server of our name that cli-apps did not write. */
export const foreignServer = (file: string): ConflictError =>
  new ConflictError(
    'connect.foreign-server',
    t('connect.foreign-server', '{file} already has a server named cli-apps that starts something else.', {
      file,
    }),
    {
      hint: t(
        'connect.foreign-server.hint',
        'Rename or remove that server, then try again. Nothing was changed.',
      ),
      details: { file },
    },
  )
