import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { changeAccess, type GrantedAccess } from '@cli-apps/core/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRuntime, type ToolResult } from '../../../packages/runtime/src/index.ts'
import { itSandboxed } from '../../support/sandbox.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { useRunHarness } from '../run-harness.ts'

/* What an app has of the machine by grants, and all that it must not have without them. */

const harness = useRunHarness({ sandbox: 'workspace' })
const at = (...parts: string[]): string => path.join(harness.workspace.root, ...parts)
let home = ''
const own = (...parts: string[]): string => path.join(home, ...parts)
const servers: Server[] = []

beforeAll(async () => {
  home = await mkdtemp(path.join(await realpath(tmpdir()), 'cli-apps-home-'))
  await mkdir(own('.ssh'))
  await mkdir(own('sockets/inner'), { recursive: true })
  await writeFile(own('.ssh/id'), 'secret-key')
  await writeFile(own('.other'), 'other-secret')
  await writeFile(own('sockets/notes'), 'no socket')
  for (const file of ['sockets/one', 'sockets/inner/deep']) {
    const server = createServer((client) => client.end('hello from outside'))
    await new Promise<void>((resolve) => server.listen(own(file), resolve))
    servers.push(server)
  }
})
afterAll(async () => {
  for (const server of servers) server.close()
  await rm(home, { recursive: true, force: true })
})

interface Case {
  access: unknown
  grants?: GrantedAccess[]
  identity?: { app?: string; registry?: string; workspace?: string }
  variables?: Record<string, string>
}

/** Runs statements of `probe`, which declares this and has these grants; each prints what it gives, or its error. */
async function attempt(
  { access, grants = [], identity = {}, variables = {} }: Case,
  ...works: string[]
): Promise<ToolResult> {
  const script = `
    import fs from 'node:fs'
    import net from 'node:net'
    const talk = (path) => new Promise((done) => net.connect(path).on('data', (text) => done(String(text))).on('error', (error) => done(error.code)))
    for (const work of [${works.map((work) => `() => ${work}`).join(', ')}])
      try { console.log(await work()) } catch (error) { console.error(error.code, error.path); process.exitCode = 1; console.log(error.code) }`
  const manifest = { requires: { access } } as never
  const record = await harness.workspace.install('probe', { script, manifest })
  const config = await temporaryFolder()
  if (grants.length > 0)
    await changeAccess(
      path.join(config, 'cli-apps/grants/access.json'),
      { app: record.name, registry: record.registry, workspace: at(), ...identity } as never,
      () => ({ places: [], access: grants }),
    )
  const environment = { ...process.env, HOME: home, XDG_CONFIG_HOME: config, ...variables }
  await using runtime = await createRuntime({
    workspace: at(),
    sandbox: 'workspace',
    audit: false,
    environment,
  })
  return await harness.run({ name: 'probe' }, runtime)
}
const file = (declared: string, mode: 'read' | 'write' = 'read') => ({
  files: [{ path: declared, mode, why: 'Needs it' }],
})
const socket = (declared: string) => ({ sockets: [{ path: declared, why: 'Needs it' }] })
const granted = (name: string, place: string, mode: 'read' | 'write' = 'read'): GrantedAccess => ({
  name,
  mode,
  leads_to: place,
})
const ssh = (mode: 'read' | 'write' = 'read'): GrantedAccess => granted('file:~/.ssh', own('.ssh'), mode)
const readKey = (): string => `fs.readFileSync(${JSON.stringify(own('.ssh/id'))}, 'utf8')`

describe('a granted file', () => {
  itSandboxed(
    'can be read and not changed, by its path and in the home of the app; nothing else is there',
    async () => {
      const result = await attempt(
        { access: file('~/.ssh'), grants: [ssh()] },
        readKey(),
        `fs.readFileSync(process.env.HOME + '/.ssh/id', 'utf8')`,
        `fs.writeFileSync(${JSON.stringify(own('.ssh/id'))}, 'evil')`,
        `fs.writeFileSync(${JSON.stringify(own('.ssh/new'))}, 'evil')`,
        `fs.readFileSync(${JSON.stringify(own('.other'))}, 'utf8')`,
        `fs.readdirSync(${JSON.stringify(home)}).join()`,
      )
      expect(result).toMatchObject({ stdout: 'secret-key\nsecret-key\nEROFS\nEROFS\nENOENT\n.ssh\n' })
    },
  )

  itSandboxed('can be changed where that was granted, and not where only reading was', async () => {
    const write = `fs.writeFileSync(${JSON.stringify(own('.ssh/known'))}, 'host')`
    const more = await attempt({ access: file('~/.ssh', 'write'), grants: [ssh('read')] }, write)
    expect(more).toMatchObject({ stdout: 'EROFS\n', hint: expect.stringContaining('granted before') })
    expect(await attempt({ access: file('~/.ssh', 'write'), grants: [ssh('write')] }, write)).toMatchObject({
      exit_code: 0,
    })
    expect(await readFile(own('.ssh/known'), 'utf8')).toBe('host')
  })

  itSandboxed('is not there without a grant, and the hint names the command', async () => {
    expect(await attempt({ access: file('~/.ssh') }, readKey())).toMatchObject({
      stdout: 'ENOENT\n',
      hint: expect.stringContaining('npx cli-apps grant probe file:~/.ssh'),
    })
  })

  itSandboxed('is not there without a declaration, nor by a grant for something else', async () => {
    for (const access of [{}, file('~/.ssh-other')])
      expect(await attempt({ access, grants: [ssh()] }, readKey())).toMatchObject({ stdout: 'ENOENT\n' })
    for (const identity of [
      { app: 'other' },
      { registry: 'https://other.test' },
      { workspace: '/work/other' },
    ])
      expect(await attempt({ access: file('~/.ssh'), grants: [ssh()], identity }, readKey())).toMatchObject({
        stdout: 'ENOENT\n',
      })
  })

  itSandboxed('is not there when a link was put in its place', async () => {
    await rename(own('.ssh'), own('.kept'))
    await symlink(own('.kept'), own('.ssh'))
    try {
      expect(await attempt({ access: file('~/.ssh'), grants: [ssh()] }, readKey())).toMatchObject({
        stdout: 'ENOENT\n',
        hint: expect.stringContaining('.kept'),
      })
    } finally {
      await rm(own('.ssh'))
      await rename(own('.kept'), own('.ssh'))
    }
  })

  itSandboxed(
    'is never the home, the grants or the workspace, whatever the grants say it leads to',
    async () => {
      await writeFile(at('cli-apps.json'), '{ }')
      for (const target of [home, at(), at('cli-apps.json')]) {
        await symlink(target, own('.trap'))
        const grants = [granted('file:~/.trap', target, 'write')]
        const result = await attempt(
          { access: file('~/.trap', 'write'), grants },
          `fs.readFileSync(${JSON.stringify(own('.other'))}, 'utf8')`,
          `fs.writeFileSync('cli-apps.json', '{}')`,
        )
        await rm(own('.trap'))
        expect(result, target).toMatchObject({
          stdout: expect.stringMatching(/^ENOENT\nEROFS\n$/),
        })
        expect(await readFile(at('cli-apps.json'), 'utf8')).toBe('{ }')
      }
    },
  )

  itSandboxed('cannot be reached by another app through a link in the workspace', async () => {
    await symlink(own('.ssh'), at('keys'))
    const result = await attempt({ access: {} }, `fs.readFileSync('keys/id', 'utf8')`)
    await rm(at('keys'), { force: true })
    expect(result).toMatchObject({ stdout: 'ENOENT\n' })
  })

  itSandboxed('leaves what the app has in its own home, and no link after a revocation', async () => {
    const peek = `fs.readlinkSync(process.env.HOME + '/.ssh')`
    expect(await attempt({ access: file('~/.ssh'), grants: [ssh()] }, peek)).toMatchObject({
      stdout: `${own('.ssh')}\n`,
    })
    expect(await attempt({ access: file('~/.ssh') }, peek)).toMatchObject({ stdout: 'ENOENT\n' })
    const keep = `(fs.mkdirSync(process.env.HOME + '/.ssh'), 'made')`
    await attempt({ access: file('~/.ssh') }, keep)
    const list = `fs.readdirSync(process.env.HOME + '/.ssh').length`
    expect(await attempt({ access: file('~/.ssh'), grants: [ssh()] }, list)).toMatchObject({ stdout: '0\n' })
  })

  itSandboxed('is not linked through a link that the app put into its home', async () => {
    const outside = await temporaryFolder()
    await attempt({ access: {} }, `fs.symlinkSync(${JSON.stringify(outside)}, process.env.HOME + '/.deep')`)
    await mkdir(own('.deep'), { recursive: true })
    await writeFile(own('.deep/file'), 'deep')
    const grants = [granted('file:~/.deep/file', own('.deep/file'))]
    expect(
      await attempt(
        { access: file('~/.deep/file'), grants },
        `fs.readFileSync(${JSON.stringify(own('.deep/file'))}, 'utf8')`,
      ),
    ).toMatchObject({ stdout: 'deep\n' })
    expect(await readdir(outside)).toEqual([])
  })
})

describe('a granted socket', () => {
  const one = (): string => own('sockets/one')
  const talk = (to: string): string => `talk(${JSON.stringify(to)})`

  itSandboxed('answers where it is granted, and is not there else', async () => {
    const access = socket('~/sockets/one')
    const grants = [granted('socket:~/sockets/one', one(), 'write')]
    expect(await attempt({ access, grants }, talk(one()))).toMatchObject({ stdout: 'hello from outside\n' })
    const lacking = await attempt({ access }, `(process.exitCode = 1, ${talk(one())})`)
    expect(lacking).toMatchObject({
      stdout: 'ENOENT\n',
      hint: expect.stringContaining('npx cli-apps grant probe socket:~/sockets/one'),
    })
  })

  itSandboxed('is the only thing that a hint names where the program names it', async () => {
    const access = { ...socket('~/sockets/one'), ...file('~/.ssh') }
    const result = await attempt(
      { access },
      `Promise.reject({ code: 'ENOENT', path: ${JSON.stringify(one())} })`,
    )
    expect(result).toMatchObject({
      hint: expect.stringMatching(/npx cli-apps grant probe socket:~\/sockets\/one$/),
    })
  })

  itSandboxed('of a folder is each socket in it, and nothing else', async () => {
    const grants = [granted('socket:~/sockets', own('sockets'), 'write')]
    const result = await attempt(
      { access: socket('~/sockets'), grants },
      talk(one()),
      talk(own('sockets/inner/deep')),
      `fs.readdirSync(${JSON.stringify(own('sockets'))}).join()`,
    )
    expect(result).toMatchObject({ stdout: 'hello from outside\nENOENT\none\n' })
  })

  itSandboxed('of a folder is none that a link in it leads to', async () => {
    await symlink(own('sockets/inner/deep'), own('sockets/link'))
    const grants = [granted('socket:~/sockets', own('sockets'), 'write')]
    const result = await attempt({ access: socket('~/sockets'), grants }, talk(own('sockets/link')))
    await rm(own('sockets/link'))
    expect(result).toMatchObject({ stdout: 'ENOENT\n' })
  })

  itSandboxed('is not given when a link to another was put in its place', async () => {
    const grants = [granted('socket:~/sockets/one', one(), 'write')]
    await rename(one(), own('sockets/kept'))
    await symlink(own('sockets/inner/deep'), one())
    const result = await attempt({ access: socket('~/sockets/one'), grants }, talk(one()))
    await rm(one())
    await rename(own('sockets/kept'), one())
    expect(result).toMatchObject({ stdout: 'ENOENT\n' })
  })

  itSandboxed('is never the way out of another run, which is in a folder of temporary files', async () => {
    const folder = await mkdtemp(path.join(await realpath(tmpdir()), 'cli-apps-net-'))
    const server = createServer((client) => client.end('reached'))
    await new Promise<void>((resolve) => server.listen(path.join(folder, 's'), resolve))
    const access = { network: { hosts: ['example.com'] } }
    const result = await attempt({ access }, talk(path.join(folder, 's')))
    server.close()
    await rm(folder, { recursive: true })
    expect(result).toMatchObject({ stdout: 'ENOENT\n' })
  })

  itSandboxed('is no file', async () => {
    const grants = [granted('socket:~/sockets/notes', own('sockets/notes'), 'write')]
    expect(
      await attempt(
        { access: socket('~/sockets/notes'), grants },
        `fs.readFileSync(${JSON.stringify(own('sockets/notes'))}, 'utf8')`,
      ),
    ).toMatchObject({ stdout: 'ENOENT\n' })
  })
})

/** What is granted as a whole, without a place. */
const whole = (name: string): GrantedAccess[] => [{ name, mode: 'write' }]

describe('a granted device', () => {
  const device = ['/dev/fuse', '/dev/net/tun', '/dev/kmsg'].find((one) => existsSync(one)) ?? ''
  const access = { devices: [{ path: device, why: 'Needs it' }] }
  const look = `fs.statSync(${JSON.stringify(device)}).isCharacterDevice()`

  // A sandbox has null, random and the like without a grant; a machine may have no other.
  const where = device === '' ? it.skip : itSandboxed
  where('is there where it is granted, and not there else', async () => {
    const grants = [granted(`device:${device}`, device, 'write')]
    expect(await attempt({ access, grants }, look)).toMatchObject({ stdout: 'true\n' })
    expect(await attempt({ access }, look)).toMatchObject({ stdout: 'ENOENT\n' })
    expect(await attempt({ access: {}, grants }, look)).toMatchObject({ stdout: 'ENOENT\n' })
  })
})

describe('a granted display', () => {
  itSandboxed('is the socket and the variables of it, and neither is there else', async () => {
    const place = own('wayland-7')
    const server = createServer((client) => client.end('a window'))
    await new Promise<void>((resolve) => server.listen(place, resolve))
    servers.push(server)
    const variables = { WAYLAND_DISPLAY: 'wayland-7', XDG_RUNTIME_DIR: home, DISPLAY: '' }
    const works = [`talk(${JSON.stringify(place)})`, 'String(process.env.WAYLAND_DISPLAY)']
    const access = { display: true }
    expect(await attempt({ access, variables, grants: whole('display') }, ...works)).toMatchObject({
      stdout: 'a window\nwayland-7\n',
    })
    for (const lacking of [{ access }, { access: {}, grants: whole('display') }])
      expect(await attempt({ ...lacking, variables }, ...works)).toMatchObject({
        stdout: 'ENOENT\nundefined\n',
      })
  })
})

describe('granted raw packets', () => {
  // The right to raw packets is the 14th of the capabilities (capabilities(7)).
  const right = `Boolean(BigInt('0x' + /CapEff:\\s*(\\w+)/.exec(fs.readFileSync('/proc/self/status', 'utf8'))[1]) >> 13n & 1n)`

  itSandboxed('are a right where root runs the program, and nowhere else', async ({ hasCapabilities }) => {
    const access = { network: 'raw' }
    expect(await attempt({ access, grants: whole('network:raw') }, right)).toMatchObject({
      stdout: `${hasCapabilities}\n`,
    })
    for (const lacking of [{ access }, { access: {}, grants: whole('network:raw') }])
      expect(await attempt(lacking, right)).toMatchObject({ stdout: 'false\n' })
  })
})

describe('a declared network', () => {
  let port = 0
  beforeAll(async () => {
    const server = createHttpServer((_, answer) => answer.end('reached'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    servers.push(server)
    port = (server.address() as AddressInfo).port
  })
  const direct = (): string => talkTo(`{ host: '127.0.0.1', port: ${port} }`)
  const talkTo = (target: string): string =>
    `new Promise((done) => net.connect(${target}).on('connect', function () { this.destroy(); done('connected') }).on('error', (error) => done(error.code)))`
  const ask = (method: string, target: string): string =>
    `new Promise((done) => { const client = net.connect(3128, '127.0.0.1'); client.on('error', (error) => done(error.code)); client.on('data', (text) => { done(String(text).split(' ')[1]); client.destroy() }); client.write('${method} ${target} HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n') })`

  itSandboxed('is that of the machine where none is declared, or all', async () => {
    for (const access of [{}, { network: 'all' }])
      expect(await attempt({ access }, direct())).toMatchObject({ stdout: 'connected\n' })
  })

  itSandboxed('is none where that is declared, and a failure says so', async () => {
    expect(
      await attempt({ access: { network: 'none' } }, `(process.exitCode = 1, ${direct()})`),
    ).toMatchObject({
      stdout: expect.stringMatching(/^(ECONNREFUSED|ENETUNREACH)/),
      hint: expect.stringContaining('needs no network'),
    })
  })

  itSandboxed('of hosts keeps a program that ignores proxies from everything', async () => {
    const access = { network: { hosts: [`127.0.0.1:${port}`] } }
    const result = await attempt(
      { access },
      direct(),
      talkTo(`{ host: '::1', port: ${port} }`),
      talkTo(`{ path: '\\0cli-apps' }`),
      `import('node:os').then((os) => Object.keys(os.networkInterfaces()).join())`,
      `import('node:dns/promises').then((dns) => dns.resolve('example.com')).then(() => 'resolved', (error) => error.code)`,
    )
    expect(result).toMatchObject({
      stdout: expect.stringMatching(
        /^ECONNREFUSED\n(ECONNREFUSED|EADDRNOTAVAIL|ENETUNREACH)\nECONNREFUSED\nlo\n(ECONNREFUSED|ETIMEOUT|ESERVFAIL|EREFUSED)\n$/,
      ),
    })
  })

  itSandboxed(
    'of hosts leads to a declared one through the proxy, and to no other in any spelling',
    async () => {
      const access = { network: { hosts: [`127.0.0.1:${port}`, 'rebound.localhost.test'] } }
      const refused = [
        ...[`localhost:${port}`, `[::1]:${port}`, `[::ffff:127.0.0.1]:${port}`, '127.0.0.1:1'],
        ...['EXAMPLE.com:443', 'rebound.localhost.test.evil.test:443', 'xn--rebound.localhost.test:443'],
        'x@127.0.0.1:80',
      ]
      const allowed = [`127.0.0.1:${port}`, `2130706433:${port}`, `0x7f000001:${port}`]
      const result = await attempt(
        { access },
        ...allowed.map((target) => ask('CONNECT', target)),
        ask('GET', `http://127.0.0.1:${port}/`),
        ...refused.map((target) => ask('CONNECT', target)),
        ask('GET', `http://localhost:${port}/`),
        ask('GET', `file:///etc/passwd`),
      )
      const [answers, denials] = [4, refused.length + 2].map((count, index) =>
        `${index === 0 ? 200 : 403}\n`.repeat(count),
      )
      expect(result).toMatchObject({ stdout: `${answers}${denials}` })
    },
  )

  itSandboxed('of hosts names what was refused, and ends with the status of the program', async () => {
    const access = { network: { hosts: ['example.com'] } }
    const result = await attempt({ access }, ask('CONNECT', 'evil.test:443'), `(process.exitCode = 7)`)
    expect(result).toMatchObject({ exit_code: 7, hint: expect.stringContaining('evil.test:443') })
  })
})

describe('namespaces', () => {
  itSandboxed('of its own are for an app that they were granted to', async ({ forbidsNamespaces }) => {
    if (!forbidsNamespaces) return
    const nest = `import('node:child_process').then((one) => one.spawnSync('unshare', ['--user', 'true']).status)`
    expect(await attempt({ access: { nested: true } }, nest)).toMatchObject({
      stdout: '1\n',
    })
    const grants: GrantedAccess[] = [{ name: 'nested', mode: 'write' }]
    expect(await attempt({ access: { nested: true }, grants }, nest)).toMatchObject({
      stdout: '0\n',
    })
  })
})

describe('where no sandbox works', () => {
  itSandboxed('a declared limit keeps the app from running, unless the person chose so', async () => {
    for (const network of ['none', { hosts: ['example.com'] }]) {
      await harness.workspace.install('probe', {
        script: 'console.log(1)',
        manifest: { requires: { access: { network } } } as never,
      })
      const environment = { ...process.env, PATH: '/nonexistent' }
      const run = async (sandbox?: 'off') => {
        await using runtime = await createRuntime({
          workspace: at(),
          audit: false,
          environment,
          ...(sandbox && { sandbox }),
        })
        return await harness.run({ name: 'probe' }, runtime)
      }
      expect(await run()).toMatchObject({
        ok: false,
        error: { code: 'sandbox.network-not-limited', hint: expect.stringContaining('--sandbox off') },
      })
      expect(await run('off')).toMatchObject({ ok: true, stdout: '1\n' })
    }
  })
})
