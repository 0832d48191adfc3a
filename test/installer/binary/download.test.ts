import { createHash } from 'node:crypto'
import { readdir, readFile, symlink } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { download } from '../../../services/installer/src/binary/download.ts'
import { fileServer, loopbackServer } from '../../support/file-server.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const content = 'x'.repeat(100_000)
const sha256 = createHash('sha256').update(content).digest('hex')
const { signal } = new AbortController()

describe('download', () => {
  it('keeps a file with the right size and digest', async () => {
    const { url } = await fileServer({ '/a': content })
    const to = path.join(await temporaryFolder(), 'sub', 'a')
    await download({ url: `${url}/a`, sha256, size: content.length, to, signal })
    expect(await readFile(to, 'utf8')).toBe(content)
  })

  it.each([
    ['another digest', { sha256: '0'.repeat(64), size: content.length }, 'download.checksum-mismatch'],
    ['more bytes than promised', { sha256, size: 10 }, 'download.checksum-mismatch'],
    ['fewer bytes than promised', { sha256, size: 200_000 }, 'download.checksum-mismatch'],
  ])('refuses %s and leaves no file', async (_what, promise, code) => {
    const { url } = await fileServer({ '/a': content })
    const folder = await temporaryFolder()
    const downloading = download({ url: `${url}/a`, ...promise, to: path.join(folder, 'a'), signal })
    await expect(downloading).rejects.toMatchObject({ code, exitStatus: 8 })
    expect(await readdir(folder)).toEqual([])
  })

  it('sends no further request if the server announces another size', async () => {
    let sent = 0
    const url = await loopbackServer((_request, response) => {
      response.writeHead(200, { 'content-length': 200_000_000 })
      response.on('drain', () => response.write(content, () => sent++))
      response.write(content)
    })
    const to = path.join(await temporaryFolder(), 'a')
    await expect(download({ url, sha256, size: content.length, to, signal })).rejects.toMatchObject({
      code: 'download.checksum-mismatch',
      message: expect.stringContaining('has 200000000 bytes'),
    })
    expect(sent).toBeLessThan(100)
  })

  it.each([
    ['as it was published, under a header that says gzip', gzipSync(content), gzipSync(content)],
    ['that the server encoded for the way', Buffer.from(content), gzipSync(content)],
  ])('keeps a file %s', async (_what, published, sent) => {
    const url = await loopbackServer((request, response) => {
      expect(request.headers['accept-encoding']).toBe('identity')
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(sent)
    })
    const to = path.join(await temporaryFolder(), 'a')
    const digest = createHash('sha256').update(published).digest('hex')
    await download({ url, sha256: digest, size: published.length, to, signal })
    expect(await readFile(to)).toEqual(published)
    expect(await readdir(path.dirname(to))).toEqual(['a'])
  })

  it.each([
    ['gzip', gzipSync('y'.repeat(1000))],
    ['gzip', Buffer.from('no gzip at all')],
    ['br', Buffer.from('no brotli at all')],
    ['martian', Buffer.from(content)],
    ['gzip', gzipSync(new Uint8Array(50_000_000))],
  ])('refuses different bytes under a header that says %s', async (encoding, sent) => {
    const url = await loopbackServer((_request, response) => {
      response.writeHead(200, { 'content-encoding': encoding }).end(sent)
    })
    const folder = await temporaryFolder()
    const promised = { sha256: '0'.repeat(64), size: content.length }
    const downloading = download({ url, ...promised, to: path.join(folder, 'a'), signal })
    await expect(downloading).rejects.toMatchObject({ code: 'download.checksum-mismatch' })
    expect(await readdir(folder)).toEqual([])
  })

  it('aborts when the server stops sending', async () => {
    const url = await loopbackServer((_request, response) => {
      response.write('x')
    })
    const folder = await temporaryFolder()
    const downloading = download({ url, sha256, size: 1000, to: path.join(folder, 'a'), signal, stallMs: 50 })
    await expect(downloading).rejects.toMatchObject({ code: 'download.failed', exitStatus: 9 })
    expect(await readdir(folder)).toEqual([])
  })

  it('follows redirects to other servers, since the digest decides, but no redirect loop', async () => {
    const other = await fileServer({ '/b': content })
    const url = await loopbackServer(({ url: asked }, response) => {
      response.writeHead(302, { location: asked === '/a' ? `${other.url}/b` : '/loop' }).end()
    })
    const to = path.join(await temporaryFolder(), 'a')
    await download({ url: `${url}/a`, sha256, size: content.length, to, signal })
    expect(await readFile(to, 'utf8')).toBe(content)
    await expect(
      download({ url: `${url}/loop`, sha256, size: 1, to: `${to}2`, signal }),
    ).rejects.toMatchObject({ code: 'network.redirects' })
  })

  it('distinguishes disk errors from network errors', async () => {
    const { url } = await fileServer({ '/a': content })
    const folder = await temporaryFolder()
    const to = path.join(folder, 'a')
    await symlink('nowhere', to)
    await expect(
      download({ url: `${url}/a`, sha256, size: content.length, to, signal }),
    ).rejects.toMatchObject({
      code: 'EEXIST',
    })
  })

  it('reports the response of a server without the file', async () => {
    const { url } = await fileServer({})
    const to = path.join(await temporaryFolder(), 'a')
    await expect(download({ url: `${url}/a`, sha256, size: 1, to, signal })).rejects.toMatchObject({
      code: 'download.failed',
      message: expect.stringContaining('status 404'),
    })
  })

  it('removes the file of an interrupted download', async () => {
    const url = await loopbackServer((_request, response) => {
      response.writeHead(200, { 'content-length': content.length })
      response.write(content.slice(0, 1000), () => response.destroy())
    })
    const folder = await temporaryFolder()
    const downloading = download({
      url: `${url}/a`,
      sha256,
      size: content.length,
      to: path.join(folder, 'a'),
      signal,
    })
    await expect(downloading).rejects.toMatchObject({ code: 'download.failed', exitStatus: 9 })
    expect(await readdir(folder)).toEqual([])
  })

  it('stops when canceled', async () => {
    const abort = new AbortController()
    const url = await loopbackServer((_request, response) => {
      response.write('x')
      abort.abort()
    })
    const folder = await temporaryFolder()
    const downloading = download({
      url,
      sha256,
      size: 1000,
      to: path.join(folder, 'a'),
      signal: abort.signal,
    })
    await expect(downloading).rejects.toMatchObject({ code: 'download.canceled' })
    expect(await readdir(folder)).toEqual([])
  })

  it('refuses a redirect to plain http on another machine', async () => {
    const url = await loopbackServer((_request, response) => {
      response.writeHead(302, { location: 'http://example.test/a' }).end()
    })
    const folder = await temporaryFolder()
    const downloading = download({ url, sha256, size: 1, to: path.join(folder, 'a'), signal })
    await expect(downloading).rejects.toMatchObject({ code: 'network.plain-http' })
    expect(await readdir(folder)).toEqual([])
  })

  it('refuses plain http from other machines', async () => {
    const to = path.join(await temporaryFolder(), 'a')
    await expect(
      download({ url: 'http://example.test/a', sha256, size: 1, to, signal }),
    ).rejects.toMatchObject({
      code: 'network.plain-http',
    })
  })
})
