import { lstat, opendir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ProcessError, t } from '@cli-apps/core'

interface DiskBound {
  /** Bytes on disk. */
  bytes: number
  /** Files and folders. */
  entries: number
}

/** Limit for a program while it is probed: enough to unpack itself several times. */
const defaultBound: DiskBound = { bytes: 4 * 2 ** 30, entries: 500_000 }

const checkMs = 300

/**
 * Calls `run` with a signal that aborts when the folder exceeds the limit. Checks a few times a second, so slightly
 * more may be written. Throws `ProcessError` `probe.disk` in that case.
 */
export async function withinDiskBound<Result>(
  folder: string,
  run: (signal: AbortSignal) => Promise<Result>,
  bound: DiskBound = defaultBound,
): Promise<Result> {
  const full = new AbortController()
  const done = new AbortController()
  const watching = watch(folder, bound, { full, done: done.signal })
  try {
    const result = await run(full.signal)
    if (!full.signal.aborted) return result
    throw new ProcessError(
      'probe.disk',
      t('probe.disk', 'The program wrote more than {round} MiB or {entries} files while it was checked.', {
        round: Math.round(bound.bytes / 2 ** 20),
        entries: bound.entries,
      }),
      { hint: t('probe.disk.hint', 'It was stopped, and its files were removed.') },
    )
  } finally {
    done.abort()
    await watching
  }
}

async function watch(
  folder: string,
  bound: DiskBound,
  { full, done }: { full: AbortController; done: AbortSignal },
): Promise<void> {
  // Most programs are done before the first check.
  for (let pause = checkMs; !done.aborted; ) {
    await sleep(pause, undefined, { signal: done, ref: false }).catch(() => {})
    const started = performance.now()
    if (!done.aborted && (await exceeds(folder, bound, done))) return full.abort()
    // Checking should take little time compared to what it checks.
    pause = Math.max(checkMs, 10 * (performance.now() - started))
  }
}

async function exceeds(folder: string, bound: DiskBound, done: AbortSignal): Promise<boolean> {
  let bytes = 0
  let entries = 0
  const folders = [folder]
  for (let at = folders.pop(); at !== undefined && !done.aborted; at = folders.pop()) {
    // Deleted or unreadable folders count as empty.
    const names = await opendir(at).catch(() => undefined)
    if (names === undefined) continue
    for await (const entry of names) {
      const file = path.join(at, entry.name)
      const stats = await lstat(file).catch(() => undefined)
      bytes += (stats?.blocks ?? 0) * 512
      entries += 1
      if (entry.isDirectory()) folders.push(file)
      if (bytes > bound.bytes || entries > bound.entries) return true
      if (done.aborted) break
    }
  }
  return false
}
