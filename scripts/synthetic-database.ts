import { eq, ne } from 'drizzle-orm'
import postgres from 'postgres'
import { derivedFormat } from '../services/registry/src/apps/refresh-app.ts'
import { openPostgres } from '../services/registry/src/db/postgres/open-postgres.ts'
import { apps, searchWords } from '../services/registry/src/db/schema.ts'
import { insertSyntheticApps } from './synthetic-apps.ts'

/** Returns a database with this many synthetic apps; it is reused, since filling a large one takes minutes. */
export async function syntheticDatabase(server: string, size: number): Promise<string> {
  const name = `cli_apps_synthetic_${size}`
  const url = new URL(server)
  url.pathname = `/${name}`
  const client = postgres(server, { max: 1, onnotice: () => {} })
  try {
    const [known] = await client`select 1 from pg_database where datname = ${name}`
    if (known !== undefined && (await isFilled(url.href, size))) return url.href
    await client.unsafe(`drop database if exists ${name}`)
    await client.unsafe(`create database ${name} encoding 'UTF8' template template0`)
  } finally {
    await client.end()
  }
  await insertSyntheticApps(url.href, size)
  return url.href
}

/** Whether all apps are present in the current format. Word counts are written last. */
async function isFilled(databaseUrl: string, size: number): Promise<boolean> {
  const database = await openPostgres(databaseUrl)
  try {
    await database.migrate()
    const [row] = await database.queries
      .select({ counted: searchWords.apps })
      .from(searchWords)
      .where(eq(searchWords.word, ''))
    return (
      row?.counted === size &&
      (await database.queries.$count(apps, ne(apps.derivedFormat, derivedFormat))) === 0
    )
  } finally {
    await database.close()
  }
}
