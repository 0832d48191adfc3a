import { randomBytes } from 'node:crypto'
import { lstat, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type * as z from 'zod'
import { parseJson } from '../canonical-json.ts'
import { InvalidError, isAppError } from '../errors.ts'
import { issuesOf } from '../issues.ts'

/** JSON as all our files hold it: two spaces, a final newline. */
export const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/**
 * Replaces a file whole: readers see the old content or the new, also after a crash. Folders on the way are made.
 * The temporary file beside it is removed when writing fails.
 */
export async function writeFileAtomic(
  file: string,
  content: string | Uint8Array,
  mode = 0o666,
): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  const temporary = `${file}.${process.pid}.${randomBytes(4).toString('hex')}.tmp`
  try {
    const handle = await open(temporary, 'wx', mode)
    try {
      await handle.writeFile(content)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** Text of a file, or `undefined` where there is none. */
export async function readText(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

export interface ReadJsonOptions {
  /** What the file is, for the error: "The lockfile". */
  what: string
  /** Code of the error when the file is broken, such as `lockfile.corrupt`. */
  code: string
  /** How to repair it. */
  repair: string
}

/**
 * Reads a JSON file through its schema; `undefined` where there is none. One that is there but broken or unreadable is
 * never taken for empty: it throws `InvalidError` that names the file and the repair.
 */
export async function readJson<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
  { what, code, repair }: ReadJsonOptions,
): Promise<z.output<Schema> | undefined> {
  let value: unknown
  try {
    value = parseJson(await readFile(file, 'utf8'), file)
  } catch (cause) {
    if (isMissing(cause) && !(await isLink(file))) return undefined
    throw new InvalidError(code, `${what} cannot be read: ${whyUnreadable(cause, file)}`, {
      hint: repair,
      cause,
      details: { file },
    })
  }
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new InvalidError(code, `${what} is damaged: ${file}`, {
    hint: repair,
    issues: issuesOf(parsed.error, value),
    details: { file },
  })
}

const isLink = (file: string): Promise<boolean> =>
  lstat(file).then(
    (found) => found.isSymbolicLink(),
    () => false,
  )

function whyUnreadable(cause: unknown, file: string): string {
  if (isAppError(cause)) return cause.message
  if (isMissing(cause)) return `${file} is a link to nothing`
  if (hasCode(cause, 'EISDIR')) return `${file} is a folder`
  if (hasCode(cause, 'EACCES') || hasCode(cause, 'EPERM')) return `${file} may not be read by this user`
  return `${file}: ${cause instanceof Error ? cause.message : String(cause)}`
}

export const isMissing = (error: unknown): boolean => hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')

export const hasCode = (error: unknown, code: string): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === code

export async function exists(file: string): Promise<boolean> {
  try {
    await stat(file)
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

/** Is `child` the folder `parent` or below it? Both absolute and already resolved; nothing is looked up on disk. */
export function isInside(parent: string, child: string): boolean {
  const way = path.relative(parent, child)
  return way === '' || (way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way))
}
