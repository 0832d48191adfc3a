import { readFile } from 'node:fs/promises'
import { indexPayload, parseAppName } from '@cli-apps/core'
import { digestOf, openRegistry, type SigningKey } from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'
import { exampleManifestJson } from '../../../../support/example-manifest.ts'
import { fileServer } from '../../../../support/file-server.ts'
import { type SiteOptions, signedSite, signingKey } from '../../../../support/signed-site.ts'
import { temporaryFolder } from '../../../../support/temporary-folder.ts'

/*
 * What the conformance suite of The Update Framework asks of a client, as far as the other files of this folder do not show
 * it. docs/trust.md has the whole list.
 */

type Json = Record<string, unknown>
const signer = signingKey('conformance')
const name = parseAppName('greet')
const now = new Date('2026-11-01T12:00:00.000Z')
const daysAgo = (days: number): string => new Date(now.getTime() - days * 86_400_000).toISOString()
const [appPath, indexPath, timestampPath] = ['/v1/apps/greet.json', '/v1/index.json', '/v1/timestamp.json']
const site = (options: Partial<SiteOptions> = {}) =>
  signedSite([exampleManifestJson({ name: 'greet' })], { signer, time: daysAgo(1), ...options })

async function clientOf(files: Record<string, string>) {
  const served = { ...files }
  const { url, asked } = await fileServer(served)
  const [cacheFolder, trustFolder] = [await temporaryFolder(), await temporaryFolder()]
  return {
    asked,
    served,
    open: () => openRegistry(url, { cacheFolder, trustFolder, onStale: () => {}, now: () => now }),
  }
}

const signedBy = (key: SigningKey, { signatures: _, ...json }: Json): string =>
  JSON.stringify({ ...json, signatures: [key.sign(indexPayload(json))] })

/** The site with another index, and a timestamp of just that. */
function withIndex(files: Record<string, string>, change: (index: Json) => Json): Record<string, string> {
  const index = signedBy(signer, change(JSON.parse(files[indexPath] ?? '')))
  const timestamp = { ...JSON.parse(files[timestampPath] ?? ''), index_digest: digestOf(index) }
  return { ...files, [indexPath]: index, [timestampPath]: signedBy(signer, timestamp) }
}

describe('a reader', () => {
  it('takes signed keys of documents that it does not know', async () => {
    const files = withIndex(site(), (index) => ({ ...index, later: { x: 1 } }))
    const timestamp = { ...JSON.parse(files[timestampPath] ?? ''), later: 'x' }
    const { open } = await clientOf({ ...files, [timestampPath]: signedBy(signer, timestamp) })
    expect(await (await open()).app(name)).toBeDefined()
  })

  it('takes a fresh timestamp after one that became too old', async () => {
    const { open, served } = await clientOf(site({ time: daysAgo(20) }))
    await expect((await open()).app(name)).rejects.toMatchObject({ code: 'trust.too-old' })
    Object.assign(served, site())
    expect(await (await open()).app(name)).toBeDefined()
  })

  it('takes a timestamp that was signed again with the same serial', async () => {
    const { open, served } = await clientOf(site({ time: daysAgo(2) }))
    await (await open()).index()
    Object.assign(served, site())
    expect(await (await open()).app(name)).toBeDefined()
  })

  it('asks for keys, index and timestamp before the document of an app', async () => {
    const { open, asked } = await clientOf(site())
    await (await open()).app(name)
    expect(asked).toEqual(['/v1/keys.json', indexPath, timestampPath, appPath])
  })

  it('takes a document that it kept only as long as the index names it', async () => {
    const { open, served, asked } = await clientOf(site())
    await (await open()).app(name)
    asked.length = 0
    await (await open()).app(name)
    expect(asked).not.toContain(appPath)
    const yanked = { greet: { yanked: { reason: 'It deletes files' } } }
    Object.assign(served, site({ serial: 2, facts: yanked }))
    expect((await (await open()).app(name))?.versions[0]?.yanked).not.toBeNull()
  })

  it.each([
    [
      'a hash that it does not know',
      'registry.bad-document',
      withIndex(site(), (index) => ({ ...index, apps: apps(index, { document: 'sha512:00' }) })),
    ],
    ['no index', 'registry.no-index', without(site(), indexPath)],
    ['more signatures than are looked at', 'registry.bad-document', repeated(site(), 11)],
  ])('refuses %s', async (_what, code, files) => {
    const { open } = await clientOf(files)
    await expect((await open()).app(name)).rejects.toMatchObject({ code })
  })

  it('counts a signature that is repeated once', async () => {
    const { open } = await clientOf(repeated(site(), 3))
    expect(await (await open()).app(name)).toBeDefined()
  })

  it('refuses a wrong signature by a known key also where another is right', async () => {
    const files = site()
    const index = JSON.parse(files[indexPath] ?? '')
    const wrong = { ...index, signatures: [...index.signatures, signer.sign('x')] }
    const { open } = await clientOf({ ...files, [indexPath]: JSON.stringify(wrong) })
    await expect((await open()).app(name)).rejects.toMatchObject({ code: 'trust.bad-signature' })
  })

  it('passes over signatures by keys that it does not know', async () => {
    const files = site()
    const timestamp = JSON.parse(files[timestampPath] ?? '')
    const others = [signingKey('a').sign('x'), ...timestamp.signatures, signingKey('b').sign('y')]
    const { open } = await clientOf({
      ...files,
      [timestampPath]: JSON.stringify({ ...timestamp, signatures: others }),
    })
    expect(await (await open()).app(name)).toBeDefined()
  })
})

const without = (files: Record<string, string>, path: string): Record<string, string> =>
  Object.fromEntries(Object.entries(files).filter(([file]) => file !== path))

const apps = ({ apps }: Json, change: Json): Json[] => (apps as Json[]).map((app) => ({ ...app, ...change }))

/** The signature of the index that often. The timestamp names the document as it is then. */
function repeated(files: Record<string, string>, count: number): Record<string, string> {
  const index = JSON.parse(files[indexPath] ?? '')
  const text = JSON.stringify({ ...index, signatures: Array(count).fill(index.signatures[0]) })
  const timestamp = { ...JSON.parse(files[timestampPath] ?? ''), index_digest: digestOf(text) }
  return { ...files, [indexPath]: text, [timestampPath]: signedBy(signer, timestamp) }
}

it('every test that docs/trust.md names exists', async () => {
  const root = new URL('../../../../../', import.meta.url)
  const read = (file: string): Promise<string> => readFile(new URL(file, root), 'utf8')
  const page = await read('docs/trust.md')
  const folder = 'test/core/node/registry/trust'
  const letters: Record<string, string> = {
    M: await read(`${folder}/hostile-mirror.test.ts`),
    R: await read(`${folder}/registry-trust.test.ts`),
    C: await read(`${folder}/tuf-conformance.test.ts`),
  }
  const named = [...page.matchAll(/\b([MRC]) "([^"]+)"/g)]
  expect(named.length).toBeGreaterThan(30)
  for (const [, letter = '', title = ''] of named)
    for (const part of title.split('…'))
      expect(letters[letter], `${letter} "${title}"`).toContain(part.trim())
})
