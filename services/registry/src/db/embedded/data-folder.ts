import { mkdir, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { ForbiddenError, InvalidError } from '@cli-apps/core'
import {
  acquireLock,
  exists,
  type FileLock,
  hasCode,
  jsonText,
  readJson,
  writeFileAtomic,
} from '@cli-apps/core/node'
import * as z from 'zod'

const Marker = z.object({ registry_data: z.literal(1) })
const markerName = 'registry.json'

/** Where a data folder has the files of the database. */
export const clusterIn = (folder: string): string => path.join(folder, 'pg')

/** Whether a data folder has a database. */
export const hasEmbedded = (folder: string): Promise<boolean> => exists(clusterIn(folder))

/** Locks the folder of an embedded database for this process until the lock is released. */
export async function claimDataFolder(folder: string): Promise<FileLock> {
  await makeFolder(folder)
  await requireOurs(folder)
  const lock = await acquireLock(folder, 'lock', { wait: 0, what: `The data folder ${folder}` }).catch(
    (error) => {
      throw hasCode(error, 'lock.held') ? error : notUsable(folder, error)
    },
  )
  try {
    await writeFileAtomic(path.join(folder, markerName), jsonText({ registry_data: 1 }))
  } catch (error) {
    await lock.release()
    throw notUsable(folder, error)
  }
  return lock
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    if (!(await stat(folder)).isDirectory()) throw Object.assign(new Error('a file'), { code: 'ENOTDIR' })
  } catch (error) {
    throw notUsable(folder, error)
  }
}

/** Refuses folders that hold other files: ours contain the marker, or only locks of an interrupted start. */
async function requireOurs(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error) => {
    throw notUsable(folder, error)
  })
  const marker = await readJson(path.join(folder, markerName), Marker, {
    what: 'The marker of the data folder',
    code: 'data.corrupt',
    repair:
      'If this is a registry’s data folder, put {"registry_data": 1} into it; else choose another with --data.',
  })
  if (marker !== undefined || names.every((name) => /^\.?(lock|registry\.json)\./.test(name))) return
  throw new InvalidError('data.not-ours', `${folder} holds other files and no registry.`, {
    hint: 'Choose an empty or new folder with --data.',
  })
}

function notUsable(folder: string, cause: unknown): Error {
  if (hasCode(cause, 'EEXIST') || hasCode(cause, 'ENOTDIR'))
    return new InvalidError('data.not-a-folder', `${folder} is not a folder.`, {
      hint: 'Choose a folder with --data.',
      cause,
    })
  if (['EACCES', 'EPERM', 'EROFS'].some((code) => hasCode(cause, code)))
    return new ForbiddenError('data.not-writable', `${folder} cannot be written to.`, {
      hint: 'Change its owner or permissions, or choose another folder with --data.',
      cause,
    })
  return cause instanceof Error ? cause : new Error(String(cause))
}
