import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import path from 'node:path'
import { InvalidError } from '../../errors.ts'
import { removeAbandoned } from '../abandoned.ts'
import { acquireLock } from '../file-lock.ts'
import { makePrivateFolder, readPrivateFile, writePrivateFile } from '../private-file.ts'

/** In a folder of its own, since the store around it need not be private. */
export const sealKeyFile = (home: string): string => path.join(home, 'seal', 'key')

const exposed = 'seal.exposed'

/**
 * The key by which this user's installer seals what it installs, or `undefined` where it never did. `home` as `appsHome`
 * gives it. Throws `ForbiddenError` `seal.exposed` when others may read it, and `InvalidError` `seal.corrupt`.
 */
export async function readSealKey(home: string): Promise<KeyObject | undefined> {
  const file = sealKeyFile(home)
  const text = await readPrivateFile(file, exposed)
  if (text === undefined) return undefined
  if (/^[\w-]{43}\n$/.test(text)) return createSecretKey(text.trim(), 'base64url')
  throw new InvalidError('seal.corrupt', `The key that seals your installs is damaged: ${file}`, {
    hint: `Delete ${file}, then install your apps again: npx cli-apps doctor --fix`,
    details: { file },
  })
}

/** The same, made where there is none: once, however many processes ask for it at the same time. */
export async function makeSealKey(home: string): Promise<KeyObject> {
  const found = await readSealKey(home)
  if (found !== undefined) return found
  const file = sealKeyFile(home)
  const folder = path.dirname(file)
  await makePrivateFolder(folder, exposed)
  await using _lock = await acquireLock(folder, 'lock', {
    wait: 30_000,
    what: 'The key that seals your installs',
  })
  await removeAbandoned(folder)
  const made = await readSealKey(home)
  if (made !== undefined) return made
  const key = randomBytes(32)
  await writePrivateFile(file, `${key.toString('base64url')}\n`, exposed)
  return createSecretKey(key)
}
