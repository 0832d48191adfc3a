import { realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { cliCall, t } from '@cli-apps/core'
import { isInside, listInstalled, readJson, recordFile, workspaceAt } from '@cli-apps/core/node'
import * as z from 'zod'
import { listFiles } from './file-list.ts'
import { listKnownWorkspaces } from './known-workspaces.ts'
import { type FoundEntry, listEntries } from './list-entries.ts'
import { readFileList } from './store.ts'

/** A program in the store, and its users. */
export interface StoredProgram extends FoundEntry {
  bytes: number
  /** When a workspace last used it, in milliseconds; null for one that was never finished. */
  takenAt: number | null
  /** Workspaces whose records name it. */
  workspaces: string[]
}

/** Lists everything in the store with its size and its users. `here` is counted even if the store does not know it. */
export async function listPrograms(home: string, store: string, here: string): Promise<StoredProgram[]> {
  const uses = await readUses({ home, store, here })
  const programs: StoredProgram[] = []
  for (const found of await listEntries(store)) {
    const { entry, name } = found
    const place = await realPlace(entry.folder)
    const workspaces = uses
      .filter(({ folder, app }) => folder === place || (folder === undefined && app === name))
      .map(({ root }) => root)
    programs.push({ ...found, ...(await measure(found)), workspaces: [...new Set(workspaces)] })
  }
  return programs
}

async function measure({
  entry,
  isFinished,
}: FoundEntry): Promise<{ bytes: number; takenAt: number | null }> {
  // The doctor reports a list that cannot be read; here the files themselves are counted.
  const listed = isFinished ? await readFileList(entry).catch(() => undefined) : undefined
  const { entries } = listed ?? (await listFiles(entry.folder))
  const bytes = entries.reduce((sum, file) => sum + ('size' in file ? file.size : 0), 0)
  const app = isFinished ? await stat(entry.app) : undefined
  return { bytes, takenAt: app?.mtimeMs ?? null }
}

interface Use {
  root: string
  app: string
  /** `undefined` if the record cannot be read: then every entry of that app counts as used. */
  folder: string | null | undefined
}

/** Several paths may lead to one folder. */
const realPlace = (folder: string): Promise<string> => realpath(folder).catch(() => folder)

const StoreOfRecord = z.object({ store: z.string().nullable(), argv: z.array(z.string()).optional() })

/** A program may run on an interpreter that is an entry of its own. */
async function entryOf(file: string, store: string): Promise<string | undefined> {
  const [root, place] = await Promise.all([realPlace(store), realPlace(file)])
  const parts = isInside(root, place) ? path.relative(root, place).split(path.sep) : []
  return parts.length > 3 ? path.join(root, ...parts.slice(0, 3)) : undefined
}

async function readUses({
  home,
  store,
  here,
}: {
  home: string
  store: string
  here: string
}): Promise<Use[]> {
  const known = await listKnownWorkspaces(home)
  const roots = new Set([here, ...known.filter(({ isGone }) => !isGone).map(({ root }) => root)])
  const uses: Use[] = []
  for (const root of roots) {
    const workspace = workspaceAt(root)
    for (const app of await listInstalled(workspace)) {
      const reading = {
        what: t('stored-programs.install-record', 'An install record'),
        code: 'record.corrupt',
        repair: `${cliCall()} doctor --fix`,
      }
      const record = await readJson(recordFile(workspace, app), StoreOfRecord, reading).catch(() => undefined)
      const folder = typeof record?.store === 'string' ? await realPlace(record.store) : record?.store
      const interpreter = await entryOf(record?.argv?.[0] ?? '', store)
      uses.push(
        { root, app, folder },
        ...(interpreter === undefined ? [] : [{ root, app, folder: interpreter }]),
      )
    }
  }
  return uses
}
