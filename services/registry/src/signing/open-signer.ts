import path from 'node:path'
import { ForbiddenError, InvalidError } from '@cli-apps/core'
import {
  generateSigningKey,
  parseSigningKey,
  readText,
  type SigningKey,
  writeFileAtomic,
} from '@cli-apps/core/node'
import type { RegistryConfig } from '../config.ts'
import type { Database } from '../db/database.ts'
import { listKeys } from '../db/queries/key-rows.ts'
import { adoptKey } from './adopt-key.ts'

/** The key that the registry currently signs with. */
export interface Signer extends SigningKey {
  /** When it expires, if another key has replaced it. */
  validUntil: Date | null
}

interface SignerOptions extends Pick<RegistryConfig, 'signingKey' | 'dataFolder'> {
  now: Date
}

/**
 * Loads the signing key and records it in the database: the configured key, or with the embedded database the key in
 * its folder, created if the registry has never signed. Returns `undefined` if the registry has never had a key.
 */
export async function openSigner(
  database: Pick<Database, 'kind' | 'queries'>,
  { signingKey, dataFolder, now }: SignerOptions,
): Promise<Signer | undefined> {
  const file = keyFile(dataFolder)
  const known = await listKeys(database.queries)
  const key =
    (await configuredKey(signingKey)) ??
    (database.kind === 'embedded' ? await keyOfFolder(file, known.length === 0) : undefined)
  if (key !== undefined) return { ...key, validUntil: await adoptKey(database.queries, key, now) }
  const last = known.at(-1)
  if (last === undefined) return undefined
  throw new ForbiddenError(
    'signing.key-missing',
    `This registry signs with the key ${last.id}, which was not found.`,
    {
      hint:
        database.kind === 'embedded'
          ? `Restore it as ${file}, or name it with --signing-key or CLI_APPS_SIGNING_KEY.`
          : 'Name it with --signing-key or CLI_APPS_SIGNING_KEY.',
    },
  )
}

/** Path of the embedded database's own key. */
export const keyFile = (dataFolder: string): string => path.join(dataFolder, 'signing-key.pem')

/** Reads a private key from a file. Throws `InvalidError` `signing.no-file`, `signing.bad-key`. */
export async function readKeyFile(file: string): Promise<SigningKey> {
  const text = await readText(file)
  if (text !== undefined) return parseSigningKey(text, file)
  throw new InvalidError('signing.no-file', `The file ${file} was not found.`, {
    hint: `Run: cli-apps-registry keys generate ${file}`,
  })
}

async function configuredKey(configured: RegistryConfig['signingKey']): Promise<SigningKey | undefined> {
  if (configured === undefined) return undefined
  return 'file' in configured
    ? readKeyFile(configured.file)
    : parseSigningKey(configured.text, 'CLI_APPS_SIGNING_KEY')
}

/** No race: the caller holds the folder's lock. */
async function keyOfFolder(file: string, mayMake: boolean): Promise<SigningKey | undefined> {
  const text = await readText(file)
  if (text !== undefined) return parseSigningKey(text, file)
  if (!mayMake) return undefined
  const made = generateSigningKey()
  await writeFileAtomic(file, made, 0o600)
  return parseSigningKey(made, file)
}
