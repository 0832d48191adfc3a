import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type AppName, parseAppName } from '@cli-apps/core'
import { builtInCatalog, openRegistry } from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'
import { folderSource } from '../../../../packages/core/src/node/registry/folder-source.ts'
import { exampleManifestJson } from '../../../support/example-manifest.ts'
import { loopbackServer } from '../../../support/file-server.ts'
import { folderRegistry } from '../../../support/folder-registry.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

/** A server whose answer the test may change. */
async function changingServer(text: string) {
  const server = { url: '', text, status: 200 }
  server.url = await loopbackServer((request, response) => {
    const isMissing = /^\/v1\/(search|keys)/.test(request.url ?? '')
    response
      .writeHead(isMissing && server.status === 200 ? 404 : server.status, {
        'content-type': 'application/json',
        etag: `"${server.text.length}"`,
      })
      .end(server.text)
  })
  return server
}

const index = JSON.stringify({ index: 1, serial: 0, signatures: [], apps: [] })
const indexOf = (name: string): string =>
  JSON.stringify({
    index: 1,
    serial: 0,
    signatures: [],
    apps: [
      {
        name,
        latest: '1.0.0',
        display_name: name,
        summary: 'Says hello',
        category: 'dev',
        tags: [],
        aliases: [],
        digest: `sha256:${'0'.repeat(64)}`,
      },
    ],
  })

const open = async (location: string, cacheFolder: string) => {
  const notices: string[] = []
  const registry = await openRegistry(location, {
    cacheFolder,
    trustFolder: path.join(cacheFolder, 'trust'),
    onStale: (message) => notices.push(message),
  })
  return { registry, notices }
}

describe('a registry server', () => {
  it('uses the cache while it is not reachable, but never after a response that could not be read', async () => {
    const server = await changingServer('{"index":1,"apps":"none"}')
    const cache = await temporaryFolder()
    const { registry, notices } = await open(server.url, cache)
    await expect(registry.index()).rejects.toMatchObject({ code: 'registry.bad-document' })
    expect(await readdir(cache)).toEqual([])
    server.text = index
    expect(await registry.index()).toEqual([])
    server.status = 503
    expect(await registry.index()).toEqual([])
    expect(notices).toHaveLength(1)
  })

  it('works if the cache is not writable', async () => {
    const server = await changingServer(index)
    const file = path.join(await temporaryFolder(), 'file')
    await writeFile(file, '')
    const { registry } = await open(server.url, path.join(file, 'cache'))
    expect(await registry.index()).toEqual([])
  })

  it('is searched by its last index while it is not reachable', async () => {
    const server = await changingServer(indexOf('greet'))
    const { registry, notices } = await open(server.url, await temporaryFolder())
    await registry.index()
    server.status = 503
    expect((await registry.search('greet', 5)).apps.map(({ name }) => name)).toEqual(['greet'])
    expect(notices).toHaveLength(1)
  })

  it('stops immediately when aborted', async () => {
    const abort = new AbortController()
    const url = await loopbackServer(() => abort.abort())
    const registry = await openRegistry(url, {
      cacheFolder: await temporaryFolder(),
      trustFolder: await temporaryFolder(),
      onStale: () => {},
      signal: abort.signal,
    })
    await expect(registry.index()).rejects.toMatchObject({ code: 'registry.canceled', exitStatus: 130 })
    await expect(registry.search('x', 1)).rejects.toMatchObject({ code: 'registry.canceled' })
  })
})

describe('a folder', () => {
  it('is resolved from the base folder', async () => {
    const folder = await folderRegistry([exampleManifestJson()])
    const registry = await openRegistry(`./${path.basename(folder)}`, {
      cacheFolder: folder,
      trustFolder: folder,
      onStale: () => {},
      baseFolder: path.dirname(folder),
    })
    expect(registry.location).toBe(folder)
    expect(await registry.index()).toHaveLength(1)
  })

  it('is never read outside its root', async () => {
    const read = folderSource('/srv/registry').read('v1/apps/x/..%2F..%2F..%2F..%2F..%2Fetc%2Fpasswd', String)
    await expect(read).rejects.toMatchObject({ code: 'integrity.document-path' })
  })
})

it('the catalog knows its apps', async () => {
  const { registry } = await open(builtInCatalog, await temporaryFolder())
  const name: AppName = parseAppName('prettier')
  expect((await registry.app(name))?.name).toBe(name)
  expect(await registry.app(parseAppName('no-such-app'))).toBeUndefined()
})

it.each(['https://ann:hunter2@registry.test/', 'HTTPS://hunter2@registry.test/'])(
  '%s is refused with its URL as in the lockfile, and without repeating its secret',
  async (location) => {
    const opened = open(location, await temporaryFolder())
    await expect(opened).rejects.toMatchObject({ code: 'registry.bad-location' })
    await expect(opened).rejects.not.toMatchObject({ message: expect.stringContaining('hunter2') })
  },
)
