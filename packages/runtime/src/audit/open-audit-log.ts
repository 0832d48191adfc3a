import { lstatSync, mkdirSync } from 'node:fs'
import { rename, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAppError } from '@cli-apps/core'
import { acquireLock, hasCode, makeFolder, type Workspace } from '@cli-apps/core/node'
import { appendLines } from './append-lines.ts'
import type { AuditLog } from './audit-log.ts'

/** A log of this size is renamed to `audit.1.jsonl`, which replaces the previous one. */
const mostBytes = 10_000_000
/** Pauses in milliseconds before retrying a failed write. */
const pauses = [10, 50, 250, 1000, 2000]
/** Maximum number of queued lines. */
const mostWaiting = 10_000
/** Transient errors: too many open files, a full disk. */
const passing = ['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN', 'ENOSPC', 'EDQUOT', 'EIO']

export const auditFile = (workspace: Workspace): string => path.join(workspace.logs, 'audit.jsonl')

/** Flush functions of the logs in this process that have queued lines. */
const unwritten = new Set<() => void>()
const writeAll = (): void => {
  for (const write of unwritten) write()
}

/**
 * Appends to the workspace's audit log in the order of the calls. Failed writes are retried, and lines still queued at
 * process exit are written then.
 */
export function openAuditLog(workspace: Workspace, onBug: (error: unknown) => void): AuditLog {
  const file = auditFile(workspace)
  const waiting: string[] = []
  let writing: Promise<void> | undefined

  async function drain(): Promise<void> {
    for (let failures = 0; waiting.length > 0; ) {
      try {
        await makeReady(workspace, file)
        writeWaiting()
      } catch (error) {
        const pause = passing.some((code) => hasCode(error, code)) ? pauses[failures++] : undefined
        if (pause === undefined || waiting.length > mostWaiting) {
          waiting.length = 0
          onBug(error)
        } else await sleep(pause)
      }
    }
  }

  function writeWaiting(): void {
    while (waiting.length > 0) waiting.splice(0, appendLines(file, waiting))
  }

  const writeAtExit = (): void => {
    try {
      requireOwn([workspace.state, workspace.logs], file)
      mkdirSync(workspace.logs, { recursive: true })
      writeWaiting()
    } catch {
      // At exit, nobody is left to receive the error.
    }
  }

  function begin(): void {
    if (unwritten.size === 0) process.once('exit', writeAll)
    unwritten.add(writeAtExit)
    writing ??= drain().finally(() => {
      writing = undefined
      unwritten.delete(writeAtExit)
      if (unwritten.size === 0) process.off('exit', writeAll)
      // Lines added since the last check.
      if (waiting.length > 0) begin()
    })
  }

  return {
    write(entry) {
      waiting.push(`${JSON.stringify(entry)}\n`)
      begin()
    },
    async close() {
      while (writing !== undefined) await writing
    },
  }
}

async function makeReady({ state, logs }: Workspace, file: string): Promise<void> {
  requireOwn([state, logs], file)
  await makeFolder(logs)
  await rotate(file)
}

/** A cloned workspace may contain a link in place of the log, or a pipe that blocks forever. */
function requireOwn(folders: readonly string[], file: string): void {
  for (const one of [...folders, file]) {
    const stats = lstatSync(one, { throwIfNoEntry: false })
    if (stats === undefined || (one === file ? stats.isFile() : stats.isDirectory())) continue
    throw new Error(`${one} is a link, or is not a regular ${one === file ? 'file' : 'folder'}`)
  }
}

/** Under a lock: a second process would replace the kept log with the one just begun. */
async function rotate(file: string): Promise<void> {
  if ((await sizeOf(file)) <= mostBytes) return
  try {
    await using _ = await acquireLock(path.dirname(file), 'audit.lock', {
      wait: 5000,
      what: `The audit log ${file}`,
    })
    if ((await sizeOf(file)) > mostBytes) await rename(file, file.replace(/\.jsonl$/, '.1.jsonl'))
  } catch (error) {
    // Another process is rotating; the log just grows a little longer until the next time.
    if (!isAppError(error)) throw error
  }
}

const sizeOf = (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  )

export const noAuditLog: AuditLog = { write: () => {}, close: async () => {} }
