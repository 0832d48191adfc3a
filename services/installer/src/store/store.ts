import path from 'node:path'
import { type Digest, LockedArtifact, MethodKind, Platform } from '@cli-apps/core'
import { digestOf, exists, ProcessIdentity, readJson } from '@cli-apps/core/node'
import * as z from 'zod'

/** `app.json` of a store entry, format 1. Its presence is what makes the entry count. */
export const StoredApp = z.object({
  store: z.literal(1),
  name: z.string(),
  version: z.string(),
  digest: z.string(),
  method: MethodKind,
  platform: Platform,
  argv: z.array(z.string()).min(1),
  program_version: z.string().nullable(),
  artifacts: z.array(LockedArtifact),
})
export type StoredApp = z.infer<typeof StoredApp>

/** `building.json` of an entry under construction: the process group that a killed installer may have left at work. */
export const BuildingMark = z.object({ group: ProcessIdentity })

/** One installed program in the store. */
export interface StoreEntry {
  folder: string
  /** What the strategy fills. */
  prefix: string
  app: string
  commands: string
  building: string
}

export interface StoreKey {
  name: string
  version: string
  digest: Digest
  method: MethodKind
  platform: Platform
  /** The interpreter that the program is tied to. */
  runsOn: string
}

/** Where a program stands in the store: everything that it depends on is in the key, so different ones never meet. */
export function storeEntry(
  store: string,
  { name, version, digest, method, platform, runsOn }: StoreKey,
): StoreEntry {
  const key = digestOf(JSON.stringify([digest, method, platform, runsOn])).slice(
    'sha256:'.length,
    'sha256:'.length + 16,
  )
  const folder = path.join(store, name, version, key)
  return {
    folder,
    prefix: path.join(folder, 'prefix'),
    app: path.join(folder, 'app.json'),
    commands: path.join(folder, 'commands.json'),
    building: path.join(folder, 'building.json'),
  }
}

/** The app of an entry that is whole; `undefined` where it was never finished, or its program is gone. */
export async function readStoredApp(entry: StoreEntry): Promise<StoredApp | undefined> {
  const app = await readJson(entry.app, StoredApp, {
    what: 'The store entry',
    code: 'store.corrupt',
    repair: `Delete the folder ${entry.folder} and install the app again.`,
  })
  if (app === undefined) return undefined
  const parts = await Promise.all(app.argv.filter((word) => path.isAbsolute(word)).map(exists))
  return parts.every(Boolean) ? app : undefined
}
