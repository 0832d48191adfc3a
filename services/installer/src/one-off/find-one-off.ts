import path from 'node:path'
import {
  type AppName,
  fitsRange,
  generalProgramsOf,
  type InstallRecord,
  isDistTag,
  type MethodKind,
} from '@cli-apps/core'
import { exists, listInstalled, type Workspace } from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'
import { findOwnRecord } from '../workspace/own-record.ts'

/** What a one-off run asks for. */
export interface OneOffWish {
  name: AppName
  range: string
  /** The person typed the range. */
  isExplicit: boolean
  method: MethodKind | undefined
  allowGeneral: boolean
}

/**
 * Returns the record of an earlier one-off run that serves this one, without asking any registry: its program is complete and its
 * version fits. A tag such as `latest` means what the registry says now, so only the registry can serve it.
 */
export async function findOneOff(
  { range, isExplicit, method, allowGeneral }: OneOffWish,
  workspace: Workspace,
  { config }: Pick<CommandContext, 'config'>,
): Promise<InstallRecord | undefined> {
  if (isExplicit && isDistTag(range)) return undefined
  // An alias leads to another name; each folder holds one app.
  const [name] = await listInstalled(workspace)
  const record = name && (await findOwnRecord(name, { workspace, config }))
  if (record === undefined || (method !== undefined && record.method !== method)) return undefined
  if (isExplicit && !fitsRange(record.version, range)) return undefined
  // Each run of a general program has to allow it, as its install does.
  const isGeneral = record.general !== undefined || generalProgramsOf(record.manifest).length > 0
  if (isGeneral && !allowGeneral) return undefined
  return (await isComplete(record)) ? record : undefined
}

async function isComplete({ argv, store }: InstallRecord): Promise<boolean> {
  const files = [
    ...argv.filter((word) => path.isAbsolute(word)),
    ...(store ? [path.join(store, 'app.json')] : []),
  ]
  return (await Promise.all(files.map(exists))).every(Boolean)
}
