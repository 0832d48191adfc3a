import { watch } from 'node:fs'

/**
 * Calls `changed` when an entry of the folder is added, removed or touched; returns a function that stops it. Does not
 * keep the process alive. Silent where the system cannot watch (missing folder, no watches left), so callers that must
 * know also poll.
 */
export function watchFolder(folder: string, changed: () => void): () => void {
  try {
    const watcher = watch(folder, { persistent: false }, changed)
    watcher.on('error', () => watcher.close())
    return () => watcher.close()
  } catch {
    return () => {}
  }
}
