import { constants } from 'node:fs'
import { lstat, open, rename, stat } from 'node:fs/promises'
import path from 'node:path'
import { isAppError } from '@cli-apps/core'
import { acquireLock, isMissing, makeFolder, type Workspace } from '@cli-apps/core/node'
import type { AuditEntry, AuditLog } from './audit-log.ts'

/** A log that grew to this is kept as `audit.1.jsonl`, in place of the one before. */
const mostBytes = 10_000_000

export const auditFile = (workspace: Workspace): string => path.join(workspace.logs, 'audit.jsonl')

/** Appends to the workspace's audit log, one write after the other. */
export function openAuditLog(workspace: Workspace, onBug: (error: unknown) => void): AuditLog {
  const file = auditFile(workspace)
  let waiting = ''
  let writing: Promise<void> | undefined

  async function drain(): Promise<void> {
    try {
      await requireOwn([workspace.state, workspace.logs], file)
      await makeFolder(workspace.logs)
      await rotate(file)
      while (waiting !== '') {
        const text = waiting
        waiting = ''
        await append(file, text)
      }
    } catch (error) {
      waiting = ''
      onBug(error)
    }
  }

  function write(entry: AuditEntry): void {
    waiting += `${JSON.stringify(entry)}\n`
    begin()
  }

  function begin(): void {
    writing ??= drain().finally(() => {
      writing = undefined
      // What came after the last look and before this.
      if (waiting !== '') begin()
    })
  }

  return {
    write,
    async close() {
      while (writing !== undefined) await writing
    },
  }
}

/** One write in append mode: lines of several processes do not mix. */
async function append(file: string, text: string): Promise<void> {
  const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW, O_NONBLOCK } = constants
  await using handle = await open(file, O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW | O_NONBLOCK, 0o600)
  await handle.writeFile(text)
}

/** A cloned workspace may bring something else in the place of the log: a link, or a pipe that takes what is written for ever. */
async function requireOwn(folders: readonly string[], file: string): Promise<void> {
  for (const one of [...folders, file]) {
    const stats = await lstat(one).catch((error: unknown) => {
      if (!isMissing(error)) throw error
    })
    if (stats === undefined || (one === file ? stats.isFile() : stats.isDirectory())) continue
    throw new Error(`${one} is a link, or is no ${one === file ? 'file' : 'folder'}`)
  }
}

/** One process at a time: a second one would put the log just begun in the place of the one kept. */
async function rotate(file: string): Promise<void> {
  if ((await sizeOf(file)) <= mostBytes) return
  try {
    await using _ = await acquireLock(path.dirname(file), 'audit.lock', {
      wait: 5000,
      what: `The audit log ${file}`,
    })
    if ((await sizeOf(file)) > mostBytes) await rename(file, file.replace(/\.jsonl$/, '.1.jsonl'))
  } catch (error) {
    // Another process is at it: the log is a little longer than it should be until the next time.
    if (!isAppError(error)) throw error
  }
}

const sizeOf = (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  )

export const noAuditLog: AuditLog = { write: () => {}, close: async () => {} }
