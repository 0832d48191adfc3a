import { lstatSync, mkdirSync } from 'node:fs'
import { rename, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAppError } from '@cli-apps/core'
import { acquireLock, hasCode, makeFolder, type Workspace } from '@cli-apps/core/node'
import { appendLines } from './append-lines.ts'
import type { AuditLog } from './audit-log.ts'

/** A log that grew to this is kept as `audit.1.jsonl`, in place of the one before. */
const mostBytes = 10_000_000
/** Pauses between attempts to write to a log that cannot be written for the moment. */
const pauses = [10, 50, 250, 1000, 2000]
/** Lines that wait meanwhile. */
const mostWaiting = 10_000
/** What passes: too many open files, a full disk. */
const passing = ['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN', 'ENOSPC', 'EDQUOT', 'EIO']

export const auditFile = (workspace: Workspace): string => path.join(workspace.logs, 'audit.jsonl')

/** What has lines that are not on disk yet, by the logs of this process. */
const unwritten = new Set<() => void>()
const writeAll = (): void => {
  for (const write of unwritten) write()
}

/**
 * Appends to the workspace's audit log, in the order of the calls. A line leaves memory when it is on disk: where writing fails for the
 * moment it is attempted again, and lines that wait when the process exits are written then.
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
      // Nobody is left to be told.
    }
  }

  function begin(): void {
    if (unwritten.size === 0) process.once('exit', writeAll)
    unwritten.add(writeAtExit)
    writing ??= drain().finally(() => {
      writing = undefined
      unwritten.delete(writeAtExit)
      if (unwritten.size === 0) process.off('exit', writeAll)
      // What came after the last look and before this.
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

/** A cloned workspace may bring something else in the place of the log: a link, or a pipe that takes what is written for ever. */
function requireOwn(folders: readonly string[], file: string): void {
  for (const one of [...folders, file]) {
    const stats = lstatSync(one, { throwIfNoEntry: false })
    if (stats === undefined || (one === file ? stats.isFile() : stats.isDirectory())) continue
    throw new Error(`${one} is a link, or is not a regular ${one === file ? 'file' : 'folder'}`)
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
