import { once } from 'node:events'
import { access, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { manifestOf } from '../support/manifest-of.ts'
import { packRegistry } from '../support/packed-registry.ts'
import {
  createUserToken,
  listeningAt,
  outcomeOf,
  runRegistry,
  type Served,
  serve,
  startProgram,
  startRegistry,
  untilReady,
} from '../support/serve-process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

// Each test starts several processes, which takes minutes on a loaded machine.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

/** Retries while a loaded machine makes the server answer 503; a repeated request that succeeded before is a 200. */
async function publish(url: string, token: string, version: string): Promise<void> {
  const send = async () => {
    const answer = await fetch(`${url}/v1/apps/prettier/${version}`, {
      method: 'PUT',
      body: JSON.stringify(manifestOf({ version })),
      headers: { Authorization: `Bearer ${token}` },
    })
    return answer.status === 200 ? 201 : answer.status
  }
  await expect.poll(send, { timeout: 120_000 }).toBe(201)
}

/** Waits until the server accepts no more connections. */
async function untilClosed(url: string): Promise<void> {
  const isOpen = () =>
    fetch(`${url}/healthz`).then(
      () => true,
      () => false,
    )
  await expect.poll(isOpen, { timeout: 60_000 }).toBe(false)
}

describe('one embedded database', () => {
  test('is never open in two processes, even after SIGKILL, and loses nothing that was acknowledged', async () => {
    const data = path.join(await temporaryFolder(), 'data')
    const first = await serve(data)
    const refused = await runRegistry('serve', '--port', '0', '--data', data, '--json')
    expect(refused.status).toBe(5)
    expect(JSON.parse(refused.stdout)).toMatchObject({
      error: { code: 'lock.held', details: { pid: first.child.pid } },
    })

    const token = await createUserToken(data)
    for (const version of ['1.0.0', '1.0.1']) await publish(first.url, token, version)
    expect(await first.stop('SIGKILL')).toEqual({ status: null, signal: 'SIGKILL' })

    const second = await serve(data)
    const app = await (await fetch(`${second.url}/v1/apps/prettier.json`)).json()
    expect(app).toMatchObject({ latest: '1.0.1', versions: [{ version: '1.0.1' }, { version: '1.0.0' }] })
    await publish(second.url, token, '1.0.2')
    expect(await second.stop('SIGTERM')).toEqual({ status: 0, signal: null })
    expect(await readdir(data)).not.toContain('operator.sock')
    expect(await runRegistry('migrate', '--data', data)).toEqual({
      status: 0,
      stdout: 'The embedded database is up to date.\n',
      stderr: '',
    })
  })

  test('survives SIGKILL during its creation', async () => {
    const data = path.join(await temporaryFolder(), 'data')
    const cut = startRegistry('serve', '--port', '0', '--no-seed', '--data', data)
    const made = async () => (await readdir(data).catch(() => [])).join()
    await expect.poll(made, { interval: 2, timeout: 120_000 }).toContain('pg.new')
    const ended = once(cut, 'exit')
    cut.kill('SIGKILL')
    await ended
    const { url, stop } = await serve(data)
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    await stop('SIGTERM')
    expect((await readdir(data)).filter((name) => name.startsWith('pg'))).toEqual(['pg'])
  })

  test('opens for one of several processes that start concurrently', async () => {
    const data = path.join(await temporaryFolder(), 'data')
    const ended = await Promise.all(
      Array.from({ length: 3 }, () =>
        runRegistry('token', 'create', '--user', 'ann', '--scope', 'admin', '--data', data),
      ),
    )
    expect(ended).toContainEqual(expect.objectContaining({ status: 0 }))
    // A loser finds the folder held by a process without an operator socket, unless the winner was already done.
    for (const { status, stderr } of ended) if (status !== 0) expect(stderr).toMatch(/in use by process \d+/)
  })
})

describe('one running server', () => {
  let data: string
  let server: Served
  beforeAll(async () => {
    data = await mkdtemp(path.join(tmpdir(), 'cli-apps-test-'))
    server = await serve(data, '--json')
  })
  afterAll(async () => {
    await server.stop('SIGINT')
    await rm(data, { recursive: true, force: true })
  })

  test('prints one JSON line with --json when it is ready', async () => {
    expect(JSON.parse(server.line)).toEqual({ url: server.url, pid: server.child.pid })
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  })

  test('is reached by the operator through a private socket', async () => {
    expect(((await stat(path.join(data, 'operator.sock'))).mode & 0o777).toString(8)).toBe('600')
    expect((await runRegistry('migrate', '--data', data)).status).toBe(0)
    expect(await (await fetch(`${server.url}/v1/index.json`)).json()).toMatchObject({ index: 1, apps: [] })
    const bad = await runRegistry('token', 'create', '--user', 'ann', '--scope', 'everything', '--data', data)
    expect(bad).toMatchObject({ status: 2, stdout: '' })
  })

  test('keeps its port: a second server reports that it is taken', async () => {
    const other = path.join(await temporaryFolder(), 'data')
    const refused = await runRegistry(
      'serve',
      '--port',
      new URL(server.url).port,
      '--no-seed',
      '--data',
      other,
    )
    expect(refused).toMatchObject({ status: 5, stdout: '' })
    expect(refused.stderr).toContain('--port 0')
  })
})

describe('a server of its own', () => {
  test('answers before it is ready, live but not ready, and then has the catalog that it ships with', async () => {
    const packed = await packRegistry(await temporaryFolder(), ['greet', 'prettier'])
    const data = path.join(await temporaryFolder(), 'data')
    const child = startProgram(path.join(packed, 'main.js'), 'serve', '--port', '0', '--data', data)
    const url = await listeningAt(child)
    const printed = once(child.stdout as Readable, 'data')
    const first = await Promise.all(
      ['/healthz', '/readyz', '/v1/index.json'].map(async (path) => (await fetch(`${url}${path}`)).status),
    )
    expect(first).toEqual([200, 503, 503])
    expect(String((await printed)[0])).toContain(`Listening on ${url}`)
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    expect(await (await fetch(`${url}/v1/index.json`)).json()).toMatchObject({
      apps: [{ name: 'greet' }, { name: 'prettier' }],
    })
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  })

  test('publishes the catalog that it ships with on request, through the private socket', async () => {
    const packed = await packRegistry(await temporaryFolder(), ['greet', 'prettier'])
    const main = path.join(packed, 'main.js')
    const data = path.join(await temporaryFolder(), 'data')
    const server = await untilReady(startProgram(main, 'serve', '--port', '0', '--data', data, '--no-seed'))
    expect(await (await fetch(`${server.url}/v1/index.json`)).json()).toMatchObject({ apps: [] })
    const seeded = await outcomeOf(startProgram(main, 'seed', '--data', data, '--json'))
    expect(seeded.status).toBe(0)
    expect(JSON.parse(seeded.stdout)).toMatchObject({
      published: ['greet@3.6.2', 'prettier@3.6.2'],
      unchanged: [],
      refused: [],
    })
    expect(await (await fetch(`${server.url}/v1/index.json`)).json()).toMatchObject({
      apps: [{ name: 'greet' }, { name: 'prettier' }],
    })
    await server.stop('SIGTERM')
  })

  test('exits if it cannot become ready', async () => {
    const data = path.join(await temporaryFolder(), 'data')
    const key = path.join(data, 'no.key')
    const refused = await runRegistry(
      'serve',
      '--port',
      '0',
      '--no-seed',
      '--data',
      data,
      '--signing-key',
      key,
    )
    expect(refused.status).toBeGreaterThan(0)
    expect(refused.stdout).toBe('')
  })

  test('is reached by the operator even if the path of its folder is too long for a socket', async () => {
    const data = path.join(await temporaryFolder(), 'x'.repeat(60), 'y'.repeat(60))
    await mkdir(data, { recursive: true })
    const { stop } = await serve(data)
    const made = await runRegistry('token', 'create', '--user', 'ann', '--scope', 'admin', '--data', data)
    expect(made.stdout).toMatch(/^cliapps_[\w-]{43}\n$/)
    await expect(access(path.join(data, 'operator.sock'))).rejects.toThrow()
    await stop('SIGTERM')
  })

  test('finishes open requests when it is stopped, and accepts no new ones', async () => {
    const data = path.join(await temporaryFolder(), 'data')
    const { url, stop } = await serve(data)
    const token = await createUserToken(data)
    const body = JSON.stringify(manifestOf({ version: '1.0.0' }))
    const slow = request(`${url}/v1/apps/prettier/1.0.0`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${token}`, 'Content-Length': Buffer.byteLength(body) },
    })
    slow.write(body.slice(0, 20))
    // Once a later request is answered, the server has read the beginning of this one.
    await fetch(`${url}/healthz`)
    const answered = once(slow, 'response')
    const stopped = stop('SIGTERM')
    await untilClosed(url)
    slow.end(body.slice(20))
    const [answer] = await answered
    expect(answer.statusCode).toBe(201)
    answer.resume()
    expect(await stopped).toEqual({ status: 0, signal: null })
  })

  test.each(['SIGTERM', 'SIGINT'] as const)('stops waiting for a request at a second %s', async (signal) => {
    const { url, child, stop } = await serve(path.join(await temporaryFolder(), 'data'))
    const slow = request(`${url}/v1/validate`, { method: 'POST', headers: { 'Content-Length': 100 } })
    slow.on('error', () => {})
    slow.write('{')
    await fetch(`${url}/healthz`)
    const stopped = stop('SIGTERM')
    await untilClosed(url)
    // The request keeps the process alive until it is stopped again.
    expect(child.exitCode).toBe(null)
    child.kill(signal)
    expect(await stopped).toEqual({ status: 0, signal: null })
  })
})
