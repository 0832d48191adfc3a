import { createHash } from 'node:crypto'
import { indexDocument, ShardDocument, ShardedIndex, WholeIndex } from '@cli-apps/core'
import { digestOf, openRegistry } from '@cli-apps/core/node'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Queries } from '../../../services/registry/src/db/database.ts'
import { measureIndex } from '../../../services/registry/src/db/queries/index-rows.ts'
import { createIndexDocuments } from '../../../services/registry/src/documents/index-documents.ts'
import { adoptKey } from '../../../services/registry/src/signing/adopt-key.ts'
import { loopbackServer } from '../../support/file-server.ts'
import { manifestOf } from '../../support/manifest-of.ts'
import { signingKey } from '../../support/signed-site.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { createTestRegistry, type TestRegistry } from '../../support/test-registry.ts'

const signer = signingKey('index')
let registry: TestRegistry
let token: string
beforeAll(async () => {
  registry = await createTestRegistry(undefined, { signer })
  await adoptKey(registry.database.queries, signer, registry.clock.now)
  token = await registry.token('ann', 'publish:*')
})
afterAll(() => registry.close())

const shardOf = (name: string): string => createHash('sha256').update(name).digest('hex')

describe('a small index', () => {
  test('is one document whose serial increases with every change', async () => {
    const serialOf = async () => WholeIndex.parse(await (await registry.get('/v1/index.json')).json()).serial
    expect(await serialOf()).toBe(0)
    await registry.publish(manifestOf(), token)
    const first = await serialOf()
    await registry.publish(manifestOf({ version: '3.6.3' }), token)
    expect(await serialOf()).toBeGreaterThan(first)
    expect((await registry.get('/v1/index/ab.json')).status).toBe(404)
  })

  test('is measured as written, whatever its texts contain', async () => {
    await registry.publish(
      manifestOf({
        name: 'odd',
        summary: 'Quotes " and \\ and 数据 and é',
        tags: ['a"b', '标签'],
        i18n: { zh: { display_name: '怪', summary: '"引号"和 \\' }, de: { summary: 'Anführungszeichen' } },
      }),
      token,
    )
    const { apps } = WholeIndex.parse(await (await registry.get('/v1/index.json')).json())
    const values = apps.flatMap((app) => Object.values(app)).map((value) => JSON.stringify(value))
    const bytes = [...(await measureIndex(registry.database.queries)).values()].reduce((a, b) => a + b, 0)
    expect(bytes).toBe(values.reduce((sum, text) => sum + Buffer.byteLength(text), 0))
  })

  test('omits removed apps', async () => {
    const { queries } = registry.database
    await queries.execute(sql`update apps set removed_at = now() where name = 'odd'`)
    const index = WholeIndex.parse(JSON.parse(await createIndexDocuments(signer).index(queries)))
    expect(index.apps.map(({ name }) => name)).toEqual(['prettier'])
  })
})

const manyApps = 1200

/** Apps whose entries take a kilobyte each, without their manifests. */
async function insertApps(db: Queries, count: number): Promise<void> {
  const named = sql`(select 'app-' || n as name, sha256(('app-' || n)::bytea) as hash from generate_series(1, ${sql.raw(String(count))}) n) as named`
  await db.execute(sql`insert into apps (name, latest, created_at, shard, derived_format)
    select name, '1.0.0', now(), left(encode(hash, 'hex'), 4), 1 from ${named}`)
  await db.execute(sql`insert into versions (app, version, sort_key, manifest, digest, published_at, published_by,
      display_name, summary, description, category, tags, aliases, facets)
    select name, '1.0.0', '1', '{}', 'sha256:' || encode(hash, 'hex'), now(), 'ann',
      name, 'One of many', 'One of many.', 'dev', array_fill(repeat('x', 40), array[20]), '{}', '{}' from ${named}`)
}

describe('a large index', () => {
  beforeAll(async () => {
    await insertApps(registry.database.queries, manyApps)
    registry.deps.changed()
  })
  const read = async () => ShardedIndex.parse(await (await registry.get('/v1/index.json')).json())

  test('identifies shards by the digests of their bytes, and every app is in the shard of its name', async () => {
    const { shards } = await read()
    expect(shards).toHaveLength(16)
    for (const { prefix, digest, count } of shards) {
      const text = await (await registry.get(`/v1/index/${prefix}.json`)).text()
      expect(digestOf(text)).toBe(digest)
      const { apps } = ShardDocument.parse(JSON.parse(text))
      expect(apps).toHaveLength(count)
      expect(apps.every(({ name }) => shardOf(name).startsWith(prefix))).toBe(true)
      expect(apps).toEqual(indexDocument(apps).apps)
    }
    expect((await registry.get('/v1/index/00.json')).status).toBe(404)
  })

  test('changes in one shard when one app changes, and equals that of a newly started server', async () => {
    const before = await read()
    await registry.publish(manifestOf({ version: '4.0.0' }), token)
    const after = await read()
    const changed = after.shards.filter(({ digest }, at) => digest !== before.shards[at]?.digest)
    expect(changed.map(({ prefix }) => prefix)).toEqual([shardOf('prettier').slice(0, 1)])
    expect(after.serial).toBeGreaterThan(before.serial)
    const regenerated = await createIndexDocuments(signer).index(registry.database.queries)
    expect(await (await registry.get('/v1/index.json')).text()).toBe(regenerated)
  })

  test('loses no change when the database fails in between', async () => {
    const { queries } = registry.database
    const indexes = createIndexDocuments(signer)
    await indexes.index(queries)
    await registry.publish(manifestOf({ version: '4.0.1' }), token)
    indexes.drop('prettier')
    const away = {
      select: () => {
        throw new Error('away')
      },
    } as unknown as Queries
    await expect(indexes.index(away)).rejects.toThrow('away')
    expect(await indexes.index(queries)).toBe(await createIndexDocuments(signer).index(queries))
  })

  test('is read by the installer from a running server, and later only its changed shards', async () => {
    const asked: string[] = []
    const url = await loopbackServer(async (request, response) => {
      asked.push(request.url ?? '')
      const headers = { 'if-none-match': String(request.headers['if-none-match'] ?? '') }
      const answer = await registry.get(request.url ?? '', headers)
      response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
    })
    const [cacheFolder, trustFolder] = [await temporaryFolder(), await temporaryFolder()]
    const open = () => openRegistry(url, { cacheFolder, trustFolder, onStale: () => {} })
    expect(await (await open()).index()).toHaveLength(manyApps + 1)
    await registry.publish(manifestOf({ version: '4.1.0' }), token)
    asked.length = 0
    const entries = await (await open()).index()
    expect(entries.find(({ name }) => name === 'prettier')?.latest).toBe('4.1.0')
    expect(asked.filter((path) => path.startsWith('/v1/index/'))).toHaveLength(1)
  })
})
