// Writes the files of a PGlite database in which a catalog is published, as a tar archive packed with Brotli, when the
// registry is packed: publishing the catalog takes the first start several seconds. It holds nothing of one server: no key,
// signature or token. Arguments: folder of the catalog, file to write.
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { seedCatalog } from '../services/registry/src/apps/publish/seed-catalog.ts'

const [folder, file] = process.argv.slice(2)
if (folder === undefined || file === undefined) throw new Error('usage: seed-cluster FOLDER FILE')

const client = await PGlite.create()
// Segments of the log that are used again are full of old pages, which no packer makes small.
await client.exec('set wal_recycle = off')
const database = drizzle(client)
await migrate(database, { migrationsFolder: fileURLToPath(new URL('../migrations', import.meta.url)) })
const { refused } = await seedCatalog(database, { folder, now: new Date() })
for (const { path, message } of refused) console.error(`${path}: ${message}`)
if (refused.length > 0) process.exit(1)
await client.exec('vacuum full analyze')
await client.exec('checkpoint')
await client.exec('select pg_switch_wal()')
await client.exec('checkpoint')
const tar = new Uint8Array(await (await client.dumpDataDir('none')).arrayBuffer())
await client.close()
const params = { [constants.BROTLI_PARAM_QUALITY]: 7, [constants.BROTLI_PARAM_LGWIN]: 24 }
await writeFile(file, brotliCompressSync(tar, { params }))
