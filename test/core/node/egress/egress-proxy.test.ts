import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Address } from '../../../../packages/core/src/node/egress/connect-to.ts'
import { declaredHosts, egressHosts } from '../../../../packages/core/src/node/egress/egress-host.ts'
import {
  type EgressProxyOptions,
  openEgressProxy,
} from '../../../../packages/core/src/node/egress/egress-proxy.ts'
import { findProxy } from '../../../../packages/core/src/node/registry/proxy.ts'
import { connectProxy, testCertificate } from '../../../support/connect-proxy.ts'
import { fileServer, loopbackServer } from '../../../support/file-server.ts'
import { socksProxy } from '../../../support/socks-proxy.ts'

type EgressTest = Omit<Partial<EgressProxyOptions>, 'socket'> & { mayBePrivate?: boolean }

async function proxyFor(urls: readonly string[], { mayBePrivate = true, ...options }: EgressTest = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'egress-'))
  const socket = path.join(folder, 's')
  const proxy = await openEgressProxy({ socket, allowed: egressHosts(urls, { mayBePrivate }), ...options })
  onTestFinished(async () => {
    await proxy[Symbol.asyncDispose]()
    await rm(folder, { recursive: true })
  })
  return { socket, proxy }
}

/** What the proxy answers to these bytes, as text. */
const say = (socket: string, bytes: string): Promise<string> =>
  new Promise((resolve) => {
    const client = connect(socket)
    const chunks: Buffer[] = []
    client.on('data', (chunk) => chunks.push(chunk))
    client.on('error', () => {})
    client.on('close', () => resolve(Buffer.concat(chunks).toString()))
    client.write(bytes)
  })

const get = (url: string, host = new URL(url).host): string =>
  `GET ${url} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`
const tunnel = (authority: string): string => `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`
const leadsTo =
  (...addresses: string[]) =>
  async (): Promise<Address[]> =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))

describe('the proxy of confined programs', () => {
  it('fetches absolute URLs of allowed hosts, and tunnels to them', async () => {
    const { url } = await fileServer({ '/a': 'hello' })
    const { socket, proxy } = await proxyFor([url])
    expect(await say(socket, get(`${url}/a`))).toMatch(/^HTTP\/1.1 200[\s\S]*hello/)
    const { host } = new URL(url)
    const inner = `${tunnel(host)}GET /a HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`
    expect(await say(socket, inner)).toMatch(/^HTTP\/1.1 200 Connection Established[\s\S]*hello/)
    expect([...proxy.refused]).toEqual([])
  })

  it('uses a SOCKS proxy of the user, with its password and without resolving the name', async () => {
    const { url } = await fileServer({ '/a': 'hello' })
    const socks = await socksProxy(Number(new URL(url).port), { user: 'ann', password: 'se:cret' })
    const upstream = (userinfo: string) => () =>
      findProxy('https://npm.test/', {
        ALL_PROXY: `socks5h://${userinfo}@127.0.0.1:${socks.port}`,
      })
    const lookUp = async (): Promise<never> => {
      throw new Error('looked up')
    }
    const { socket } = await proxyFor(['http://npm.test/'], {
      lookUp,
      findUpstream: upstream('ann:se%3Acret'),
    })
    expect(await say(socket, get('http://npm.test/a'))).toMatch(/^HTTP\/1.1 200[\s\S]*hello/)
    const inner = `${tunnel('npm.test:80')}GET /a HTTP/1.1\r\nHost: npm.test\r\nConnection: close\r\n\r\n`
    expect(await say(socket, inner)).toMatch(/^HTTP\/1.1 200 Connection Established[\s\S]*hello/)
    expect(await say(socket, tunnel('other.test:80'))).toMatch(/^HTTP\/1.1 403/)
    expect(socks.asked).toEqual(['npm.test:80', 'npm.test:80'])
    const wrong = await proxyFor(['http://npm.test/'], { lookUp, findUpstream: upstream('ann:other') })
    const said = await say(wrong.socket, tunnel('npm.test:80'))
    expect(said).toMatch(/^HTTP\/1.1 502[\s\S]*network.unreachable.*the proxy socks5:\/\/127/)
    expect(said).not.toContain('other')
  })

  it('refuses every other host and port, and records which', async () => {
    const { url } = await fileServer({ '/a': 'hello' })
    const other = await fileServer({ '/a': 'secret' })
    const { socket, proxy } = await proxyFor([url])
    expect(await say(socket, get(`${other.url}/a`))).toMatch(/^HTTP\/1.1 403[\s\S]*network.host-refused/)
    expect(await say(socket, tunnel('evil.test:443'))).toMatch(
      /^HTTP\/1.1 403[\s\S]*evil.test:443 is not allowed/,
    )
    expect([...proxy.refused]).toEqual([new URL(other.url).host, 'evil.test:443'])
    expect(other.asked).toEqual([])
  })

  it.each([
    ['0x7f.1'],
    ['2130706433'],
    ['017700000001'],
    ['[::ffff:127.0.0.1]'],
    ['[::1]'],
    ['127.1'],
    ['localhost'],
    ['LOCALHOST.'],
    ['127.0.0.1.'],
    ['169.254.169.254'],
  ])('refuses this machine in the notation %s when another host is allowed', async (name) => {
    const secret = await fileServer({ '/a': 'secret' })
    const { port } = new URL(secret.url)
    const { socket } = await proxyFor(['https://registry.test/'])
    expect(await say(socket, tunnel(`${name}:${port}`))).toMatch(/^HTTP\/1.1 403/)
    expect(await say(socket, get(`http://${name}:${port}/a`))).toMatch(/^HTTP\/1.1 403/)
    expect(secret.asked).toEqual([])
  })

  it.each([
    ['CONNECT registry.test HTTP/1.1\r\nHost: registry.test\r\n\r\n'],
    ['CONNECT registry.test:443@evil.test:443 HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['CONNECT http://registry.test:443/ HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['CONNECT registry.test:0443 HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['CONNECT registry.test%2e:443 HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['CONNECT registry.test:99999 HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['GET / HTTP/1.1\r\nHost: registry.test\r\n\r\n'],
    ['GET ftp://registry.test/ HTTP/1.1\r\nHost: registry.test\r\n\r\n'],
    ['GET https://registry.test/ HTTP/1.1\r\nHost: registry.test\r\n\r\n'],
    ['GET http://registry.test:443@127.0.0.1/ HTTP/1.1\r\nHost: registry.test\r\n\r\n'],
    ['GET file:///etc/passwd HTTP/1.1\r\nHost: registry.test\r\n\r\n'],
  ])('refuses %j', async (bytes) => {
    const { socket } = await proxyFor(['https://registry.test/'], { lookUp: leadsTo('127.0.0.1') })
    expect(await say(socket, bytes)).toMatch(/^HTTP\/1.1 40[03]/)
  })

  it('forwards a single request with the host that it checked, and nothing after it', async () => {
    const hosts: (string | undefined)[] = []
    const url = await loopbackServer(({ headers, url: path }, response) => {
      hosts.push(`${headers.host} ${path} ${headers['proxy-authorization']}`)
      response.end('ok')
    })
    const { socket } = await proxyFor([url])
    await say(
      socket,
      get(`${url}/a`, 'evil.test').replace('Connection', 'Proxy-Authorization: x\r\nConnection'),
    )
    expect(hosts).toEqual([`${new URL(url).host} /a undefined`])
    const both = `POST ${url}/b HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n`
    expect(await say(socket, both)).toMatch(/^HTTP\/1.1 400/)
    expect(hosts.some((line) => line?.includes('smuggled'))).toBe(false)
  })

  it('obeys the target of a request, whatever its Host headers and user names say', async () => {
    const { url, asked } = await fileServer({ '/a': 'hello' })
    const other = await fileServer({ '/a': 'secret' })
    const { socket } = await proxyFor([url])
    const [host, evil] = [new URL(url).host, new URL(other.url).host]
    const inner = `GET /a HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`
    const tunneled = `CONNECT ${host} HTTP/1.1\r\nHost: ${evil}\r\n\r\n${inner}`
    expect(await say(socket, tunneled)).toContain('hello')
    const twice = `GET ${url}/a HTTP/1.1\r\nHost: ${evil}\r\nHost: ${host}\r\nConnection: close\r\n\r\n`
    expect(await say(socket, twice)).not.toContain('secret')
    expect(await say(socket, get(`http://${host}@${evil}/a`))).toMatch(/^HTTP\/1.1 403/)
    expect(await say(socket, get(`http://${evil}@${host}/a`))).toContain('hello')
    expect(asked.length).toBeGreaterThan(1)
    expect(other.asked).toEqual([])
  })

  it.each([
    ['two lengths', 'Content-Length: 4\r\nContent-Length: 40\r\n\r\n'],
    ['a length with a sign', 'Content-Length: +4\r\n\r\n'],
    ['an encoding in disguise', 'Transfer-Encoding: xchunked\r\n\r\n'],
  ])('refuses a request with %s', async (_, headers) => {
    const { url, asked } = await fileServer({ '/a': 'hello' })
    const { socket } = await proxyFor([url])
    const smuggled = 'GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n'
    expect(await say(socket, `POST ${url}/a HTTP/1.1\r\nHost: x\r\n${headers}${smuggled}`)).toMatch(
      /^HTTP\/1.1 400/,
    )
    expect(asked).toEqual([])
  })

  it.each(['exämple.test:443', 'example。test:443', '[::ffff:192.0.2.1]:443', 'xn--exmple-cua.test:443'])(
    'refuses %s where example.test and 192.0.2.1 are allowed',
    async (target) => {
      const { socket } = await proxyFor([], {
        allowed: declaredHosts(['example.test', '192.0.2.1']),
        bounds: { connectMs: 200 },
        lookUp: leadsTo('192.0.2.1'),
      })
      expect(await say(socket, tunnel(target))).toMatch(/^HTTP\/1.1 40[03]/)
    },
  )

  it.each(['GET', 'DELETE'])(
    'frames the body of a %s, so that it cannot contain another request',
    async (method) => {
      let bytes = ''
      const server = createServer((connection) =>
        connection.on('data', (chunk) => {
          bytes += chunk.toString('latin1')
          if (bytes.endsWith('0\r\n\r\n')) connection.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
        }),
      )
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      onTestFinished(() => void server.close())
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      const { socket } = await proxyFor([url])
      const inner = 'GET /smuggled HTTP/1.1\r\nHost: other.test\r\n\r\n'
      await say(
        socket,
        `${method} ${url}/c HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${inner.length.toString(16)}\r\n${inner}\r\n0\r\n\r\n`,
      )
      expect(bytes.toLowerCase()).toContain('transfer-encoding: chunked')
    },
  )

  it('passes redirects to the program, which must request them itself', async () => {
    const secret = await fileServer({ '/a': 'secret' })
    const url = await loopbackServer((_, response) =>
      response.writeHead(302, { location: `${secret.url}/a` }).end(),
    )
    const { socket } = await proxyFor([url])
    expect(await say(socket, get(`${url}/`))).toMatch(/^HTTP\/1.1 302/)
    expect(secret.asked).toEqual([])
  })

  it.each([
    ['127.0.0.1', false],
    ['::1', false],
    ['::ffff:127.0.0.1', false],
    ['169.254.169.254', false],
    ['0.0.0.0', false],
    ['100.64.0.1', false],
    ['10.0.0.1', false],
    ['64:ff9b::7f00:1', false],
    ['127.0.0.1', true],
    ['169.254.169.254', true],
    ['fe80::1', true],
  ])('refuses a name that leads to %s (may be private: %s)', async (address, mayBePrivate) => {
    const secret = await fileServer({ '/a': 'secret' })
    const { port } = new URL(secret.url)
    const { socket, proxy } = await proxyFor([`http://registry.test:${port}/`], {
      mayBePrivate,
      lookUp: leadsTo(address),
    })
    expect(await say(socket, get(`http://registry.test:${port}/a`))).toMatch(
      /^HTTP\/1.1 403[\s\S]*network.address-refused/,
    )
    expect(await say(socket, tunnel(`registry.test:${port}`))).toMatch(/^HTTP\/1.1 403/)
    expect([...proxy.refused]).toEqual([`registry.test:${port}`])
    expect(secret.asked).toEqual([])
  })

  it('holds to the hosts that a manifest declares, in every spelling', async () => {
    const allowed = declaredHosts(['example.test', '*.wild.test', 'odd.test:8443', '127.0.0.1', '[::1]'])
    const reached: string[] = []
    const { socket, proxy } = await proxyFor([], {
      allowed,
      lookUp: async (name) => {
        reached.push(name)
        return []
      },
    })
    for (const target of [
      ...['example.test:443', 'example.test:80', 'EXAMPLE.Test.:443', 'a.wild.test:443', 'a.b.wild.test:443'],
      'odd.test:8443',
    ])
      expect(await say(socket, tunnel(target)), target).toContain('network.address-refused')
    expect(reached).toEqual([
      ...['example.test', 'example.test', 'example.test', 'a.wild.test', 'a.b.wild.test', 'odd.test'],
    ])
    for (const target of [
      ...['example.test:8080', 'odd.test:443', 'wild.test:443', '.wild.test:443', 'awild.test:443'],
      ...['example.test..:443', 'a.example.test:443', 'example.test.evil.test:443', 'xn--example-.test:443'],
      ...[
        'localhost:80',
        '127.0.0.2:80',
        '[::2]:80',
        '0:80',
        'a.wild.test.evil.test:80',
        '*.wild.test:80:80',
      ],
    ])
      expect(await say(socket, tunnel(target)), target).toMatch(/^HTTP\/1.1 40[03]/)
    expect(reached).toHaveLength(6)
    expect([...proxy.refused]).toContain('wild.test:443')
    expect(allowed.filter(({ mayBePrivate }) => mayBePrivate).map(({ hostname }) => hostname)).toEqual([
      ...['127.0.0.1', '127.0.0.1', '::1', '::1'],
    ])
  })

  it.each(['10.0.0.1', '127.0.0.1', '169.254.169.254', '::1', 'fd00::1', '::ffff:192.168.0.1', '100.64.0.1'])(
    'keeps a declared name that leads to %s from it, also at a later look-up',
    async (address) => {
      let looked = 0
      const { socket } = await proxyFor([], {
        allowed: declaredHosts(['*.rebound.test', 'rebound.test']),
        bounds: { connectMs: 200 },
        lookUp: async () => [{ address: ++looked === 1 ? '192.0.2.1' : address, family: 4 }],
      })
      for (const name of ['rebound.test', 'rebound.test', 'a.rebound.test'])
        expect(await say(socket, tunnel(`${name}:443`))).not.toContain('200')
      expect(await say(socket, tunnel('rebound.test:443'))).toContain('network.address-refused')
    },
  )

  it('resolves a name once per connection, and connects to the address that it checked', async () => {
    const { url, asked } = await fileServer({ '/a': 'hello' })
    const { port } = new URL(url)
    let looked = 0
    const { socket } = await proxyFor([`http://registry.localhost:${port}/`], {
      lookUp: async () => [{ address: ++looked === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }],
    })
    expect(await say(socket, get(`http://registry.localhost:${port}/a`))).toContain('hello')
    expect({ asked, looked }).toEqual({ asked: ['/a'], looked: 1 })
  })

  it('uses the proxy of the user, which resolves names itself', async () => {
    const upstream = await connectProxy((_, response) => response.end('hello'), {
      user: 'ann',
      password: 'p@ss',
    })
    const { socket } = await proxyFor(['https://registry.test/'], {
      mayBePrivate: false,
      findUpstream: () => new URL(`http://ann:p%40ss@127.0.0.1:${upstream.port}`),
      lookUp: async () => expect.unreachable('the proxy looks it up'),
    })
    const { connect: connectTls } = await import('node:tls')
    const { readFile } = await import('node:fs/promises')
    const ca = await readFile(testCertificate)
    const answer = await new Promise<string>((resolve, reject) => {
      const asked = request({ socketPath: socket, method: 'CONNECT', path: 'registry.test:443' })
      asked.on('connect', (_came, plain) => {
        const secure = connectTls({ socket: plain, servername: 'registry.test', ca })
        secure.write('GET / HTTP/1.1\r\nHost: registry.test\r\nConnection: close\r\n\r\n')
        let text = ''
        secure.on('data', (chunk) => {
          text += chunk
        })
        secure.on('error', reject)
        secure.on('close', () => resolve(text))
      })
      asked.on('error', reject)
      asked.end()
    })
    expect(answer).toContain('hello')
    expect(upstream.tunnels).toEqual(['registry.test:443'])
  })

  it('ends connections above its limits, and all of them when closed', async () => {
    const url = await loopbackServer((_, response) => void response.write('x'.repeat(200_000)))
    const bounded = await proxyFor([url], { bounds: { bytes: 100_000 } })
    expect((await say(bounded.socket, get(`${url}/`))).length).toBeLessThan(200_500)
    expect(await say(bounded.socket, `${get(`${url}/${'a'.repeat(70_000)}`)}`)).not.toMatch(/^HTTP\/1.1 200/)

    const silent = await loopbackServer(() => {})
    const { socket, proxy } = await proxyFor([silent])
    const waiting = say(socket, get(`${silent}/`))
    await proxy[Symbol.asyncDispose]()
    await waiting
  })
})
