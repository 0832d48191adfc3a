import { isDeepStrictEqual } from 'node:util'
import { ConflictError, InvalidError, isAppError, t } from '@cli-apps/core'
import type { ServerFile } from '../agents/agent-servers.ts'
import { applyEdit, ConfigFault, type ConfigFormat, type EntryPath, type TextEdit } from './config-format.ts'
import { jsonConfig } from './json-config.ts'
import { serverName } from './server-entry.ts'
import { tomlConfig } from './toml-config.ts'
import { tomlListConfig } from './toml-list-config.ts'
import { yamlConfig } from './yaml-config.ts'

const formats: Readonly<Record<ServerFile['format'], ConfigFormat>> = {
  json: jsonConfig,
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

const pathOf = ({ servers }: Place): EntryPath => [servers, serverName]

/** Returns the entry of our server; `undefined` if there is none. Throws `InvalidError` `connect.config-unreadable`. */
export function readEntry({ file, text }: ConfigText, place: Place): unknown {
  return about(file, () => entryIn(formats[place.format].parse(text), place))
}

/** Whether the file has the key of the servers. Throws like `readEntry`. */
export const hasServers = ({ file, text }: ConfigText, { format, servers }: Place): boolean =>
  about(file, () => Object.hasOwn(formats[format].parse(text), servers))

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
 * entry cut out. `isWhole` says that the key of the servers is ours too.
 */
export function removal(
  { file, text }: ConfigText,
  place: Place,
  { edit, isWhole }: { edit: TextEdit | undefined; isWhole: boolean },
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
    const cut = format.remove(text, pathOf(place), { isWhole })
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
    const rest = { ...formats[format].parse(text) }
    if (isEmpty(formats[format].servers.without(rest[servers], serverName))) delete rest[servers]
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
  { format, servers: key }: Place,
): boolean {
  const { without } = formats[format].servers
  const rest = { ...after }
  const others = without(rest[key], serverName)
  if (others !== undefined) {
    rest[key] = others
    const isNew = without(before[key], serverName) === undefined
    if (isNew && isEmpty(others)) delete rest[key]
  }
  const expected = { ...before }
  if ((expected[key] ?? null) === null) delete expected[key]
  return textOf(expected) === textOf(rest)
}

const entryIn = (values: Readonly<Record<string, unknown>>, { format, servers }: Place): unknown =>
  formats[format].servers.entry(values[servers], serverName)

const isEmpty = (servers: object | undefined): boolean =>
  servers !== undefined && Object.keys(servers).length === 0

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
