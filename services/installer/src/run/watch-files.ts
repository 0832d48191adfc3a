import { type Stats, unwatchFile, watchFile } from 'node:fs'

/** How often the files are looked at, in milliseconds: some of them do not exist at first, which only polling notices. */
const intervalMs = 1000

/**
 * Calls `act` after one of the files was created, changed or removed, one call at a time; changes during a call lead to one more. A
 * failure is ignored until the next change. `close` waits for a call that is running.
 */
export function watchFiles(
  files: readonly string[],
  act: () => Promise<void>,
): { close: () => Promise<void> } {
  let acting: Promise<void> | undefined
  let isChanged = false
  let isClosed = false
  const actOnChanges = async (): Promise<void> => {
    while (isChanged && !isClosed) {
      isChanged = false
      await act().catch(() => {})
    }
    acting = undefined
  }
  const onChange = (now: Stats, before: Stats): void => {
    // A file that is not there is told of once, when the watching begins.
    if (now.mtimeMs === before.mtimeMs && now.ino === before.ino && now.size === before.size) return
    isChanged = true
    acting ??= actOnChanges()
  }
  for (const file of files) watchFile(file, { interval: intervalMs, persistent: false }, onChange)
  return {
    async close() {
      isClosed = true
      for (const file of files) unwatchFile(file, onChange)
      await acting
    },
  }
}
