import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { InvalidError, isAppError, NotFoundError, UnsupportedError } from '@cli-apps/core'
import { hasCode } from '@cli-apps/core/node'
import type * as z from 'zod'
import { BackupEnd, BackupHead, BackupSection, backupVersion } from './backup-format.ts'

/** Some rows of one table. */
interface BackupPart {
  section: BackupSection
  rows: string[]
}

const batch = 100
/** Far above any row, and far below what a small gzip file can expand to. */
const longestLine = 128 * 1024 * 1024

/**
 * Yields the rows of a backup in order, in batches. Throws `InvalidError` `backup.damaged` for a wrong line, count or
 * digest; only reading to the end proves that the backup is complete.
 */
export async function* readBackup(file: string): AsyncGenerator<BackupPart> {
  try {
    yield* parts(file)
  } catch (error) {
    if (isAppError(error)) throw error
    if (hasCode(error, 'ENOENT'))
      throw new NotFoundError('backup.missing', `The file ${file} was not found.`, {
        hint: 'Name a file that "cli-apps-registry backup" wrote.',
        cause: error,
      })
    throw damaged(file, error)
  }
}

/** Reads a backup to its end and discards the rows. Throws like `readBackup`. */
export async function verifyBackup(file: string): Promise<void> {
  for await (const _ of readBackup(file));
}

async function* parts(file: string): AsyncGenerator<BackupPart> {
  const lines = linesOf(file)
  const digest = createHash('sha256')
  const next = async (): Promise<string> => {
    const { value, done } = await lines.next()
    if (done) throw damaged(file)
    return value
  }
  const taken = async (): Promise<string> => {
    const text = await next()
    digest.update(`${text}\n`)
    return text
  }

  requireReadable(file, parsed(file, BackupHead, await taken()))
  for (;;) {
    const text = await next()
    const value: unknown = JSON.parse(text)
    const end = BackupEnd.safeParse(value)
    if (end.success) {
      if (end.data.digest !== `sha256:${digest.digest('hex')}`) throw damaged(file)
      if ((await lines.next()).done !== true) throw damaged(file)
      return
    }
    digest.update(`${text}\n`)
    const section = parsed(file, BackupSection, text)
    for (let left = section.rows; left > 0; left -= batch) {
      const rows: string[] = []
      while (rows.length < Math.min(left, batch)) rows.push(await taken())
      yield { section, rows }
    }
  }
}

/** Splits only at line feeds, because texts may contain the other separators. */
async function* linesOf(file: string): AsyncGenerator<string> {
  const gunzip = createGunzip()
  const source = createReadStream(file)
  source.on('error', (error) => gunzip.destroy(error))
  let rest: Buffer[] = []
  let length = 0
  for await (const chunk of source.pipe(gunzip) as AsyncIterable<Buffer>) {
    let from = 0
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      yield Buffer.concat([...rest, chunk.subarray(from, at)]).toString('utf8')
      rest = []
      length = 0
      from = at + 1
    }
    rest.push(chunk.subarray(from))
    length += chunk.length - from
    if (length > longestLine) throw damaged(file)
  }
  if (rest.some(({ length }) => length > 0)) throw damaged(file)
}

function parsed<Schema extends z.ZodType>(file: string, schema: Schema, text: string): z.output<Schema> {
  const result = schema.safeParse(JSON.parse(text))
  if (result.success) return result.data
  throw damaged(file, result.error)
}

function requireReadable(file: string, { version }: z.infer<typeof BackupHead>): void {
  if (version <= backupVersion) return
  throw new UnsupportedError(
    'backup.newer',
    `${file} has format ${version}; this program reads ${backupVersion}.`,
    {
      hint: 'Restore it with the version of cli-apps-registry that wrote it, or a newer one.',
    },
  )
}

const damaged = (file: string, cause?: unknown): InvalidError =>
  new InvalidError('backup.damaged', `${file} is not a complete backup: it was truncated or changed.`, {
    hint: 'Nothing was restored. Take another backup.',
    cause,
  })
