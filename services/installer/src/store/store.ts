import path from 'node:path'
import {
  CommandNode,
  Digest,
  type InstallRecord,
  LockedArtifact,
  MethodKind,
  Platform,
  Signature,
  TriedRecipes,
  t,
} from '@cli-apps/core'
import { digestOf, exists, hasCode, readJson } from '@cli-apps/core/node'
import * as z from 'zod'
import { FileList } from './file-list.ts'

/** `app.json` of a store entry, format 1. Its presence makes the entry valid. */
export const StoredApp = z.object({
  store: z.literal(1),
  name: z.string(),
  version: z.string(),
  digest: Digest.describe('Of the manifest, which stands in `manifest.json` as it was published'),
  registry: z.string(),
  signature: Signature.optional(),
  method: MethodKind,
  platform: Platform,
  argv: z.array(z.string()).min(1),
  program_version: z.string().nullable(),
  programs: z
    .record(z.string(), z.object({ argv: z.array(z.string()).min(1) }))
    .optional()
    .describe('The other programs of the app by name'),
  artifacts: z.array(LockedArtifact),
  tried: TriedRecipes.optional(),
  unread: z
    .literal(true)
    .optional()
    .describe('Its help was not read or its recipes were not run yet; absent once they were'),
  files: Digest.describe('Of `files.json`, which lists every file of the program'),
  fine_tree: Digest.optional().describe(
    'Of the sources of the cli-apps that found nothing in `commands.json` to keep from a model',
  ),
})
export type StoredApp = z.infer<typeof StoredApp>

/** One installed program in the store. */
export interface StoreEntry {
  folder: string
  /** The folder that the strategy fills. */
  prefix: string
  app: string
  /** The manifest as it was published. */
  manifest: string
  files: string
  commands: string
  /** The command trees of the other programs, one file each. */
  programs: string
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

/**
 * Returns the place of a program in the store. The key holds every dependency, so different programs never share an
 * entry.
 */
export function storeEntry(
  store: string,
  { name, version, digest, method, platform, runsOn }: StoreKey,
): StoreEntry {
  const key = digestOf(JSON.stringify([digest, method, platform, runsOn])).slice(
    'sha256:'.length,
    'sha256:'.length + 16,
  )
  return entryAt(path.join(store, name, version, key))
}

export const entryAt = (folder: string): StoreEntry => ({
  folder,
  prefix: path.join(folder, 'prefix'),
  app: path.join(folder, 'app.json'),
  manifest: path.join(folder, 'manifest.json'),
  files: path.join(folder, 'files.json'),
  commands: path.join(folder, 'commands.json'),
  programs: path.join(folder, 'programs'),
  building: path.join(folder, 'building.json'),
})

/** Where the program of a record lies in the store; empty for one that the system owns. */
export const storeFolders = ({ store }: Pick<InstallRecord, 'store'>): string[] =>
  store === null ? [] : [entryAt(store).prefix]

/** Returns the facts of errors about an entry that exists but is damaged. */
const broken = (entry: StoreEntry, what: string) => ({
  what,
  code: 'store.corrupt',
  repair: t(
    'store.run-cli-apps-doctor-fix',
    'Run "{cli} doctor --fix" to rebuild it, or delete the folder {folder} and install the app again.',
    { folder: entry.folder },
  ),
})

/** Returns `app.json` of an entry, even if its program is missing; `undefined` if the entry was never finished. */
export const readAppFile = (entry: StoreEntry): Promise<StoredApp | undefined> =>
  readJson(entry.app, StoredApp, broken(entry, t('store.store-entry', 'The store entry')))

/**
 * Returns the app of a complete entry.
 * `undefined` if the entry was never finished, its `app.json` is damaged, or its program is missing: such an entry is
 * rebuilt.
 */
export async function readStoredApp(entry: StoreEntry): Promise<StoredApp | undefined> {
  const app = await readAppFile(entry).catch((error: unknown) => {
    if (hasCode(error, 'store.corrupt')) return undefined
    throw error
  })
  if (app === undefined) return undefined
  const parts = await Promise.all(app.argv.filter((word) => path.isAbsolute(word)).map(exists))
  return parts.every(Boolean) ? app : undefined
}

export const readFileList = (entry: StoreEntry): Promise<FileList | undefined> =>
  readJson(entry.files, FileList, broken(entry, t('store.file-list-program', 'The file list of a program')))

/** Returns the command tree that was read from the program's help; `undefined` if it could not be read. */
export const readStoredCommands = (entry: StoreEntry): Promise<CommandNode | undefined> =>
  readJson(entry.commands, CommandNode, broken(entry, t('store.command-tree', 'The command tree')))

export const programTreeFile = ({ programs }: Pick<StoreEntry, 'programs'>, program: string): string =>
  path.join(programs, `${program}.json`)

/** Returns the command trees of the other programs, as far as their help could be read. */
export async function readStoredTrees(entry: StoreEntry, app: StoredApp): Promise<Map<string, CommandNode>> {
  const damaged = broken(entry, t('store.command-tree', 'The command tree'))
  const trees = await Promise.all(
    Object.keys(app.programs ?? {}).map(async (program): Promise<[string, CommandNode][]> => {
      const tree = await readJson(programTreeFile(entry, program), CommandNode, damaged)
      return tree === undefined ? [] : [[program, tree]]
    }),
  )
  return new Map(trees.flat())
}

/** Returns the manifest as it was published, before any schema is applied. */
export const readStoredManifest = (entry: StoreEntry): Promise<unknown> =>
  readJson(
    entry.manifest,
    z.unknown(),
    broken(entry, t('store.manifest-store-entry', 'The manifest of a store entry')),
  )
