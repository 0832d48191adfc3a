import { rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import type { AppName } from '@cli-apps/core'
import { digestOf, isMissing, namesIn, type Workspace, workspaceAt } from '@cli-apps/core/node'

/** Milliseconds without a run after which `cache prune` removes what a one-off run left. */
export const oneOffMs = 30 * 24 * 60 * 60_000

/** Contains a workspace of this user for each app that was run without an install in the current one. */
const oneOffFolder = (home: string): string => path.join(home, 'x')

/**
 * Returns the workspace, outside of all others, that holds the record of an app from these registries: `x/<registries>/<name>`.
 * A record from other registries is never found there, as a name may be another program in each of them.
 */
export const oneOffWorkspace = (home: string, locations: readonly string[], name: AppName): Workspace =>
  workspaceAt(path.join(oneOffFolder(home), digestOf(JSON.stringify(locations)).slice(7, 23), name))

/** Notes that the app is run now. A home that cannot be written keeps the time of the install. */
export async function noteOneOffRun({ root }: Workspace): Promise<void> {
  const now = new Date()
  await utimes(root, now, now).catch(() => {})
}

/** Returns the folders of apps that were last run before `limit`, in milliseconds. */
export async function oldOneOffs(home: string, limit: number): Promise<string[]> {
  const old: string[] = []
  for (const registries of await namesIn(oneOffFolder(home)))
    for (const name of await namesIn(path.join(oneOffFolder(home), registries))) {
      const folder = path.join(oneOffFolder(home), registries, name)
      if ((await lastRun(folder)) < limit) old.push(folder)
    }
  return old
}

/** Removes such a folder unless the app was run since. Returns whether it is gone. */
export async function removeOldOneOff(folder: string, limit: number): Promise<boolean> {
  if ((await lastRun(folder)) >= limit) return false
  await rm(folder, { recursive: true, force: true })
  return true
}

async function lastRun(folder: string): Promise<number> {
  try {
    return (await stat(folder)).mtimeMs
  } catch (error) {
    if (isMissing(error)) return Number.NEGATIVE_INFINITY
    throw error
  }
}
