import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseAppName } from '@cli-apps/core'
import { openRegistry, type Registry } from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'
import { exampleManifestJson } from '../../../../support/example-manifest.ts'
import { fileServer } from '../../../../support/file-server.ts'
import { servedKey, signedSite, signingKey } from '../../../../support/signed-site.ts'
import { temporaryFolder } from '../../../../support/temporary-folder.ts'

const [first, second, third, untrusted] = ['first', 'second', 'third', 'untrusted'].map(signingKey) as [
  ReturnType<typeof signingKey>,
  ReturnType<typeof signingKey>,
  ReturnType<typeof signingKey>,
  ReturnType<typeof signingKey>,
]
const greet = exampleManifestJson({ name: 'greet' })
const wave = exampleManifestJson({ name: 'wave' })
const name = parseAppName('greet')
const version = String(greet.version)
const ended = { valid_until: '2026-02-01T00:00:00.000Z' }

/** A registry whose documents the test replaces, and a reader who comes back each time as a new process would. */
async function world(files: Record<string, string>) {
  const served = { ...files }
  const { url, asked } = await fileServer(served)
  const [cacheFolder, trustFolder] = [await temporaryFolder(), await temporaryFolder()]
  return {
    served,
    asked,
    trustFolder,
    serve: (next: Record<string, string>) => {
      for (const path of Object.keys(served)) delete served[path]
      Object.assign(served, next)
    },
    open: (): Promise<Registry> => openRegistry(url, { cacheFolder, trustFolder, onStale: () => {} }),
  }
}

const both = async (registry: Registry): Promise<string | null> => {
  await registry.index()
  return (await registry.manifest(name, version)).signature?.key ?? null
}

describe('a registry that signs', () => {
  it('is met, remembered, and proved by its key', async () => {
    const { open, trustFolder } = await world(signedSite([greet, wave], { signer: first }))
    expect(await both(await open())).toBe(first.id)
    const [file = ''] = await readdir(trustFolder)
    const pinned = JSON.parse(await readFile(path.join(trustFolder, file), 'utf8'))
    expect(pinned).toMatchObject({ keys: [{ id: first.id }], serial: 1 })
  })

  it('may hand over to a key that the known one vouches for, also twice while we were away', async () => {
    const { open, serve } = await world(signedSite([greet], { signer: first }))
    await both(await open())
    const keys = [servedKey(first, ended), servedKey(second, ended, [first]), servedKey(third, {}, [second])]
    serve(signedSite([greet], { signer: third, keys }))
    expect(await both(await open())).toBe(third.id)
  })

  it('keeps versions that a retired key signed', async () => {
    const old = signedSite([greet], { signer: first })
    const { open, serve } = await world(old)
    await both(await open())
    const keys = [servedKey(first, ended), servedKey(second, {}, [first])]
    const file = `/v1/apps/greet/${version}.json`
    serve({ ...signedSite([greet], { signer: second, keys }), [file]: old[file] ?? '' })
    expect(await both(await open())).toBe(first.id)
  })

  const refusals: [string, string, () => Record<string, string>][] = [
    ['another key in its place', 'trust.unknown-key', () => signedSite([greet], { signer: untrusted })],
    [
      'another key beside it',
      'trust.unknown-key',
      () => signedSite([greet], { signer: first, keys: [servedKey(first), servedKey(untrusted)] }),
    ],
    [
      'a key that vouches for itself',
      'trust.unknown-key',
      () =>
        signedSite([greet], {
          signer: untrusted,
          keys: [servedKey(first), servedKey(untrusted, {}, [untrusted])],
        }),
    ],
    ['no keys any more', 'trust.unsigned', () => signedSite([greet], {})],
    ['no signatures any more', 'trust.unsigned', () => signedSite([greet], { keys: [servedKey(first)] })],
    [
      'the known id for other bytes',
      'trust.bad-keys',
      () =>
        signedSite([greet], {
          signer: untrusted,
          keys: [servedKey(untrusted, { id: first.id })],
        }),
    ],
    [
      'one key twice',
      'trust.bad-keys',
      () => signedSite([greet], { signer: first, keys: [servedKey(first), servedKey(first)] }),
    ],
    [
      'a hundred strange keys',
      'trust.unknown-key',
      () => {
        const many = Array.from({ length: 99 }, (_, at) => servedKey(signingKey(String(at))))
        return signedSite([greet], { signer: first, keys: [servedKey(first), ...many] })
      },
    ],
    ['an older index', 'trust.rolled-back', () => signedSite([greet], { signer: first, serial: 4 })],
    [
      'an index by a key that has ended',
      'trust.unknown-key',
      () =>
        signedSite([greet], {
          signer: first,
          keys: [servedKey(first, ended), servedKey(second, {}, [first])],
        }),
    ],
  ]
  it.each(refusals)('is refused with %s', async (_what, code, files) => {
    const { open, serve } = await world(signedSite([greet], { signer: first, serial: 5 }))
    await both(await open())
    serve(files())
    const registry = await open()
    await expect(registry.index()).rejects.toMatchObject({ code, exitStatus: 8, hint: expect.any(String) })
  })

  it('cannot bring in a key by one that was known to have ended', async () => {
    const keys = [servedKey(first, ended), servedKey(second, {}, [first])]
    const { open, serve } = await world(signedSite([greet], { signer: second, keys }))
    await both(await open())
    serve(signedSite([greet], { signer: untrusted, keys: [...keys, servedKey(untrusted, {}, [first])] }))
    await expect(both(await open())).rejects.toMatchObject({ code: 'trust.unknown-key' })
    // Nor by saying that it has not ended after all.
    serve(signedSite([greet], { signer: first, keys: [servedKey(first), servedKey(second, {}, [first])] }))
    await expect(both(await open())).rejects.toMatchObject({ code: 'trust.unknown-key' })
  })

  it.each([
    [
      'of another app',
      (files: Record<string, string>) => JSON.parse(files['/v1/apps/wave/1.2.3.json'] ?? '').signatures,
    ],
    ['of the index', (files: Record<string, string>) => JSON.parse(files['/v1/index.json'] ?? '').signatures],
    ['of zeros', () => [{ key: first.id, value: 'A'.repeat(86) }]],
    [
      'wrong beside a right one',
      (files: Record<string, string>) => [
        ...JSON.parse(files[`/v1/apps/greet/${version}.json`] ?? '').signatures,
        { key: first.id, value: 'A'.repeat(86) },
      ],
    ],
  ])('cannot pass a version with a signature %s', async (_what, signatures) => {
    const files = signedSite([greet, { ...wave, version: '1.2.3' }], { signer: first })
    const file = `/v1/apps/greet/${version}.json`
    const document = JSON.parse(files[file] ?? '')
    files[file] = JSON.stringify({ ...document, signatures: signatures(files) })
    const registry = await (await world(files)).open()
    await expect(registry.manifest(name, version)).rejects.toMatchObject({
      code: 'trust.bad-signature',
      exitStatus: 8,
    })
  })

  it('cannot pass base64 that is none', async () => {
    const files = signedSite([greet], {
      signer: first,
      keys: [servedKey(first, { public_key: '!'.repeat(43) })],
    })
    await expect(both(await (await world(files)).open())).rejects.toMatchObject({
      code: 'registry.bad-document',
    })
  })

  it('is read past a cache that holds keys from before', async () => {
    const { open, served } = await world(signedSite([greet], { signer: first }))
    await both(await open())
    const keys = [servedKey(first, ended), servedKey(second, {}, [first])]
    const next = signedSite([greet], { signer: second, keys })
    const late = served['/v1/keys.json'] ?? ''
    Object.assign(served, next)
    let asked = 0
    Object.defineProperty(served, '/v1/keys.json', {
      get: () => (asked++ === 0 ? late : next['/v1/keys.json']),
    })
    expect(await both(await open())).toBe(second.id)
    expect(asked).toBe(2)
  })
})

it('a registry that does not sign is taken by its digests, and may begin to sign', async () => {
  const { open, serve, trustFolder } = await world(signedSite([greet], {}))
  expect(await both(await open())).toBeNull()
  expect(await readdir(trustFolder)).toEqual([])
  serve(signedSite([greet], { signer: first }))
  expect(await both(await open())).toBe(first.id)
})

it('what is remembered is never taken for nothing when it is damaged', async () => {
  const { open, trustFolder } = await world(signedSite([greet], { signer: first }))
  await both(await open())
  const [file = ''] = await readdir(trustFolder)
  await writeFile(path.join(trustFolder, file), '{')
  await expect(both(await open())).rejects.toMatchObject({ code: 'trust.corrupt', exitStatus: 3 })
})

describe('an index in shards', () => {
  const many = Array.from({ length: 40 }, (_, at) => exampleManifestJson({ name: `app-${at}` }))
  const names = (registry: Registry) => registry.index().then((apps) => apps.map((app) => app.name))

  it('is read whole, and of it again only what changed', async () => {
    const { open, serve, asked } = await world(signedSite(many, { signer: first, shards: 1 }))
    expect(await names(await open())).toEqual(many.map((app) => app.name).sort())
    const before = asked.filter((path) => path.startsWith('/v1/index/')).length
    expect(before).toBeGreaterThan(8)
    const changed = many.map((app) =>
      app.name === 'app-7' ? { ...app, summary: 'Says something else' } : app,
    )
    serve(signedSite(changed, { signer: first, shards: 1, serial: 2 }))
    asked.length = 0
    const apps = await (await open()).index()
    expect(apps.find((app) => app.name === 'app-7')?.summary).toBe('Says something else')
    expect(asked.filter((path) => path.startsWith('/v1/index/'))).toHaveLength(1)
  })

  it.each([
    ['cut short', (text: string) => text.slice(0, -20)],
    ['replaced by another', (_text: string, other: string) => other],
    ['emptied', () => '{"shard":1,"apps":[]}'],
  ])('is refused when a shard was %s', async (_what, change) => {
    const files = signedSite(many, { signer: first, shards: 1 })
    const [one = '', two = ''] = Object.keys(files).filter((path) => path.startsWith('/v1/index/'))
    files[one] = change(files[one] ?? '', files[two] ?? '')
    await expect(names(await (await world(files)).open())).rejects.toMatchObject({
      code: 'integrity.document-digest',
      exitStatus: 8,
    })
  })

  it('is asked for again when it changes while it is read', async () => {
    const { open, served } = await world(signedSite(many, { signer: first, shards: 1 }))
    const next = signedSite([...many, exampleManifestJson({ name: 'app-new' })], {
      signer: first,
      shards: 1,
      serial: 2,
    })
    const old = served['/v1/index.json'] ?? ''
    Object.assign(served, next)
    let asked = 0
    Object.defineProperty(served, '/v1/index.json', {
      get: () => (asked++ === 0 ? old : next['/v1/index.json']),
    })
    expect(await names(await open())).toContain('app-new')
  })
})
