import { t, UsageError } from '@cli-apps/core'
import { jsonText, readJson, writeFileAtomic } from '@cli-apps/core/node'
import * as z from 'zod'
import { serverBase } from './ask-server.ts'

const Credentials = z.looseObject({ tokens: z.record(z.string(), z.string().min(1)).default({}) })

const read = async (file: string): Promise<z.infer<typeof Credentials>> =>
  (await readJson(file, Credentials, {
    what: t('credentials.file-your-tokens', 'The file of your tokens'),
    code: 'credentials.corrupt',
    repair: t('credentials.delete-log-again', 'Delete {file} and log in again.', { file }),
  })) ?? { tokens: {} }

/** Returns the token that `login` stored for exactly this registry. */
export async function storedToken(file: string, location: string): Promise<string | undefined> {
  const { tokens } = await read(file)
  const base = serverBase(location)
  return base !== undefined && Object.hasOwn(tokens, base) ? tokens[base] : undefined
}

/** Stores a token for a registry, readable only by this user; `undefined` removes it. */
export async function storeToken(file: string, location: string, token: string | undefined): Promise<void> {
  const base = serverBase(location)
  if (base === undefined)
    throw new UsageError(
      'registry.not-a-server',
      t('registry.not-a-server', '{location} is not a registry server.', { location }),
      {
        hint: t('registry.not-a-server.hint', 'Name one with --registry URL.'),
      },
    )
  const { tokens, ...rest } = await read(file)
  const { [base]: _, ...others } = tokens
  const kept = token === undefined ? others : { ...others, [base]: token }
  await writeFileAtomic(file, jsonText({ ...rest, tokens: kept }), 0o600)
}
