import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { InvalidError } from '../../errors/errors.ts'
import { t } from '../../messages/t.ts'
import { removeAbandoned } from '../abandoned.ts'
import { acquireLock } from '../lock/file-lock.ts'
import { makePrivateFolder, readPrivateFile, writePrivateFile } from '../private-file.ts'

/** In a separate folder, since the store around it need not be private. */
export const recordKeyFile = (home: string): string => path.join(home, 'record-key', 'key')

/** Where earlier versions kept the key; the next install moves it. */
export const earlierKeyFile = (home: string): string => path.join(home, 'seal', 'key')

const exposed = 'record-key.exposed'

/**
 * Reads the key that signs this user's install records; `undefined` before the first install. `home` is the value of
 * `appsHome`. Throws `ForbiddenError` `record-key.exposed` when others may read the key, and `InvalidError`
 * `record-key.corrupt`.
 */
export async function readRecordKey(home: string): Promise<KeyObject | undefined> {
  return (await readKeyFile(recordKeyFile(home))) ?? (await readKeyFile(earlierKeyFile(home)))
}

/** Returns that key, and creates it when there is none: once, however many processes ask in parallel. */
export async function makeRecordKey(home: string): Promise<KeyObject> {
  const file = recordKeyFile(home)
  const found = await readKeyFile(file)
  if (found !== undefined) return found
  // Read first, so that an exposed key is refused and not moved.
  const earlier = await readKeyFile(earlierKeyFile(home))
  const folder = path.dirname(file)
  await makePrivateFolder(folder, exposed)
  await using _lock = await acquireLock(folder, 'lock', {
    wait: 30_000,
    what: t('record-key.key-signs-your-install', 'The key that signs your install records'),
  })
  await removeAbandoned(folder)
  const made = await readKeyFile(file)
  if (made !== undefined) return made
  const key = earlier ?? createSecretKey(randomBytes(32))
  await writePrivateFile(file, `${key.export().toString('base64url')}\n`, exposed)
  if (earlier !== undefined) await rm(path.dirname(earlierKeyFile(home)), { recursive: true, force: true })
  return key
}

async function readKeyFile(file: string): Promise<KeyObject | undefined> {
  const text = await readPrivateFile(file, exposed)
  if (text === undefined) return undefined
  if (/^[\w-]{43}\n$/.test(text)) return createSecretKey(text.trim(), 'base64url')
  throw new InvalidError(
    'record-key.corrupt',
    t('record-key.corrupt', 'The key that signs your install records is damaged: {file}', { file }),
    {
      hint: t(
        'record-key.corrupt.hint',
        'Delete {file}, then install your apps again: npx cli-apps doctor --fix',
        { file },
      ),
      details: { file },
    },
  )
}
