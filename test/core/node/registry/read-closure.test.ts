import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { canonicalJson, type DebianClosure, parseAppName, registryPaths } from '@cli-apps/core'
import {
  closureFile,
  manifestDigest,
  openRegistry,
  type Registry,
  writeFileAtomic,
} from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'
import {
  SharedPackages,
  sharedPackagesFile,
} from '../../../../packages/core/src/node/publication/shared-packages.ts'
import { catalogSource } from '../../../../packages/core/src/node/registry/catalog/catalog-source.ts'
import { debianManifestJson, exampleClosure } from '../../../support/debian-closure.ts'
import { documentServer } from '../../../support/document-server.ts'
import { folderRegistry } from '../../../support/folder-registry.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const name = parseAppName('greet')
const version = '1.2.3'
const closure = exampleClosure()
const digest = manifestDigest(closure)

/** A static site with one app, and `served` as its closure for amd64. */
async function siteWith(served: unknown): Promise<string> {
  const folder = await folderRegistry([debianManifestJson([closure])])
  const file = path.join(folder, registryPaths.closure(name, version, 'amd64'))
  if (served !== undefined) await writeFileAtomic(file, canonicalJson(served))
  return folder
}

async function open(location: string): Promise<Registry> {
  const folder = await temporaryFolder()
  return openRegistry(location, {
    cacheFolder: path.join(folder, 'cache'),
    trustFolder: path.join(folder, 'trust'),
    onStale: () => {},
  })
}

const read = (registry: Registry): Promise<DebianClosure> => registry.closure(name, version, 'amd64', digest)

describe('a closure', () => {
  it('is read from a folder', async () => {
    expect(await read(await open(await siteWith(closure)))).toEqual(closure)
  })

  it('is read from a server once, and then without a request', async () => {
    const server = await documentServer(await siteWith(closure))
    const registry = await open(server.url)
    expect(await read(registry)).toEqual(closure)
    const before = server.requests()
    expect(await read(registry)).toEqual(closure)
    expect(server.requests()).toBe(before)
  })

  it('is read while the server is away, once it was read', async () => {
    const server = await documentServer(await siteWith(closure))
    const registry = await open(server.url)
    await read(registry)
    await server.close()
    expect(await read(registry)).toEqual(closure)
  })

  it.each([
    ['has another digest', exampleClosure({ snapshot: '20261102T000000Z' }), 'integrity.document-digest'],
    ['is missing', undefined, 'app.no-closure'],
  ])('is refused when it %s', async (_, served, code) => {
    const folder = await siteWith(served)
    await expect(read(await open(folder))).rejects.toMatchObject({ code })
    const { url } = await documentServer(folder)
    await expect(read(await open(url))).rejects.toMatchObject({ code })
  })

  it.each([
    ['is of another architecture', exampleClosure({}, 'arm64'), 'integrity.other-closure'],
    ['is no closure', { ...closure, packages: [] }, 'registry.bad-document'],
  ])('is refused when it %s, even with the digest that the manifest names', async (_, served, code) => {
    const registry = await open(await siteWith(served))
    const asked = registry.closure(name, version, 'amd64', manifestDigest(served))
    await expect(asked).rejects.toMatchObject({ code })
  })
})

describe('a catalog folder', () => {
  const catalog = async () => {
    const folder = await temporaryFolder()
    await writeFile(path.join(folder, 'greet.json'), JSON.stringify(debianManifestJson([closure])))
    const file = closureFile(folder, name, 'amd64')
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, JSON.stringify(closure, null, 2))
    return catalogSource(folder)
  }
  const ask = async (documentPath: string) => (await catalog()).read(documentPath, JSON.parse, { digest })

  it('serves the closure of an entry, whatever white space its file has', async () => {
    expect(await ask(registryPaths.closure(name, version, 'amd64'))).toEqual(closure)
  })

  it('refuses a closure with another digest', async () => {
    const source = await catalog()
    const asked = source.read(registryPaths.closure(name, version, 'amd64'), JSON.parse, {
      digest: manifestDigest({}),
    })
    await expect(asked).rejects.toMatchObject({ code: 'integrity.document-digest' })
  })

  it.each([
    ['version', registryPaths.closure(name, '9.9.9', 'amd64')],
    ['architecture', registryPaths.closure(name, version, 'arm64')],
    ['architecture that Debian does not have', registryPaths.closure(name, version, '../../greet')],
  ])('has no closure of another %s', async (_, documentPath) => {
    expect(await ask(documentPath)).toBeUndefined()
  })
})

describe('a catalog whose closures share their packages', () => {
  const other = exampleClosure({ snapshot: '20261102T000000Z' })
  const catalog = async (change: (packages: unknown[]) => unknown[] = (packages) => packages) => {
    const folder = await temporaryFolder()
    await writeFile(path.join(folder, 'greet.json'), JSON.stringify(debianManifestJson([closure])))
    const shared = new SharedPackages()
    shared.share(other)
    await writeFileAtomic(closureFile(folder, name, 'amd64'), JSON.stringify(shared.share(closure)))
    await writeFileAtomic(sharedPackagesFile(folder), JSON.stringify(change(shared.list)))
    return { source: catalogSource(folder), shared }
  }
  const asked = registryPaths.closure(name, version, 'amd64')

  it('serves each closure whole, and keeps a package of several once', async () => {
    const { source, shared } = await catalog()
    expect(await source.read(asked, JSON.parse, { digest })).toEqual(closure)
    expect(shared.list).toEqual(closure.packages)
  })

  it.each([
    ['lacks a package', () => []],
    ['has another package in its place', (packages: unknown[]) => [...packages].reverse()],
  ])('refuses a closure when the list %s', async (_, change) => {
    const { source } = await catalog(change)
    await expect(source.read(asked, JSON.parse, { digest })).rejects.toMatchObject({
      code: 'integrity.document-digest',
    })
  })
})
