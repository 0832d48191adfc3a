import { appendFile, lstat, mkdir, rename, stat } from 'node:fs/promises'
import path from 'node:path'
import { isMissing, type Workspace } from '@cli-apps/core/node'
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
      await refuseLinks([workspace.state, workspace.logs, file])
      await mkdir(workspace.logs, { recursive: true })
      await rotate(file)
      while (waiting !== '') {
        const text = waiting
        waiting = ''
        // One write in append mode: lines of several processes do not mix.
        await appendFile(file, text, { mode: 0o600 })
      }
    } catch (error) {
      waiting = ''
      onBug(error)
    }
  }

  return {
    write(entry: AuditEntry) {
      waiting += `${JSON.stringify(entry)}\n`
      writing ??= drain().finally(() => {
        writing = undefined
      })
    },
    close: async () => writing,
  }
}

/** A cloned workspace may bring a link in the place of the log. */
async function refuseLinks(files: readonly string[]): Promise<void> {
  for (const file of files) {
    const stats = await lstat(file).catch((error: unknown) => {
      if (!isMissing(error)) throw error
    })
    if (stats?.isSymbolicLink()) throw new Error(`${file} is a symbolic link`)
  }
}

async function rotate(file: string): Promise<void> {
  const size = await stat(file).then(
    (stats) => stats.size,
    () => 0,
  )
  if (size > mostBytes) await rename(file, file.replace(/\.jsonl$/, '.1.jsonl'))
}

export const noAuditLog: AuditLog = { write: () => {}, close: async () => {} }
