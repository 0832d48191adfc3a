import { chmod, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { KeysDocument, keyPayload, VersionDocument, versionPayload } from '@cli-apps/core'
import { generateSigningKey, isSignedBy, parseSigningKey, type SigningKey } from '@cli-apps/core/node'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { adoptKey } from '../../../services/registry/src/signing/adopt-key.ts'
import { keyFile, openSigner } from '../../../services/registry/src/signing/open-signer.ts'
import { rotateKey } from '../../../services/registry/src/signing/rotate-key.ts'
import { signVersions } from '../../../services/registry/src/signing/sign-versions.ts'
import { manifestOf } from '../../support/manifest-of.ts'
import { servedKey, signingKey } from '../../support/signed-site.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { createTestRegistry, type TestRegistry } from '../../support/test-registry.ts'

const [first, second, third] = ['a', 'b', 'c'].map(signingKey) as [SigningKey, SigningKey, SigningKey]
const now = new Date('2026-03-01T00:00:00.000Z')
const later = new Date('2026-03-02T00:00:00.000Z')

let registry: TestRegistry
beforeAll(async () => {
  registry = await createTestRegistry(undefined, { signer: first })
})
beforeEach(() => registry.reset())
afterAll(() => registry.close())

const keys = async () => KeysDocument.parse(await (await registry.get('/v1/keys.json')).json()).keys
const db = () => registry.database.queries
const rotation = (to: SigningKey, by: SigningKey, at = now.toISOString()) => {
  const { signatures: _, ...key } = servedKey(to, { valid_from: at })
  return { key, signature: by.sign(keyPayload(key)), oldEndsAt: later, now }
}

describe('the first key', () => {
  test('is adopted by several servers that start with it', async () => {
    await Promise.all([1, 2, 3].map(() => adoptKey(db(), first, now)))
    expect(await keys()).toMatchObject([{ id: first.id, public_key: first.publicKey, valid_until: null }])
  })

  test('excludes any other, even of a server that starts concurrently', async () => {
    const outcomes = await Promise.allSettled([first, second].map((key) => adoptKey(db(), key, now)))
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(adoptKey(db(), third, now)).rejects.toMatchObject({
      code: 'signing.unknown-key',
      hint: expect.stringContaining('keys rotate'),
    })
    expect(await keys()).toHaveLength(1)
  })
})

describe('a rotation', () => {
  beforeEach(() => adoptKey(db(), first, new Date('2026-01-01T00:00:00.000Z')))

  test('adds a key that the old one signed, and ends the old one', async () => {
    await rotateKey(db(), rotation(second, first))
    registry.deps.changed()
    const [old, next] = await keys()
    expect(old).toMatchObject({ id: first.id, valid_until: later.toISOString() })
    const by = { id: first.id, public_key: first.publicKey }
    expect(next?.signatures.map((signature) => isSignedBy(keyPayload({ ...next }), signature, by))).toEqual([
      true,
    ])
    expect(await adoptKey(db(), second, now)).toBeNull()
    expect(await adoptKey(db(), first, now)).toEqual(later)
    await expect(adoptKey(db(), first, later)).rejects.toMatchObject({ code: 'signing.retired-key' })
  })

  test.each([
    ['by a key that is not there', () => rotation(third, second), 'signing.unknown-key'],
    ['to the key itself', () => rotation(first, first), 'signing.cannot-rotate'],
    [
      'that was signed for another key',
      () => ({ ...rotation(second, first), key: rotation(third, first).key }),
      'signing.cannot-rotate',
    ],
    [
      'to a key that is older',
      () => rotation(second, first, '2025-01-01T00:00:00.000Z'),
      'signing.cannot-rotate',
    ],
  ])('%s is refused and changes nothing', async (_what, request, code) => {
    await expect(rotateKey(db(), request())).rejects.toMatchObject({ code })
    expect(await keys()).toMatchObject([{ id: first.id, valid_until: null }])
  })

  test('happens only once', async () => {
    await rotateKey(db(), rotation(second, first))
    await expect(rotateKey(db(), rotation(third, first))).rejects.toMatchObject({
      code: 'signing.cannot-rotate',
    })
  })
})

describe('versions', () => {
  const version = async () => {
    const response = await registry.get('/v1/apps/prettier/3.6.2.json')
    return {
      lifetime: response.headers.get('cache-control'),
      ...VersionDocument.parse(await response.json()),
    }
  }

  test('are signed when they are published, and then cached forever', async () => {
    await registry.publish(manifestOf(), await registry.token('ann', 'publish:*'))
    const { manifest, signatures, lifetime } = await version()
    expect(signatures).toEqual([first.sign(versionPayload(manifest))])
    expect(lifetime).toContain('immutable')
  })

  test('from before there was a key are signed once, and cached only briefly until then', async () => {
    const unsigned = await createTestRegistry(async () => registry.database)
    await unsigned.publish(manifestOf(), await unsigned.token('ann', 'publish:*'))
    expect(await version()).toMatchObject({
      signatures: [],
      lifetime: expect.not.stringContaining('immutable'),
    })
    expect(await signVersions(db(), first, now)).toBe(1)
    registry.deps.changed('prettier')
    const { manifest, signatures } = await version()
    expect(signatures).toEqual([first.sign(versionPayload(manifest))])
    expect(await signVersions(db(), second, now)).toBe(0)
  })
})

describe('the signer', () => {
  const open = (kind: 'embedded' | 'postgres', dataFolder: string, text?: string) =>
    openSigner(
      { kind, queries: db() },
      { dataFolder, signingKey: text === undefined ? undefined : { text }, now },
    )

  test('of an embedded database creates its key once, readable only by its owner', async () => {
    const folder = await temporaryFolder()
    const made = await open('embedded', folder)
    expect((await stat(keyFile(folder))).mode & 0o777).toBe(0o600)
    expect((await open('embedded', folder))?.id).toBe(made?.id)
    expect(await keys()).toMatchObject([{ id: made?.id }])
  })

  test('of Postgres is undefined if none was ever configured', async () => {
    expect(await open('postgres', await temporaryFolder())).toBeUndefined()
    expect(await keys()).toEqual([])
  })

  test.each(['embedded', 'postgres'] as const)(
    'with %s never goes on without the key there was',
    async (kind) => {
      await adoptKey(db(), first, now)
      await expect(open(kind, await temporaryFolder())).rejects.toMatchObject({ code: 'signing.key-missing' })
    },
  )

  test('prefers the configured key over the one in the folder', async () => {
    const folder = await temporaryFolder()
    const pem = generateSigningKey()
    await writeFile(keyFile(folder), generateSigningKey())
    expect((await open('embedded', folder, pem))?.id).toBe(parseSigningKey(pem, 'x').id)
  })

  test('reports which file is not a key', async () => {
    const file = path.join(await temporaryFolder(), 'key.pem')
    const openFile = () =>
      openSigner({ kind: 'postgres', queries: db() }, { dataFolder: '/', signingKey: { file }, now })
    await expect(openFile()).rejects.toMatchObject({ code: 'signing.no-file' })
    await writeFile(file, 'secret words')
    await chmod(file, 0o600)
    await expect(openFile()).rejects.toSatisfy(
      (error: Error) => error.message.includes(file) && !error.message.includes('secret'),
    )
    expect(await readFile(file, 'utf8')).toBe('secret words')
  })
})
