import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, type Stats } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod/v4/core'
import { parseJson } from '../canonical-json.ts'
import { InvalidError, isAppError, LimitError } from '../errors/errors.ts'
import { issuesOf } from '../errors/issues.ts'
import { t } from '../messages/t.ts'

/** Formats JSON as in all our files: two spaces, a final newline. */
export const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/** File times lag behind `Date.now()` by a system tick of up to 10 ms, which may be late; milliseconds. */
export const fileTimesLagMs = 20

/** Far above any file of ours; bytes. */
const mostBytes = 64 * 2 ** 20

/**
 * Reads a text file; `undefined` if it does not exist. Only regular files are read, as a pipe may block and a device
 * may never end. Throws `InvalidError` `file.not-plain` and `file.link-loop`, and `LimitError` `file.too-large` above
 * `atMost` bytes (64 MiB by default).
 */
export async function readText(
  file: string,
  { atMost = mostBytes, encoding = 'utf8' }: { atMost?: number; encoding?: 'utf8' | 'latin1' } = {},
): Promise<string | undefined> {
  try {
    return await readPlain(file, { atMost, encoding })
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

async function readPlain(
  file: string,
  { atMost, encoding = 'utf8' }: { atMost?: number; encoding?: 'utf8' | 'latin1' } = {},
): Promise<string> {
  await using handle = await openRegular(file, atMost)
  // Decoded as a whole: read as text, it would be decoded in pieces.
  return (await handle.readFile()).toString(encoding)
}

/** Opening a pipe without a writer would block. The checks apply to the opened file. */
const withoutWaiting = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/** Opens a user's file for reading, with the checks of `readText`. System errors are thrown unchanged. */
export async function openRegular(file: string, atMost?: number): Promise<FileHandle> {
  const handle = await open(file, withoutWaiting).catch((error: unknown) => {
    throw fromOpening(error, file)
  })
  try {
    requirePlain(file, await handle.stat(), atMost)
    return handle
  } catch (error) {
    await handle.close()
    throw error
  }
}

function readPlainNow(file: string): string {
  const descriptor = openNow(file)
  try {
    requirePlain(file, fstatSync(descriptor))
    return readFileSync(descriptor, 'utf8')
  } finally {
    closeSync(descriptor)
  }
}

function openNow(file: string): number {
  try {
    return openSync(file, withoutWaiting)
  } catch (error) {
    throw fromOpening(error, file)
  }
}

/** Sockets cannot be opened, and a link to itself cannot be resolved. */
function fromOpening(error: unknown, file: string): unknown {
  if (hasCode(error, 'ENXIO')) return notPlain(file)
  if (!hasCode(error, 'ELOOP')) return error
  return new InvalidError(
    'file.link-loop',
    t('file.link-loop', '{file} is a symbolic link that leads to itself.', { file }),
    {
      hint: t('file.link-loop.hint', 'Look where it comes from, and remove it.'),
      details: { file },
      cause: error,
    },
  )
}

const notPlain = (file: string): InvalidError =>
  new InvalidError('file.not-plain', t('file.not-plain', '{file} is not a regular file.', { file }), {
    hint: t('file.not-plain.hint', 'Find out which program made this pipe, device or link, and remove it.'),
    details: { file },
  })

function requirePlain(file: string, stats: Stats, atMost = mostBytes): void {
  if (!stats.isFile() && !stats.isDirectory()) throw notPlain(file)
  if (stats.size > atMost)
    throw new LimitError(
      'file.too-large',
      t('file.too-large', '{file} has {count} bytes; at most {atMost} are read.', {
        file,
        count: stats.size,
        atMost,
      }),
      {
        hint: t('file.too-large.hint', 'Find out which program wrote it, and shorten or remove it.'),
        details: { file },
      },
    )
}

export interface ReadJsonOptions {
  /** Name of the file in errors: "The lockfile". */
  what: string
  /** Error code for a damaged file, such as `lockfile.corrupt`. */
  code: string
  /** How to repair it. */
  repair: string
  /** Receives the text before it is parsed; its errors are thrown unchanged. */
  accept?: (text: string) => void
}

/**
 * Reads and validates a JSON file; `undefined` if it does not exist. A damaged or unreadable file is never treated as
 * empty: `InvalidError` names the file and the repair. A function loads a large schema only if there is a file to read.
 */
export async function readJson<Schema extends z.$ZodType>(
  file: string,
  schema: Schema | (() => Promise<Schema>),
  options: ReadJsonOptions,
): Promise<z.output<Schema> | undefined> {
  const read = await readPlain(file).then(
    (text) => {
      options.accept?.(text)
      return () => text
    },
    (cause) => () => {
      throw cause
    },
  )
  const found = parseFile(file, { ...options, read })
  return (
    found &&
    validFile(file, found, { schema: typeof schema === 'function' ? await schema() : schema, ...options })
  )
}

/** Synchronous `readJson`: many small files are read in a third of the time without the thread pool. */
export function readJsonNow<Schema extends z.$ZodType>(
  file: string,
  schema: Schema,
  options: ReadJsonOptions,
): z.output<Schema> | undefined {
  const found = parseFile(file, { ...options, read: () => readPlainNow(file) })
  return found && validFile(file, found, { schema, ...options })
}

/** `undefined` if there is no file. */
function parseFile(
  file: string,
  { what, code, repair, read }: ReadJsonOptions & { read: () => string },
): { value: unknown } | undefined {
  try {
    return { value: parseJson(read(), file) }
  } catch (cause) {
    if (isMissing(cause) && !isLink(file)) return undefined
    throw new InvalidError(
      code,
      t('files.cannot-read', '{what} cannot be read: {cause}', { what, cause: whyUnreadable(cause, file) }),
      {
        hint: repair,
        cause,
        details: { file },
      },
    )
  }
}

function validFile<Schema extends z.$ZodType>(
  file: string,
  { value }: { value: unknown },
  { schema, what, code, repair }: ReadJsonOptions & { schema: Schema },
): z.output<Schema> {
  const parsed = z.safeParse(schema, value)
  if (parsed.success) return parsed.data
  throw new InvalidError(code, t('files.damaged', '{what} is damaged: {file}', { what, file }), {
    hint: repair,
    issues: issuesOf(parsed.error, value),
    details: { file },
  })
}

function isLink(file: string): boolean {
  try {
    return lstatSync(file).isSymbolicLink()
  } catch {
    return false
  }
}

function whyUnreadable(cause: unknown, file: string): string {
  if (isAppError(cause)) return cause.message
  if (isMissing(cause)) return t('files.link-nothing', '{file} is a link to nothing', { file })
  if (hasCode(cause, 'EISDIR')) return t('files.folder', '{file} is a folder', { file })
  if (hasCode(cause, 'EACCES') || hasCode(cause, 'EPERM'))
    return t('files.may-not-read-user', '{file} may not be read by this user', { file })
  return `${file}: ${cause instanceof Error ? cause.message : String(cause)}`
}

export const isMissing = (error: unknown): boolean => hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')

export const hasCode = (error: unknown, code: string): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === code

/** Whether something exists at a path. A link to itself counts, since reading it reports the problem. */
export async function exists(file: string): Promise<boolean> {
  try {
    await stat(file)
    return true
  } catch (error) {
    if (isMissing(error)) return false
    if (hasCode(error, 'ELOOP')) return true
    throw error
  }
}

/** Whether `child` is `parent` or below it. Both must be absolute and resolved; does not access the disk. */
export function isInside(parent: string, child: string): boolean {
  const way = path.relative(parent, child)
  return way === '' || (way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way))
}
