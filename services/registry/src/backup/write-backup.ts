import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { ConflictError } from '@cli-apps/core'
import { exists } from '@cli-apps/core/node'
import type { Queries } from '../db/database.ts'
import { backupTables, countRows, readRows, storedColumns } from '../db/queries/backup-rows.ts'
import { type BackupCounts, backupVersion } from './backup-format.ts'

interface BackupOptions {
  file: string
  now: Date
  /** Whether an existing file may be replaced. */
  force: boolean
}

/**
 * Writes a consistent backup of the registry to a file that only this user can read. The file appears only when
 * complete. Throws `ConflictError` `backup.exists` if the file exists.
 */
export async function writeBackup(db: Queries, { file, now, force }: BackupOptions): Promise<BackupCounts> {
  await requireAbsent(file, force)
  await mkdir(path.dirname(file), { recursive: true })
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}.tmp`
  try {
    const counts = await writeDraft(db, draft, now)
    await requireAbsent(file, force)
    await rename(draft, file)
    return counts
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

async function requireAbsent(file: string, force: boolean): Promise<void> {
  if (force || !(await exists(file))) return
  throw new ConflictError('backup.exists', `${file} already exists.`, {
    hint: 'Choose another name, or replace it with --force.',
  })
}

async function writeDraft(db: Queries, draft: string, now: Date): Promise<BackupCounts> {
  const counts: BackupCounts = {}
  await db.transaction(
    (tx) =>
      pipeline(
        Readable.from(lines(tx, now, counts)),
        createGzip(),
        createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }),
      ),
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
  return counts
}

async function* lines(tx: Queries, now: Date, counts: BackupCounts): AsyncGenerator<string> {
  const digest = createHash('sha256')
  for await (const text of content(tx, now, counts)) {
    digest.update(text)
    yield text
  }
  yield line({ digest: `sha256:${digest.digest('hex')}` })
}

async function* content(tx: Queries, now: Date, counts: BackupCounts): AsyncGenerator<string> {
  yield line({ format: 'cli-apps-registry-backup', version: backupVersion, created_at: now.toISOString() })
  for (const table of backupTables) {
    const columns = await storedColumns(tx, table)
    const rows = await countRows(tx, table)
    counts[table] = rows
    yield line({ table, columns, rows })
    for await (const batch of readRows(tx, table, columns)) yield `${batch.join('\n')}\n`
  }
}

const line = (value: unknown): string => `${JSON.stringify(value)}\n`
