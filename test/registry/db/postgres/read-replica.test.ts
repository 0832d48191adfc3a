import { AppDocument } from '@cli-apps/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostgres } from '../../../../services/registry/src/db/postgres/open-postgres.ts'
import { manifestOf } from '../../../support/manifest-of.ts'
import { findPostgresPrograms } from '../../../support/postgres-programs.ts'
import { type ReplicatedPostgres, startReplicatedPostgres } from '../../../support/streaming-replica.ts'
import { createTestRegistry, onServer, type TestRegistry } from '../../../support/test-registry.ts'

const programs = findPostgresPrograms()

describe.skipIf(programs === undefined)(
  'a replica to read from (needs the programs of a Postgres server)',
  () => {
    let servers: ReplicatedPostgres
    let registry: TestRegistry
    let token: string
    beforeAll(async () => {
      servers = await startReplicatedPostgres(programs ?? '')
      registry = await createTestRegistry(() => openPostgres(servers.primary, { readUrl: servers.replica }))
      token = await registry.token('ann', 'publish:*')
    })
    afterAll(async () => {
      await registry.close()
      servers.close()
    })

    const readsFrom = (): string => (registry.deps.reads() === registry.deps.db ? 'primary' : 'replica')
    const latest = async (): Promise<string> =>
      AppDocument.parse(await (await registry.get('/v1/apps/prettier.json')).json()).latest

    test('is used once it has caught up', async () => {
      await registry.publish(manifestOf({ version: '1.0.0' }), token)
      await expect.poll(readsFrom, { timeout: 20_000 }).toBe('replica')
      registry.deps.changed()
      expect(await latest()).toBe('1.0.0')
    })

    test('is not used while it lacks a change', async () => {
      await onServer(servers.replica, 'select pg_wal_replay_pause()')
      await registry.publish(manifestOf({ version: '1.1.0' }), token)
      expect([readsFrom(), await latest()]).toEqual(['primary', '1.1.0'])
      await onServer(servers.replica, 'select pg_wal_replay_resume()')
      await expect.poll(readsFrom, { timeout: 20_000 }).toBe('replica')
      registry.deps.changed()
      expect(await latest()).toBe('1.1.0')
    })

    test('may disappear and come back', async () => {
      await expect.poll(readsFrom, { timeout: 20_000 }).toBe('replica')
      servers.stopReplica()
      await expect.poll(readsFrom, { timeout: 20_000 }).toBe('primary')
      registry.deps.changed()
      expect(await latest()).toBe('1.1.0')
      servers.startReplica()
      await expect.poll(readsFrom, { timeout: 20_000 }).toBe('replica')
    })
  },
)
