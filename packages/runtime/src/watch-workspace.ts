import { type BigIntStats, type FSWatcher, readdirSync, statSync, watch } from 'node:fs'
import path from 'node:path'
import { isInside, isTemporaryName, type Workspace } from '@cli-apps/core/node'
import type { RuntimeEvents } from './events.ts'

interface WatchWorkspaceOptions {
  workspace: Workspace
  /** Folders of skill folders. */
  skillFolders: readonly string[]
  /** The set of installed apps is another, or a record of one. */
  appsChanged: () => void
  /** A skill came, went or is another. */
  skillsChanged: () => void
  /** Milliseconds between looks where the system tells of no change; 3,000 when absent. */
  pollMs?: number
}

/** Watches that the system has to keep; what lies beyond is seen by looking. */
const mostWatches = 256
/** What happens within this time is one change. */
const quietMs = 100

/**
 * Tells of changes from now on, once each, until the function that it gives is called. The system's own notices only say
 * when to look, since they fail for folders that are not there yet, on network drives and where watches are used up; so
 * a slow look goes on beside them. Keeps no process alive.
 */
export function watchWorkspace(options: WatchWorkspaceOptions): () => void {
  const { workspace, skillFolders, pollMs = 3000 } = options
  const look = (): Looks => ({
    apps: stampOf(workspace.records),
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

/** Watches as long as somebody listens to an event that comes of it. */
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

interface Looks {
  apps: string
  skills: string
}

/** The entries of a folder, or a file in each of them, as one text that is another when one of them is. */
function stampOf(folder: string, inner = ''): string {
  const lines = namesIn(folder).map((name) => {
    const stats = lookAt(path.join(folder, name, inner))
    return stats === undefined ? '' : `${name} ${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}`
  })
  return lines.filter((line) => line !== '').join('\n')
}

/** What is still being written is no change yet. */
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

/** What to watch now: the folders themselves, each skill's, and above what is not there the nearest that is. */
function foldersOf({ workspace, skillFolders }: WatchWorkspaceOptions): string[] {
  const inner = skillFolders.flatMap((folder) => namesIn(folder).map((name) => path.join(folder, name)))
  const tops = [workspace.records, ...skillFolders].map((folder) => nearestFolder(folder, workspace.root))
  return [...new Set([...tops, ...inner.filter((one) => lookAt(one)?.isDirectory())])].slice(0, mostWatches)
}

/** Within the workspace; elsewhere only the folder and its parent, as higher ones are busy and another's. */
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
    /** Watches these folders and no others. */
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
          // Looked at all the same, only later.
        }
      }
    },
  }
}
