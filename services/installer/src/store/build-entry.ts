import { mkdir, rm, rmdir } from 'node:fs/promises'
import path from 'node:path'
import { CommandNode } from '@cli-apps/core'
import {
  acquireLock,
  exists,
  identify,
  isAlive,
  jsonText,
  killGroup,
  readJson,
  writeFileAtomic,
} from '@cli-apps/core/node'
import { BuildingMark, readStoredApp, type StoredApp, type StoreEntry } from './store.ts'

export interface BuiltApp {
  app: StoredApp
  commands: CommandNode | undefined
}

export interface BuildOptions {
  /** `$CLI_APPS_HOME/locks` */
  locks: string
  signal: AbortSignal
  onWait: (pid: number) => void
  /** Fills the entry's folders and says what is there. Called when nobody built it before. */
  build: (markGroup: (pid: number) => Promise<void>) => Promise<BuiltApp>
}

const waitMs = 15 * 60_000

/**
 * Gives a store entry, building it at its final place when it is not there. It counts only once `app.json` has been
 * renamed into it; what fails or was killed half-way is removed. One process builds an entry at a time.
 */
export async function buildEntry(entry: StoreEntry, options: BuildOptions): Promise<BuiltApp> {
  const present = await readBuilt(entry)
  if (present !== undefined) return present
  const { locks, signal, onWait } = options
  const what = `The store entry ${entry.folder}`
  await using _lock = await acquireLock(locks, path.basename(entry.folder), {
    wait: waitMs,
    what,
    signal,
    onWait,
  })
  const builtMeanwhile = await readBuilt(entry)
  if (builtMeanwhile !== undefined) return builtMeanwhile
  await clearLeftovers(entry)
  try {
    await mkdir(entry.prefix, { recursive: true })
    const built = await options.build((pid) => markGroup(entry, pid))
    if (built.commands !== undefined) await writeFileAtomic(entry.commands, jsonText(built.commands))
    await rm(entry.building, { force: true })
    await writeFileAtomic(entry.app, jsonText(built.app))
    return built
  } catch (error) {
    await removeEntry(entry)
    throw error
  }
}

async function readBuilt(entry: StoreEntry): Promise<BuiltApp | undefined> {
  const app = await readStoredApp(entry)
  if (app === undefined) return undefined
  const repair = `Delete the folder ${entry.folder} and install the app again.`
  const commands = await readJson(entry.commands, CommandNode, {
    what: 'The command tree',
    code: 'store.corrupt',
    repair,
  })
  return { app, commands }
}

async function markGroup(entry: StoreEntry, pid: number): Promise<void> {
  await writeFileAtomic(entry.building, jsonText({ group: await identify(pid) }))
}

/** A killed installer leaves a folder without `app.json`, and perhaps a package manager that is still filling it. */
async function clearLeftovers(entry: StoreEntry): Promise<void> {
  if (!(await exists(entry.folder))) return
  const repair = `Delete the folder ${entry.folder}.`
  const mark = await readJson(entry.building, BuildingMark, {
    what: 'The mark of a build',
    code: 'store.corrupt',
    repair,
  })
  if (mark !== undefined && (await isAlive(mark.group))) await killGroup(mark.group.pid, 1000)
  await removeEntry(entry)
}

/** Removes the entry, and the folders above it that hold nothing else. */
export async function removeEntry(entry: StoreEntry): Promise<void> {
  await rm(entry.folder, { recursive: true, force: true, maxRetries: 3 })
  const version = path.dirname(entry.folder)
  for (const folder of [version, path.dirname(version)]) {
    try {
      await rmdir(folder)
    } catch {
      return
    }
  }
}
