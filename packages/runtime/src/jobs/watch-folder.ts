import { watch } from 'node:fs'

/**
 * Calls `changed` after a name in the folder appeared, went or was touched; gives the function that ends it. It keeps no
 * process alive, and where the system watches nothing (no such folder, no watches left) it says nothing: who needs to know
 * also looks from time to time.
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
