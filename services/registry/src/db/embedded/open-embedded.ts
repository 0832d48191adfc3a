import { rename, rm } from 'node:fs/promises'
import { UnavailableError } from '@cli-apps/core'
import { exists, resourceFolder } from '@cli-apps/core/node'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { changeChannel, type Database } from '../database.ts'
import { clusterIn } from './data-folder.ts'
import { takeTurns } from './embedded-turns.ts'
import { readShippedCluster, shippedCluster, unpackCluster } from './shipped-cluster.ts'

/**
 * Opens the embedded database in `folder`, or one in memory. The caller holds the folder's lock: two
 * processes on one embedded database destroy it. `cluster` is the file that a new database begins as;
 * by default the shipped one with empty tables.
 */
export async function openEmbedded(
  folder: string | undefined,
  cluster = shippedCluster('empty'),
): Promise<Database> {
  const client = takeTurns(await openClient(folder, cluster))
  const queries = drizzle(client)
  return {
    kind: 'embedded',
    queries,
    migrate: () => migrate(queries, { migrationsFolder: resourceFolder('migrations') }),
    listen: async (changed) => {
      await client.listen(changeChannel, changed)
      return { isCurrent: () => true }
    },
    ping: async () => {
      await client.query('select 1')
    },
    close: () => client.close(),
  }
}

async function openClient(folder: string | undefined, cluster: string): Promise<PGlite> {
  if (folder === undefined) {
    const tar = await readShippedCluster(cluster)
    return PGlite.create(tar === undefined ? {} : { loadDataDir: new Blob([tar]) })
  }
  try {
    const dataDir = clusterIn(folder)
    if (!(await exists(dataDir))) await makeCluster(dataDir, cluster)
    return await PGlite.create({ dataDir })
  } catch (cause) {
    throw new UnavailableError('database.cannot-open', `The embedded database in ${folder} does not open.`, {
      hint: 'Check that the disk is not full and the folder complete, or put a copy of the folder back.',
      cause,
    })
  }
}

/**
 * Creates the files of a new database in a draft folder and renames it, so that a killed process leaves no
 * partial database.
 */
async function makeCluster(dataDir: string, cluster: string): Promise<void> {
  const draft = `${dataDir}.new`
  await rm(draft, { recursive: true, force: true })
  const tar = await readShippedCluster(cluster)
  if (tar !== undefined) unpackCluster(tar, draft)
  else {
    const client = await PGlite.create({ dataDir: draft })
    await client.close()
  }
  await rename(draft, dataDir)
}
