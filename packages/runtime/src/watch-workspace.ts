import { type BigIntStats, type FSWatcher, readdirSync, statSync, watch } from 'node:fs'
import path from 'node:path'
import { isInside, isTemporaryName, type Workspace } from '@cli-apps/core/node'
import type { RuntimeEvents } from './events.ts'

interface WatchWorkspaceOptions {
  workspace: Workspace
  /** Folders that contain skill folders. */
  skillFolders: readonly string[]
  /** Called when the set of installed apps or one of their records changes. */
  appsChanged: () => void
  /** Called when a skill is added, removed or changed. */
  skillsChanged: () => void
  /** Polling interval in milliseconds for changes without notification; 3,000 by default. */
  pollMs?: number
}

/** Maximum number of system watches; polling covers the rest. */
const mostWatches = 256
/** Changes within this time are reported as one. */
const quietMs = 100

/**
 * Reports changes from now on, once each, until the returned function is called. System notifications only trigger a
 * check, since they fail for missing folders, on network drives and when watches run out; slow polling continues as
 * well. Does not keep the process alive.
 */
export function watchWorkspace(options: WatchWorkspaceOptions): () => void {
  const { workspace, skillFolders, pollMs = 3000 } = options
  const look = (): Looks => ({
    apps: recordFolders(workspace)
      .map((folder) => stampOf(folder))
      .join('\n'),
    skills: skillFolders.map((folder) => stampOf(folder, 'SKILL.md')).join('\n'),
  })
  let before = look()
  let soon: NodeJS.Timeout | undefined
  const watches = createWatches(() => {
    soon ??= setTimeout(check, quietMs).unref()
  })
  function check(): void {
    clearTimeout(soon)
    soon = undefined
    watches.update(foldersOf(options))
    const now = look()
    const was = before
    before = now
    if (now.apps !== was.apps) options.appsChanged()
    if (now.skills !== was.skills) options.skillsChanged()
  }
  watches.update(foldersOf(options))
  const poll = setInterval(check, pollMs).unref()
  return () => {
    clearInterval(poll)
    clearTimeout(soon)
    watches.update([])
  }
}

/** Watches only while the related events have listeners. */
export function createWorkspaceWatch(options: WatchWorkspaceOptions) {
  let stop: (() => void) | undefined
  let isClosed = false
  const end = (): void => {
    stop?.()
    stop = undefined
  }
  return {
    listened(names: ReadonlySet<string>): void {
      if (isClosed || !watched.some((name) => names.has(name))) end()
      else stop ??= watchWorkspace(options)
    },
    close(): void {
      isClosed = true
      end()
    },
  }
}

const watched: readonly (keyof RuntimeEvents)[] = ['tools-changed', 'apps-changed', 'skills-changed']

const recordFolders = ({ records, shared }: Workspace): string[] => [
  records,
  ...(shared === undefined ? [] : [shared.records]),
]

interface Looks {
  apps: string
  skills: string
}

/** A text that changes whenever an entry of the folder, or the inner file of each, changes. */
function stampOf(folder: string, inner = ''): string {
  const lines = namesIn(folder).map((name) => {
    const stats = lookAt(path.join(folder, name, inner))
    return stats === undefined ? '' : `${name} ${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}`
  })
  return lines.filter((line) => line !== '').join('\n')
}

/** Ignores temporary files: what is still being written is not a change yet. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => !name.startsWith('.') && !isTemporaryName(name))
      .sort()
  } catch {
    return []
  }
}

function lookAt(file: string): BigIntStats | undefined {
  try {
    return statSync(file, { bigint: true, throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

/** The folders to watch now: the given ones, each skill's, and for a missing one its nearest existing parent. */
function foldersOf({ workspace, skillFolders }: WatchWorkspaceOptions): string[] {
  const inner = skillFolders.flatMap((folder) => namesIn(folder).map((name) => path.join(folder, name)))
  const tops = [...recordFolders(workspace), ...skillFolders].map((folder) =>
    nearestFolder(folder, workspace.root),
  )
  return [...new Set([...tops, ...inner.filter((one) => lookAt(one)?.isDirectory())])].slice(0, mostWatches)
}

/** Within the workspace; elsewhere only the folder and its parent, since higher ones are busy and belong to others. */
function nearestFolder(folder: string, root: string): string {
  const top = isInside(root, folder) ? root : path.dirname(folder)
  for (let at = folder; at !== top; at = path.dirname(at)) if (lookAt(at)?.isDirectory()) return at
  return top
}

function createWatches(noticed: () => void) {
  const open = new Map<string, { watcher: FSWatcher; inode: bigint | undefined }>()
  const drop = (folder: string): void => {
    open.get(folder)?.watcher.close()
    open.delete(folder)
  }
  return {
    /** Watches exactly these folders. */
    update(folders: readonly string[]): void {
      const requested = new Set(folders)
      for (const folder of [...open.keys()]) if (!requested.has(folder)) drop(folder)
      for (const folder of requested) {
        const inode = lookAt(folder)?.ino
        // A folder that was deleted and created again has the same path, but is not watched.
        if (open.get(folder)?.inode === inode) continue
        drop(folder)
        try {
          const watcher = watch(folder, { persistent: false }, noticed)
          watcher.on('error', () => drop(folder))
          open.set(folder, { watcher, inode })
        } catch {
          // Polling will notice changes, only later.
        }
      }
    },
  }
}
