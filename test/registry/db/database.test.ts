import { cp, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { eq, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../../services/registry/src/db/database.ts'
import { openPostgres } from '../../../services/registry/src/db/postgres/open-postgres.ts'
import { notifyChange, setDerived } from '../../../services/registry/src/db/queries/apps/app-rows.ts'
import { listApps } from '../../../services/registry/src/db/queries/apps/listed-apps.ts'
import { apps, auditLog, users, versions } from '../../../services/registry/src/db/schema.ts'
import { manifestOf } from '../../support/manifest-of.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { onServer, openTestDatabase } from '../../support/test-registry.ts'

const now = new Date('2026-01-02T03:04:05.678Z')

const versionRow = (app: string) => ({
  app,
  version: '1.0.0',
  sortKey: 'k',
  manifest: JSON.stringify(manifestOf({ name: app })),
  digest: `sha256:${'0'.repeat(64)}`,
  publishedAt: now,
  publishedBy: 'ann',
  yankedReason: null,
  deprecatedMessage: null,
  displayName: app,
  summary: 's',
  description: 'd',
  category: 'dev',
  tags: [],
  aliases: [],
  facets: ['category:dev', 'tag:%_\\'],
})

test('keeps the versions of a database that was migrated before closures were stored', async () => {
  const client = await PGlite.create()
  const folder = await temporaryFolder()
  await cp(path.resolve('migrations'), folder, { recursive: true })
  const journal = path.join(folder, 'meta/_journal.json')
  const { entries, ...rest } = JSON.parse(await readFile(journal, 'utf8'))
  const before = entries.filter(({ idx }: { idx: number }) => idx <= 7)
  await writeFile(journal, JSON.stringify({ ...rest, entries: before }))
  await migrate(drizzle(client), { migrationsFolder: folder })
  await client.exec(`insert into users (name, created_at) values ('ann', now());
    insert into apps (name, created_at, shard) values ('a', now(), '');
    insert into versions (app, version, sort_key, manifest, command_trees, digest, published_at, published_by,
      display_name, summary, description, category, tags, aliases, facets)
      values ('a', '1.0.0', 'k', '{}', '{"a":{}}', 'd', now(), 'ann', 'a', 's', 'd', 'dev', '{}', '{}', '{}');
    insert into held_versions (app, version, manifest, digest, reasons, held_at, held_by)
      values ('a', '2.0.0', '{}', 'd', '[]', now(), 'ann')`)
  await migrate(drizzle(client), { migrationsFolder: path.resolve('migrations') })
  const found = async (table: string) =>
    (await client.query(`select manifest, command_trees, closures from ${table}`)).rows
  expect(await found('versions')).toEqual([{ manifest: '{}', command_trees: '{"a":{}}', closures: null }])
  expect(await found('held_versions')).toEqual([{ manifest: '{}', command_trees: null, closures: null }])
  await expect(client.exec(`update versions set closures = '{}'`)).rejects.toThrow()
  await client.close()
})

describe('the migrated database', () => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase()
    await database.migrate()
    await database.queries.insert(users).values({ name: 'ann', createdAt: now })
    for (const name of ['a-b', 'a0', 'ab', 'a', 'b']) {
      await database.queries.insert(apps).values({ name, createdAt: now, shard: '' })
      await database.queries.insert(versions).values(versionRow(name))
      await setDerived(database.queries, [
        { name, latest: '1.0.0', document: null, i18n: null, derivedFormat: 0 },
      ])
    }
  })
  afterAll(() => database.close())

  test('migrates again without changes, even from two processes concurrently', async () => {
    await Promise.all([database.migrate(), database.migrate()])
    expect(await database.queries.select().from(users)).toHaveLength(1)
  })

  test('sorts names by their bytes regardless of the locale', async () => {
    const rows = await listApps(database.queries, { facets: [], sort: 'name', limit: 10 })
    expect(rows.map(({ name }) => name)).toEqual(['a', 'a-b', 'a0', 'ab', 'b'])
  })

  test('treats a facet as plain text, not as a pattern', async () => {
    const found = await listApps(database.queries, { facets: ['tag:%_\\'], sort: 'name', limit: 10 })
    expect(found).toHaveLength(5)
    expect(await listApps(database.queries, { facets: ['tag:%'], sort: 'name', limit: 10 })).toEqual([])
  })

  test('keeps texts in arrays unchanged', async () => {
    const tags = ['back\\slash', '"quoted"', 'comma, and {brace}', 'NULL', '', '漢字']
    await database.queries.insert(versions).values({ ...versionRow('a'), version: '2.0.0', tags })
    const rows = await database.queries.select().from(versions).where(eq(versions.version, '2.0.0'))
    expect(rows).toMatchObject([{ tags }])
  })

  test.each([
    ['change a row of the audit log', () => sql`update audit_log set actor = 'eve'`],
    ['remove a row of the audit log', () => sql`delete from audit_log`],
    ['change a manifest', () => sql`update versions set manifest = '{}'`],
    ['remove a version', () => sql`delete from versions`],
  ])('refuses to %s', async (_, statement) => {
    await database.queries.insert(auditLog).values({ at: now, actor: 'ann', action: 'test' })
    await expect(database.queries.execute(statement())).rejects.toThrow()
  })

  test('notifies every listener of a change when its transaction is committed', async () => {
    const heard: (string | undefined)[] = []
    let hear: () => void = () => {}
    const first = new Promise<void>((resolve) => {
      hear = resolve
    })
    await database.listen((app) => {
      heard.push(app)
      if (app === 'ab') hear()
    })
    await database.queries
      .transaction(async (tx) => {
        await notifyChange(tx, 'undone')
        throw new Error('rolled back')
      })
      .catch(() => {})
    await database.queries.transaction((tx) => notifyChange(tx, 'ab'))
    await first
    expect(heard).not.toContain('undone')
  })
})

test('a Postgres that cannot be reached causes an error with a hint and without the password', async () => {
  const error = await openPostgres('postgres://ann:secret@127.0.0.1:1/none').catch((cause) => cause)
  expect(error).toMatchObject({ code: 'database.unreachable', exitStatus: 9 })
  expect(`${error.message} ${error.hint}`).not.toContain('secret')
})

test.runIf(process.env.TEST_DATABASE_URL)('a Postgres without UTF-8 encoding is refused', async () => {
  const server = process.env.TEST_DATABASE_URL ?? ''
  const name = `cli_apps_ascii_${process.pid}`
  await onServer(
    server,
    `create database ${name} encoding 'SQL_ASCII' template template0 lc_collate 'C' lc_ctype 'C'`,
  )
  try {
    const url = new URL(server)
    url.pathname = `/${name}`
    await expect(openPostgres(url.href)).rejects.toMatchObject({ code: 'database.not-utf8' })
  } finally {
    await onServer(server, `drop database ${name} with (force)`)
  }
})
