import { IndexDocument, KeysDocument, TimestampDocument, timestampPayload } from '@cli-apps/core'
import { digestOf, requireSignature } from '@cli-apps/core/node'
import { expect, onTestFinished, test } from 'vitest'
import { adoptKey } from '../../../services/registry/src/signing/adopt-key.ts'
import { manifestOf } from '../../support/manifest-of.ts'
import { problemOf } from '../../support/problem-of.ts'
import { signingKey } from '../../support/signed-site.ts'
import { createTestRegistry } from '../../support/test-registry.ts'

const signer = signingKey('timestamp')
const path = '/v1/timestamp.json'
const hourMs = 3_600_000

/** A registry with one app and its own clock. */
async function registryWith(key: typeof signer | undefined) {
  const registry = await createTestRegistry(undefined, { signer: key })
  onTestFinished(() => registry.close())
  const token = await registry.token('ann', 'publish:*', 'yank:*')
  if (key !== undefined) await adoptKey(registry.database.queries, key, registry.clock.now)
  expect((await registry.publish(manifestOf(), token)).status).toBe(201)
  const text = async (): Promise<string> => (await registry.get(path)).text()
  const pass = (ms: number): void => {
    registry.clock.now = new Date(registry.clock.now.getTime() + ms)
  }
  return { ...registry, user: token, text, pass }
}

test('contains serial and digest of the served index and the time, signed by a key of the registry', async () => {
  const { get, clock } = await registryWith(signer)
  const response = await get(path)
  expect(response.headers.get('cache-control')).toBe('public, max-age=60, must-revalidate')
  const json = JSON.parse(await response.text())
  const timestamp = TimestampDocument.parse(json)
  const index = await (await get('/v1/index.json')).text()
  expect(timestamp).toMatchObject({
    serial: IndexDocument.parse(JSON.parse(index)).serial,
    index_digest: digestOf(index),
    time: clock.now.toISOString(),
  })
  const { keys } = KeysDocument.parse(await (await get('/v1/keys.json')).json())
  const signed = { payload: timestampPayload(json), signatures: timestamp.signatures }
  expect(requireSignature({ ...signed, what: 'it', location: 'here' }, keys).key).toBe(signer.id)
})

test('contains no maximum age by default, so that readers decide', async () => {
  expect(JSON.parse(await (await registryWith(signer)).text())).not.toHaveProperty('max_age_days')
})

test('is signed again after an hour, and not before', async () => {
  const { text, pass } = await registryWith(signer)
  const first = await text()
  pass(hourMs - 1)
  expect(await text()).toBe(first)
  pass(1)
  const second = await text()
  expect(JSON.parse(second).time).not.toBe(JSON.parse(first).time)
  expect({ ...JSON.parse(second), time: '', signatures: [] }).toEqual({
    ...JSON.parse(first),
    time: '',
    signatures: [],
  })
  pass(hourMs - 1)
  expect(await text()).toBe(second)
})

test('is signed again when the index changes', async () => {
  const { publish, send, text, pass, user, get } = await registryWith(signer)
  const first = JSON.parse(await text())
  pass(1000)
  await publish(manifestOf({ version: '3.6.3' }), user)
  const second = JSON.parse(await text())
  expect(second.serial).toBeGreaterThan(first.serial)
  expect(second.time).not.toBe(first.time)
  // A change that no index entry shows still changes the app document, and so the index.
  pass(1000)
  expect((await send('POST /v1/apps/prettier/3.6.2/yank', user, { reason: 'bad' })).status).toBe(200)
  const third = JSON.parse(await text())
  expect(third.index_digest).not.toBe(second.index_digest)
  expect(third.index_digest).toBe(digestOf(await (await get('/v1/index.json')).text()))
})

test('is 404 without a key', async () => {
  const response = await (await registryWith(undefined)).get(path)
  expect(response.status).toBe(404)
  expect((await problemOf(response)).code).toBe('timestamp.none')
})
