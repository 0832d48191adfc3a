import type { FileLock } from '@cli-apps/core/node'
import type { Database } from './database.ts'
import { claimDataFolder } from './embedded/data-folder.ts'

interface DatabaseLocation {
  /** URL of a Postgres database; the embedded one is used when absent. */
  databaseUrl: string | undefined
  /** URL of a replica of that Postgres database, for reads. */
  readDatabaseUrl?: string | undefined
  /** Timeout of one statement on Postgres; none when absent. */
  statementTimeoutMs?: number | undefined
  /** Folder of the embedded database. */
  dataFolder: string
  /** A new embedded database begins with the packaged catalog published, as far as it is shipped so; else empty. */
  isSeeded?: boolean
}

export interface OpenDatabase extends Database {
  /** Lock of the embedded database's folder, held until `close`. */
  lock: FileLock | undefined
}

/** Opens Postgres, or the embedded database with its folder locked for this process. */
export async function openDatabase({
  databaseUrl,
  readDatabaseUrl,
  statementTimeoutMs,
  dataFolder,
  isSeeded = false,
}: DatabaseLocation): Promise<OpenDatabase> {
  if (databaseUrl !== undefined) {
    const { openPostgres } = await import('./postgres/open-postgres.ts')
    return {
      ...(await openPostgres(databaseUrl, { readUrl: readDatabaseUrl, statementTimeoutMs })),
      lock: undefined,
    }
  }
  const lock = await claimDataFolder(dataFolder)
  try {
    const [{ openEmbedded }, { exists }, { shippedCluster }] = await Promise.all([
      import('./embedded/open-embedded.ts'),
      import('@cli-apps/core/node'),
      import('./embedded/shipped-cluster.ts'),
    ])
    const seeded = shippedCluster('catalog')
    const database = await openEmbedded(dataFolder, isSeeded && (await exists(seeded)) ? seeded : undefined)
    const close = async (): Promise<void> => {
      await database.close()
      await lock.release()
    }
    return { ...database, lock, close }
  } catch (error) {
    await lock.release()
    throw error
  }
}
