import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { createMachine, type Machine } from '../support/cli.ts'
import {
  type ConnectProxy,
  connectProxy,
  testCertificate,
  testHttpsServer,
} from '../support/connect-proxy.ts'
import { closedPort } from '../support/file-server.ts'
import { binaryManifest, folderRegistry, greetScript, tarball } from '../support/folder-registry.ts'
import { type SocksProxy, socksProxy } from '../support/socks-proxy.ts'

const password = 'p@ss/w:rd'
const credentials = { user: 'ann', password }

async function httpProxy(listener: RequestListener): Promise<{ port: number; asked: string[] }> {
  const { port, tunnels } = await connectProxy(listener, credentials)
  return { port, asked: tunnels }
}

const socks = async (listener: RequestListener): Promise<SocksProxy> =>
  socksProxy(await testHttpsServer(listener), credentials)

/** A machine that reaches `https://registry.test` and `https://downloads.test` through a proxy, and not without it. */
async function machineBehindProxy(): Promise<Machine & { proxy: ConnectProxy }> {
  const archive = await tarball({ 'bin/greet': greetScript })
  const documents = await folderRegistry([binaryManifest(archive)])
  const proxy = await connectProxy(async (request, response) => {
    if (request.headers.host === 'downloads.test') return response.end(archive)
    const file = path.join(documents, decodeURIComponent(request.url ?? ''))
    const text = await readFile(file, 'utf8').catch(() => undefined)
    return response.writeHead(text === undefined ? 404 : 200).end(text)
  }, credentials)
  const machine = await createMachine({
    CLI_APPS_REGISTRY: 'https://registry.test/',
    NODE_EXTRA_CA_CERTS: testCertificate,
    https_proxy: `http://ann:${encodeURIComponent(password)}@127.0.0.1:${proxy.port}`,
  })
  return { ...machine, proxy }
}

describe('a proxy', () => {
  it('is used for registries and downloads, and no app sees its password', async () => {
    const machine = await machineBehindProxy()
    expect(await machine.cli('install', 'greet', '--yes')).toMatchObject({ status: 0 })
    expect([...new Set(machine.proxy.tunnels)]).toEqual(['registry.test:443', 'downloads.test:443'])
    const { stdout } = await machine.cli('run', 'greet', 'env')
    expect(stdout).not.toMatch(/proxy/i)
  })

  it('that refuses the request is named without its password', async () => {
    const machine = await machineBehindProxy()
    const port = machine.proxy.port
    machine.environment.https_proxy = `http://ann:secret@127.0.0.1:${port}`
    const { status, stdout } = await machine.cli('info', 'greet', '--json')
    expect(status).toBe(9)
    expect(JSON.parse(stdout)).toMatchObject({
      error: { code: 'network.proxy', message: expect.stringMatching(`http://127.0.0.1:${port}: .*407`) },
    })
    expect(stdout).not.toContain('secret')
  })

  it('that is not reachable is named, and one that is not a valid URL is not shown', async () => {
    const machine = await machineBehindProxy()
    const away = await closedPort()
    machine.environment.https_proxy = `${away.replace('//', '//ann:secret@')}`
    const unreachable = await machine.cli('info', 'greet')
    expect(unreachable).toMatchObject({ status: 9, stderr: expect.stringContaining(`the proxy ${away}`) })
    expect(unreachable.stderr).not.toContain('secret')
    machine.environment.https_proxy = 'ftp://ann:secret@proxy.test'
    const senseless = await machine.cli('info', 'greet')
    expect(senseless).toMatchObject({ status: 2, stderr: expect.stringContaining('HTTPS_PROXY') })
    expect(senseless.stderr).not.toContain('secret')
  })

  it('is not used for hosts in NO_PROXY', async () => {
    const machine = await machineBehindProxy()
    machine.environment.NO_PROXY = 'other.test, .test:443'
    expect((await machine.cli('info', 'greet', '--json')).json()).toMatchObject({
      error: { code: 'registry.unreachable' },
    })
    expect(machine.proxy.tunnels).toEqual([])
  })

  it.each(['http', 'socks5h'])(
    'of %s is used by npm for its registry, which the configured mirror names',
    async (scheme) => {
      const script = '#!/usr/bin/env node\nconsole.log("greet 1.2.3")\n'
      const packed = await tarball({
        'package/package.json': JSON.stringify({ name: 'greet', version: '1.2.3', bin: 'cli.js' }),
        'package/cli.js': script,
      })
      const integrity = `sha512-${createHash('sha512').update(packed).digest('base64')}`
      const dist = { tarball: 'https://npm.test/greet/-/greet-1.2.3.tgz', integrity }
      const packument = {
        name: 'greet',
        'dist-tags': { latest: '1.2.3' },
        versions: { '1.2.3': { name: 'greet', version: '1.2.3', bin: { greet: 'cli.js' }, dist } },
      }
      const listener: RequestListener = (request, response) => {
        response.end(request.url?.endsWith('.tgz') ? packed : JSON.stringify(packument))
      }
      const { port, asked } = scheme === 'http' ? await httpProxy(listener) : await socks(listener)
      const npm = { install: [{ method: 'npm', package: 'greet', version: '1.2.3' }] }
      const machine = await createMachine({
        CLI_APPS_REGISTRY: await folderRegistry([binaryManifest(packed, npm)]),
        CLI_APPS_MIRRORS: 'https://registry.npmjs.org=https://npm.test',
        NODE_EXTRA_CA_CERTS: testCertificate,
        ALL_PROXY: `${scheme}://ann:${encodeURIComponent(password)}@127.0.0.1:${port}`,
      })
      expect(await machine.cli('install', 'greet', '--yes')).toMatchObject({ status: 0 })
      expect([...new Set(asked)]).toEqual(['npm.test:443'])
      const { apps } = JSON.parse(await readFile(path.join(machine.workspace, 'cli-apps.lock'), 'utf8'))
      expect(JSON.stringify(apps)).toContain(integrity)
    },
  )
})
