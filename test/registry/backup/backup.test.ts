import { createHash } from 'node:crypto'
import { chmod, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { seedCatalog } from '../../../services/registry/src/apps/publish/seed-catalog.ts'
import { restoreBackup } from '../../../services/registry/src/backup/restore-backup.ts'
import { writeBackup } from '../../../services/registry/src/backup/write-backup.ts'
import { backupTables, leftOutTables } from '../../../services/registry/src/db/queries/backup-rows.ts'
import { documentSets } from '../../../services/registry/src/export/document-sets.ts'
import { manifestOf } from '../../support/manifest-of.ts'
import { playbookCatalog, playbookOf } from '../../support/playbook-catalog.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import {
  createTestRegistry,
  openEmbeddedDatabase,
  openTestDatabase,
  type TestRegistry,
} from '../../support/test-registry.ts'

const now = new Date('2026-02-03T04:05:06.789Z')
let folder: string
let file: string
let source: TestRegistry
let target: TestRegistry
let token: string
beforeEach(async () => {
  folder = await temporaryFolder()
  file = path.join(folder, 'backup.gz')
  // Restores from one kind of database to the other and back, if both are available.
  source = await createTestRegistry(openEmbeddedDatabase)
  target = await createTestRegistry(openTestDatabase)
  token = await source.token('ann', 'publish:*')
  for (const version of ['1.0.0', '1.1.0', '2.0.0-rc.1'])
    await source.publish(manifestOf({ version, display_name: 'Prettier ☂ "x" \\ 数字' }), token)
  await source.publish(manifestOf({ name: 'gron', aliases: ['json-grep'] }), token)
})

/** Apps and a playbook of a catalog, in the source. */
const seed = async (): Promise<unknown> =>
  seedCatalog(source.database.queries, { folder: await playbookCatalog([playbookOf()], [playbookOf()]), now })
afterEach(async () => {
  await source.close()
  await target.close()
})

const paths = [
  '/v1/index.json',
  '/v1/apps/prettier.json',
  '/v1/apps/prettier/1.1.0.json',
  '/v1/apps/gron.json',
  '/v1/categories.json',
  '/v1/search?q=json',
]
const documentsOf = (registry: TestRegistry): Promise<string[]> =>
  Promise.all(paths.map(async (address) => (await registry.get(address)).text()))
/** Every document that an export would contain, and every row of the tables in a backup. */
async function everything(registry: TestRegistry): Promise<Record<string, unknown>> {
  const { queries } = registry.database
  const found: Record<string, unknown> = {}
  for (const documents of documentSets)
    for await (const { path, content } of documents({ db: queries, signer: undefined, now }))
      found[path] = Buffer.from(content).toString('base64')
  await queries.transaction(async (tx) => {
    await tx.execute(sql`set local timezone = 'UTC'`)
    for (const table of backupTables) {
      const answer = (await tx.execute(
        sql`select row_to_json(kept)::text as row from ${sql.identifier(table)} as kept`,
      )) as unknown
      const rows = Array.isArray(answer) ? answer : (answer as { rows: unknown[] }).rows
      found[table] = (rows as { row: string }[]).map(({ row }) => row).sort()
    }
  })
  return found
}
const backup = (registry: TestRegistry, to = file): Promise<Record<string, number>> =>
  writeBackup(registry.database.queries, { file: to, now, force: false })
const restore = async (registry: TestRegistry, from = file): Promise<Record<string, number>> => {
  const counts = await restoreBackup(registry.database.queries, from)
  registry.deps.changed()
  return counts
}
const refusal = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code ?? error,
  )

describe('a backup', () => {
  test('restores every document, token and audit entry byte for byte, and can be backed up again', async () => {
    expect(await backup(source)).toMatchObject({ apps: 2, versions: 4, users: 1, tokens: 1 })
    const counts = await restore(target)
    expect(counts).toMatchObject({ apps: 2, versions: 4 })
    expect(await documentsOf(target)).toEqual(await documentsOf(source))

    const again = path.join(folder, 'again.gz')
    await backup(target, again)
    expect(gunzipSync(await readFile(again)).toString()).toBe(gunzipSync(await readFile(file)).toString())

    // The token works there, and the audit log continues.
    expect((await target.publish(manifestOf({ version: '3.0.0' }), token)).status).toBe(201)
    const third = await createTestRegistry(openEmbeddedDatabase)
    await restore(third, again)
    expect(await documentsOf(third)).toEqual(await documentsOf(source))
    await third.close()
  })

  test('restores every row of every table, and every document of a whole export', async () => {
    const all = await source.token('root', 'admin')
    for (const [request, body] of [
      ['POST /v1/apps/prettier/1.0.0/yank', { reason: 'It deletes “files” \\ 数' }],
      ['POST /v1/apps/prettier/1.1.0/deprecate', { message: 'Take 2.' }],
      ['PUT /v1/apps/prettier/tags/next', { version: '2.0.0-rc.1' }],
      ['POST /v1/apps/gron/remove', { message: 'Gone', replacement: 'prettier' }],
    ] as const)
      expect((await source.send(request, all, body)).status, request).toBe(200)
    await seed()
    await backup(source)
    await restore(target)
    const restored = await everything(target)
    expect(restored).toEqual(await everything(source))
    expect(restored.playbooks).toHaveLength(1)
  })

  test('contains every table except derived ones and request counts', async () => {
    const { queries } = source.database
    const found = (await queries.execute(
      sql`select table_name as name from information_schema.tables where table_schema = current_schema() and table_type = 'BASE TABLE'`,
    )) as unknown as { rows: { name: string }[] }
    expect(found.rows.map(({ name }) => name).sort()).toEqual([...backupTables, ...leftOutTables].sort())
  })

  test('is readable only by its owner, and never overwrites a file unless told to', async () => {
    await backup(source)
    expect(((await stat(file)).mode & 0o777).toString(8)).toBe('600')
    await chmod(file, 0o600)
    expect(await refusal(backup(source))).toBe('backup.exists')
    await writeBackup(source.database.queries, { file, now, force: true })
  })

  test('restores only into an empty database', async () => {
    await backup(source)
    await target.publish(manifestOf({ name: 'other' }), await target.token('ben', 'publish:*'))
    expect(await refusal(restore(target))).toBe('restore.not-empty')
    expect((await target.get('/v1/apps/prettier.json')).status).toBe(404)
  })

  test.runIf(process.env.TEST_DATABASE_URL)(
    'reports that the target is not empty while others write to it',
    async () => {
      await backup(source)
      await target.publish(manifestOf({ name: 'other' }), await target.token('ben', 'publish:*'))
      let release: () => void = () => {}
      const held = new Promise<void>((resolve) => {
        release = resolve
      })
      const writing = target.database.queries.transaction(async (tx) => {
        await tx.execute(sql`lock table apps in row exclusive mode`)
        await held
      })
      expect(await refusal(restore(target))).toBe('restore.not-empty')
      release()
      await writing
    },
  )

  test('is refused as a whole when it was cut off, changed, or made by a newer version', async () => {
    await backup(source)
    const bytes = await readFile(file)
    const text = gunzipSync(bytes).toString()
    const lines = text.split('\n')
    const head = JSON.parse(lines[0] ?? '')
    // Even a forged backup can have a correct digest.
    const withDigest = (taken: (string | undefined)[]): Buffer => {
      const body = taken.map((line) => `${line}\n`).join('')
      const digest = `sha256:${createHash('sha256').update(body).digest('hex')}`
      return gzipSync(`${body}${JSON.stringify({ digest })}\n`)
    }
    const damaged: [name: string, content: Buffer, code: string][] = [
      ['cut bytes', bytes.subarray(0, -20), 'backup.damaged'],
      ['no gzip', Buffer.from('{}'), 'backup.damaged'],
      ['nothing', Buffer.alloc(0), 'backup.damaged'],
      ['no end', gzipSync(`${lines.slice(0, -2).join('\n')}\n`), 'backup.damaged'],
      [
        'a row less',
        gzipSync(lines.filter((line) => !line.includes('"1.1.0"')).join('\n')),
        'backup.damaged',
      ],
      ['another owner', gzipSync(text.replaceAll('"ann"', '"eve"')), 'backup.damaged'],
      ['more after the end', gzipSync(`${text}{}\n`), 'backup.damaged'],
      ['rows that are none', withDigest([lines[0], lines[1], '{}']), 'backup.damaged'],
      ['a table twice', withDigest([lines[0], ...lines.slice(1, 3), ...lines.slice(1, 3)]), 'backup.damaged'],
      [
        'newer',
        gzipSync([JSON.stringify({ ...head, version: 2 }), ...lines.slice(1)].join('\n')),
        'backup.newer',
      ],
    ]
    for (const [name, content, code] of damaged) {
      await writeFile(file, content)
      expect(await refusal(restore(target)), name).toBe(code)
    }
    expect(await refusal(restore(target, path.join(folder, 'none')))).toBe('backup.missing')
    expect((await target.get('/v1/apps/prettier.json')).status).toBe(404)
  })
})
