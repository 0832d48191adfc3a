import { isAppError } from '@cli-apps/core'
import type { RegistryConfig } from '../config.ts'
import { hasEmbedded } from '../db/embedded/data-folder.ts'
import { openDatabase } from '../db/open-database.ts'
import { openSigner, type Signer } from '../signing/open-signer.ts'
import { createOperator, type Operator } from './operator.ts'
import { connectOperator } from './operator-client.ts'

/**
 * Calls `work` with the operator's verbs: on the database itself, after migrating it, or through the running server
 * that holds the embedded database. `onNew` is told the folder of an embedded database that was not there before. Throws
 * `ConflictError` `lock.held` when a process without an operator socket holds it.
 */
export async function withOperator<Result>(
  config: RegistryConfig,
  work: (operator: Operator) => Promise<Result>,
  { onNew }: { onNew?: (folder: string) => void } = {},
): Promise<Result> {
  const isNew = config.databaseUrl === undefined && !(await hasEmbedded(config.dataFolder))
  const database = await openDatabase(config).catch((error: unknown) => {
    if (isAppError(error) && error.code === 'lock.held' && typeof error.details?.note === 'string')
      return error.details.note
    throw error
  })
  if (typeof database === 'string') return work(connectOperator(database))
  if (isNew) onNew?.(config.dataFolder)
  try {
    await database.migrate()
    const now = (): Date => new Date()
    const signer = (): Promise<Signer | undefined> => openSigner(database, { ...config, now: now() })
    return await work(createOperator({ database, config, now, changed: () => {}, signer }))
  } finally {
    await database.close()
  }
}
