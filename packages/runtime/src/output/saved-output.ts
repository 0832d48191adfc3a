import { constants } from 'node:fs'
import { type FileHandle, open, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { NotFoundError, t, toLine, UsageError } from '@cli-apps/core'
import { hasCode, isMissing, type Workspace } from '@cli-apps/core/node'
import { isRunId } from '../invoke/run-id.ts'

type StreamName = 'stdout' | 'stderr'

/** A run whose output was saved. */
export interface SavedRun {
  run_id: string
  app: string
  /** ISO 8601, to the second. */
  begun_at: string
  /** Bytes of each stream. */
  stdout: number
  stderr: number
}

const fileForm = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-(.+)-([0-9a-f]{16})\.(stdout|stderr)\.log$/

/** Lists the runs of which output is saved, the newest first. */
export async function listSavedRuns({ logs }: Workspace): Promise<SavedRun[]> {
  const runs = new Map<string, SavedRun>()
  for (const name of (await namesOf(logs)).sort().reverse()) {
    const [, year, month, day, hour, minute, second, app = '', run_id = '', stream] =
      fileForm.exec(name) ?? []
    if (stream === undefined) continue
    const begun_at = `${year}-${month}-${day}T${hour}:${minute}:${second}Z`
    const run = runs.get(run_id) ?? { run_id, app, begun_at, stdout: 0, stderr: 0 }
    const size = await stat(path.join(logs, name)).then(
      ({ size }) => size,
      () => 0,
    )
    runs.set(run_id, { ...run, [stream]: size })
  }
  return [...runs.values()]
}

/**
 * Opens what was saved of a run's stream; it has to be closed. Throws `UsageError` `run.bad-id` for a text that is no id, and
 * `NotFoundError` `run.not-saved` where nothing is kept of it.
 */
export async function openSavedOutput(
  { logs }: Workspace,
  id: string,
  stream: StreamName,
): Promise<FileHandle> {
  if (!isRunId(id))
    throw new UsageError(
      'run.bad-id',
      t('run.bad-id', '{id} is not the id of a run.', { id: JSON.stringify(toLine(id, 40)) }),
      { hint: t('run.bad-id.hint', 'Pass the run_id of a result: 16 hexadecimal digits.') },
    )
  const name = (await namesOf(logs)).find((one) => one.endsWith(`-${id}.${stream}.log`))
  if (name === undefined) throw notSaved(id)
  try {
    // An app may have put a link or a FIFO in its place.
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
    const handle = await open(path.join(logs, name), flags)
    if ((await handle.stat()).isFile()) return handle
    await handle.close()
  } catch (error) {
    if (!isMissing(error) && !hasCode(error, 'ELOOP')) throw error
  }
  throw notSaved(id)
}

async function namesOf(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isMissing(error) || hasCode(error, 'ENOTDIR')) return []
    throw error
  }
}

const notSaved = (id: string): NotFoundError =>
  new NotFoundError('run.not-saved', t('run.not-saved', 'No output of the run {id} is saved.', { id }), {
    hint: t(
      'run.not-saved.hint',
      'Output is saved where a result was cut, for 7 days or until there are 200 MB of newer output. Run the app again.',
    ),
  })
