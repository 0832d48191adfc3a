import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { parseAppName, timestampPayload } from '@cli-apps/core'
import { openRegistry, type Registry } from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'
import { exampleManifestJson } from '../../../../support/example-manifest.ts'
import { fileServer } from '../../../../support/file-server.ts'
import { type SiteOptions, servedKey, signedSite, signingKey } from '../../../../support/signed-site.ts'
import { temporaryFolder } from '../../../../support/temporary-folder.ts'

type Files = Record<string, string>
const ours = signingKey('ours')
const next = signingKey('next')
const thief = signingKey('thief')
const greet = exampleManifestJson({ name: 'greet' })
const wave = exampleManifestJson({ name: 'wave' })
const name = parseAppName('greet')
const now = new Date('2026-11-01T12:00:00.000Z')
const daysAgo = (days: number): string => new Date(now.getTime() - days * 86_400_000).toISOString()
const yanked = { greet: { yanked: { reason: 'It deletes files' } } }
const appPath = '/v1/apps/greet.json'
const indexPath = '/v1/index.json'
const keysPath = '/v1/keys.json'
const timestampPath = '/v1/timestamp.json'

const site = (options: Partial<SiteOptions> = {}): Files =>
  signedSite([greet, wave], { signer: ours, serial: 5, time: daysAgo(1), ...options })

/** A mirror between a registry and a reader who comes back as a new process would. */
async function mirrorOf(files: Files, at: Date = now) {
  const served = { ...files }
  const { url } = await fileServer(served)
  const [cacheFolder, trustFolder] = [await temporaryFolder(), await temporaryFolder()]
  return {
    trustFolder,
    serve: (files: Files) => {
      for (const file of Object.keys(served)) delete served[file]
      Object.assign(served, files)
    },
    open: (maxAgeDays?: number): Promise<Registry> =>
      openRegistry(url, { cacheFolder, trustFolder, onStale: () => {}, maxAgeDays, now: () => at }),
  }
}

const without = (files: Files, ...paths: string[]): Files =>
  Object.fromEntries(Object.entries(files).filter(([file]) => !paths.includes(file)))
const changed = (files: Files, file: string, change: (json: Record<string, unknown>) => object): Files => ({
  ...files,
  [file]: JSON.stringify(change(JSON.parse(files[file] ?? ''))),
})
const of = (files: Files, ...paths: string[]): Files =>
  Object.fromEntries(paths.map((file) => [file, files[file] ?? '']))
const signedBy = (key: typeof ours, json: Record<string, unknown>): object => {
  const { signatures: _, ...rest } = json
  return { ...rest, signatures: [key.sign(timestampPayload(rest))] }
}
const ended = { valid_until: daysAgo(100) }
const old = site({ serial: 4, time: daysAgo(3) })
const current = site({ facts: yanked })

describe('a reader who knows the registry refuses a mirror that', () => {
  const attacks: [string, string, Files][] = [
    [
      'gives a yanked version as the latest',
      'integrity.document-digest',
      { ...current, ...of(old, appPath) },
    ],
    [
      'takes the reason of a yank out',
      'integrity.document-digest',
      changed(current, appPath, (app) => ({ ...app, versions: [] })),
    ],
    [
      'moves the tag latest',
      'integrity.document-digest',
      changed(current, appPath, (app) => ({ ...app, dist_tags: { latest: '0.0.1' } })),
    ],
    [
      'adds an owner',
      'integrity.document-digest',
      changed(current, appPath, (app) => ({ ...app, owners: ['thief'] })),
    ],
    [
      'adds a key that readers do not know',
      'integrity.document-digest',
      changed(current, appPath, (app) => ({ ...app, extra: 1 })),
    ],
    [
      'serves the document of another app',
      'integrity.document-digest',
      { ...current, [appPath]: current['/v1/apps/wave.json'] ?? '' },
    ],
    ['goes back to an older registry as a whole', 'trust.rolled-back', old],
    ['mixes an old index with a new timestamp', 'trust.rolled-back', { ...current, ...of(old, indexPath) }],
    [
      'mixes an old timestamp with a new index',
      'trust.rolled-back',
      { ...current, ...of(old, timestampPath) },
    ],
    [
      'mixes old index and app with a new timestamp',
      'trust.rolled-back',
      { ...current, ...of(old, indexPath, appPath) },
    ],
    ['keeps the timestamp back', 'trust.no-timestamp', without(current, timestampPath)],
    ['serves the older form of the registry', 'trust.no-timestamp', site({ serial: 9, isOlderForm: true })],
    [
      'takes the digest of the keys out of the index',
      'trust.bad-signature',
      changed(current, indexPath, ({ keys: _, ...index }) => index),
    ],
    [
      'takes the digests of documents out of the index',
      'trust.bad-signature',
      changed(current, indexPath, (index) => ({
        ...index,
        apps: (index.apps as object[]).map((app) => ({ ...app, document: undefined })),
      })),
    ],
    [
      'takes an app out of the index',
      'trust.bad-signature',
      changed(current, indexPath, (index) => ({ ...index, apps: [] })),
    ],
    [
      'dates the timestamp forward',
      'trust.bad-signature',
      changed(current, timestampPath, (json) => ({ ...json, time: daysAgo(0) })),
    ],
    [
      'raises the serial of the timestamp',
      'trust.bad-signature',
      changed(current, timestampPath, (json) => ({ ...json, serial: 1e9 })),
    ],
    [
      'takes the limit off the timestamp',
      'trust.bad-signature',
      changed(current, timestampPath, (json) => ({ ...json, max_age_days: null })),
    ],
    [
      'takes the signature off the timestamp',
      'trust.unsigned',
      changed(current, timestampPath, (json) => ({ ...json, signatures: [] })),
    ],
    [
      'signs the timestamp itself',
      'trust.unknown-key',
      changed(current, timestampPath, (json) => signedBy(thief, json)),
    ],
    [
      'signs the timestamp under our id',
      'trust.bad-signature',
      changed(current, timestampPath, (json) => ({
        ...json,
        signatures: [{ ...thief.sign('x'), key: ours.id }],
      })),
    ],
    [
      'passes the signature of the index for that of the timestamp',
      'trust.bad-signature',
      changed(current, timestampPath, (json) => ({
        ...json,
        signatures: JSON.parse(current[indexPath] ?? '').signatures,
      })),
    ],
    [
      'serves the index as the timestamp',
      'registry.bad-document',
      { ...current, [timestampPath]: current[indexPath] ?? '' },
    ],
    [
      'serves the timestamp as the index',
      'registry.bad-document',
      { ...current, [indexPath]: current[timestampPath] ?? '' },
    ],
    [
      'ends our key',
      'trust.unknown-key',
      changed(current, keysPath, () => ({ keys: [servedKey(ours, ended)] })),
    ],
    [
      'ends our key in a year',
      'trust.other-keys',
      changed(current, keysPath, () => ({
        keys: [servedKey(ours, { valid_until: '2099-01-01T00:00:00.000Z' })],
      })),
    ],
    [
      'adds a key of its own',
      'trust.unknown-key',
      changed(current, keysPath, () => ({ keys: [servedKey(ours), servedKey(thief)] })),
    ],
    [
      'serves an index of its own, newer',
      'trust.unknown-key',
      changed(current, indexPath, (index) => ({ ...signedBy(thief, { ...index, serial: 99 }) })),
    ],
    ['answers with a page', 'json.syntax', { ...current, [timestampPath]: '<html>' }],
    [
      'nests the timestamp a thousand deep',
      'json.too-deep',
      { ...current, [timestampPath]: '['.repeat(1000) },
    ],
    [
      'serves an app that the index does not list',
      'trust.unlisted-app',
      { ...signedSite([wave], { signer: ours, serial: 5, time: daysAgo(1) }), ...of(current, appPath) },
    ],
    [
      'hides an app that the index lists, so that the next registry is asked for it',
      'trust.no-document',
      without(current, appPath),
    ],
    ['freezes the registry', 'trust.too-old', site({ facts: yanked, time: daysAgo(14.5) })],
  ]
  it.each(attacks)('%s', async (_what, code, files) => {
    // The time that is remembered is no newer than that of the frozen one.
    const known = code === 'trust.too-old' ? site({ facts: yanked, time: daysAgo(15) }) : current
    const { open, serve } = await mirrorOf(known)
    await (await open()).index()
    serve(files)
    await expect((await open(undefined)).app(name)).rejects.toMatchObject({ code })
    // Nothing of it stays: what was true before is true again.
    serve(known)
    if (code !== 'trust.too-old') expect((await (await open()).app(name))?.versions[0]?.yanked).not.toBeNull()
  })
})

describe('freshness', () => {
  it('is 14 days for a server, or what its operator signed, or what the user says', async () => {
    const { open, serve } = await mirrorOf(site({ time: daysAgo(13.9) }))
    expect(await (await open()).app(name)).toBeDefined()
    serve(site({ time: daysAgo(13.9), maxAgeDays: 7 }))
    await expect((await open()).app(name)).rejects.toMatchObject({ code: 'trust.too-old', exitStatus: 8 })
    expect(await (await open(30)).app(name)).toBeDefined()
    serve(site({ time: daysAgo(13.9), maxAgeDays: null }))
    expect(await (await open()).app(name)).toBeDefined()
  })

  it('does not keep the index from being searched, nor a locked manifest from being read', async () => {
    const registry = await (await mirrorOf(site({ time: daysAgo(400) }))).open()
    expect(await registry.index()).toHaveLength(2)
    expect((await registry.manifest(name, '1.2.3')).manifest.name).toBe('greet')
    await expect(registry.app(name)).rejects.toMatchObject({ code: 'trust.too-old' })
  })

  it('takes a timestamp from the future, by a clock that is behind, for one of now', async () => {
    expect(await (await (await mirrorOf(site({ time: daysAgo(-2) }))).open()).app(name)).toBeDefined()
  })

  it('lets servers of one registry sign in any order within a day', async () => {
    const { open, serve } = await mirrorOf(site({ time: daysAgo(1) }))
    await (await open()).index()
    serve(site({ time: daysAgo(1.5) }))
    expect(await (await open()).app(name)).toBeDefined()
    serve(site({ time: daysAgo(3) }))
    await expect((await open()).app(name)).rejects.toMatchObject({ code: 'trust.rolled-back' })
  })

  it('does not refuse an index that is newer than its timestamp, as both are signed', async () => {
    const newer = site({ serial: 6 })
    const { open } = await mirrorOf({ ...newer, ...of(site(), timestampPath) })
    expect(await (await open()).app(name)).toBeDefined()
  })
})

describe('the end of a key', () => {
  it('is remembered where a signed index names the keys, and nowhere else', async () => {
    const { open, serve, trustFolder } = await mirrorOf(site())
    await (await open()).index()
    const pinned = async () => {
      const [file = ''] = await readdir(trustFolder)
      return JSON.parse(await readFile(path.join(trustFolder, file), 'utf8')).keys
    }
    serve({ ...site(), [keysPath]: JSON.stringify({ keys: [servedKey(ours, ended)] }) })
    await expect((await open()).index()).rejects.toMatchObject({ code: 'trust.unknown-key' })
    expect(await pinned()).toMatchObject([{ id: ours.id, valid_until: null }])
    const keys = [servedKey(ours, ended), servedKey(next, {}, [ours])]
    serve(site({ signer: next, keys, serial: 6 }))
    await (await open()).index()
    expect(await pinned()).toMatchObject([
      { id: ours.id, ...ended },
      { id: next.id, valid_until: null },
    ])
    // The old key, though stolen, proves nothing any more.
    serve(site({ serial: 7, keys: [servedKey(ours)] }))
    await expect((await open()).app(name)).rejects.toMatchObject({ code: 'trust.unknown-key' })
  })
})

it('proves apps of an index in shards', async () => {
  const sharded = site({ shards: 1, facts: yanked })
  const honest = await (await mirrorOf(sharded)).open()
  expect((await honest.app(name))?.versions[0]?.yanked).toEqual({ reason: 'It deletes files' })
  const mirrored = await (await mirrorOf({ ...sharded, ...of(old, appPath) })).open()
  await expect(mirrored.app(name)).rejects.toMatchObject({ code: 'integrity.document-digest' })
})

it('believes of an app that the index does not list only that it was removed', async () => {
  const removed = { at: daysAgo(1), message: 'Use evil instead.', replacement: 'evil' }
  const files = changed(current, appPath, (app) => ({ ...app, removed }))
  const { open } = await mirrorOf({
    ...signedSite([wave], { signer: ours, time: daysAgo(1) }),
    ...of(files, appPath),
  })
  expect(await (await open()).app(name)).toMatchObject({
    versions: [],
    removed: { message: 'The index does not list it any more.', replacement: null },
  })
})

it('reads a registry of the older form as before, which proves no app document', async () => {
  const { open } = await mirrorOf(site({ isOlderForm: true }))
  expect(await (await open()).app(name)).toBeDefined()
})
