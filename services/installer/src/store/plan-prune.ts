import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { t } from '@cli-apps/core'
import { isMissing, isTemporaryName, lockHolder, namesIn } from '@cli-apps/core/node'
import { oldOneOffs, oneOffMs } from '../one-off/one-off-workspace.ts'
import { asideSuffix } from './aside.ts'
import { lockNameOf } from './build-entry.ts'
import { listKnownWorkspaces } from './known-workspaces.ts'
import { findTemporaryFiles } from './leftovers.ts'
import { listPrograms, type StoredProgram } from './stored-programs.ts'
import type { UnusedPackage } from './unused-packages.ts'
import { unusedPackages } from './unused-packages.ts'

/** The folders that are cleaned up. */
export interface CacheFolders {
  home: string
  store: string
  locks: string
  cache: string
  debs: string
}

export interface PrunePlan {
  programs: StoredProgram[]
  /** Unpacked Debian packages that no program is made of. */
  packages: UnusedPackage[]
  /** Caches, notes of workspaces that no longer exist, and what killed writers left. */
  files: { path: string; bytes: number; why: string }[]
  /** Folders of apps that were run with `x`, and not since `oneOffLimit`, in milliseconds. */
  oneOffs: string[]
  oneOffLimit: number
  /** Programs that are unused but stay, with the reason. */
  kept: { folder: string; why: string }[]
}

const day = 24 * 60 * 60_000

/** What was cached earlier is requested or read again anyway. */
const cachedMs = 30 * day

/** A built program is added to a record later: it may be about to be. */
const settledMs = 60 * 60_000

/**
 * Decides what in the store is unused. With `all`, also what was recently used or cached from registries. Changes
 * nothing.
 */
export async function planPrune(
  folders: CacheFolders,
  { here, all, now }: { here: string; all: boolean; now: number },
): Promise<PrunePlan> {
  const { home, store, locks, debs } = folders
  const programs: StoredProgram[] = []
  const kept: PrunePlan['kept'] = []
  let isBuilding = false
  const oneOffLimit = now - (all ? day : oneOffMs)
  const oneOffs = await oldOneOffs(home, oneOffLimit)
  for (const program of await listPrograms(home, store, here)) {
    const isUsed = program.workspaces.some((root) => !oneOffs.includes(root))
    if (isUsed && program.isFinished) continue
    const { folder } = program.entry
    const holder = await holderOf(program, locks)
    if (holder !== undefined) {
      isBuilding = true
      kept.push({
        folder,
        why: t('plan-prune.process-building', 'process {holder} is building it', { holder }),
      })
    } else if (!all && now - (program.takenAt ?? 0) < settledMs)
      kept.push({
        folder,
        why: t(
          'plan-prune.used-within-last-hour',
          'it was used within the last hour, and may be needed soon',
        ),
      })
    else programs.push(program)
  }
  const packages = await unusedPackages({
    debs,
    store,
    removed: new Set(programs.map(({ entry }) => entry.folder)),
    // A program that is being built uses packages without being in the store yet.
    before: all && !isBuilding ? Number.POSITIVE_INFINITY : now - settledMs,
  })
  return {
    programs,
    packages,
    kept,
    oneOffs,
    oneOffLimit,
    files: await unusedFiles(folders, programs, { all, now }),
  }
}

async function unusedFiles(
  folders: CacheFolders,
  programs: readonly StoredProgram[],
  { all, now }: { all: boolean; now: number },
): Promise<PrunePlan['files']> {
  const { home, locks, cache } = folders
  const archives = path.join(cache, 'managers', 'archives')
  const left = await findTemporaryFiles([
    ...['system', 'trust', 'workspaces'].map((name) => path.join(home, name)),
    locks,
    archives,
  ])
  const limit = all ? Number.POSITIVE_INFINITY : now - cachedMs
  const [known, answers, summaries, packages, tickets] = await Promise.all([
    listKnownWorkspaces(home),
    filesBelow(path.join(cache, 'registries'), limit),
    filesBelow(path.join(cache, 'summaries'), limit),
    filesBelow(archives, limit),
    oldTickets(folders, programs, now),
  ])
  return [
    ...(await sized(left, t('plan-prune.left-killed-command', 'left by a killed command'))),
    ...(await sized(
      known.filter(({ isGone }) => isGone).map(({ note }) => note),
      t('plan-prune.about-workspace-no-longer', 'about a workspace that no longer exists'),
    )),
    ...(await sized(answers, t('plan-prune.cached-registry-response', 'cached registry response'))),
    ...(await sized(summaries, t('plan-prune.cached-list', 'cached list of apps'))),
    ...(await sized(
      packages.filter((file) => !isTemporaryName(file)),
      t('plan-prune.cached-archive', 'cached archive of a package'),
    )),
    ...(await sized(
      tickets,
      t('plan-prune.lock-program-no-longer', 'a lock of a program that no longer exists'),
    )),
  ]
}

async function holderOf({ entry }: StoredProgram, locks: string): Promise<number | undefined> {
  if ((await namesIn(locks)).length === 0) return undefined
  return (await lockHolder(locks, lockNameOf(entry).replace(asideSuffix, '')))?.pid
}

/**
 * Finds lock tickets of programs that are no longer in the store.
 * Only old ones: no process can then be between checking and taking the lock.
 */
async function oldTickets(
  { home, store, locks }: CacheFolders,
  removed: readonly StoredProgram[],
  now: number,
): Promise<string[]> {
  const gone = new Set(removed.map(({ entry }) => entry.folder))
  const programs = await listPrograms(home, store, home)
  const keys = new Set(
    programs.filter(({ entry }) => !gone.has(entry.folder)).map(({ entry }) => lockNameOf(entry)),
  )
  const found: string[] = []
  for (const name of await namesIn(locks)) {
    const key = /^([0-9a-f]{16})\.\d+$/.exec(name)?.[1]
    const file = path.join(locks, name)
    if (key === undefined || keys.has(key) || now - (await stat(file)).mtimeMs < day) continue
    if ((await lockHolder(locks, key)) === undefined) found.push(file)
  }
  return found
}

async function filesBelow(folder: string, before: number): Promise<string[]> {
  const children = await readdir(folder, { withFileTypes: true, recursive: true }).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  const files = children
    .filter((child) => child.isFile())
    .map((child) => path.join(child.parentPath, child.name))
  const times = await Promise.all(files.map(async (file) => (await stat(file)).mtimeMs))
  return files.filter((_file, index) => (times[index] ?? 0) < before).sort()
}

const sized = (files: readonly string[], why: string): Promise<PrunePlan['files']> =>
  Promise.all(files.map(async (file) => ({ path: file, bytes: (await stat(file)).size, why })))
