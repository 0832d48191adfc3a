import { once } from 'node:events'
import { createServer } from 'node:net'
import path from 'node:path'
import { identify, isAlive } from '@cli-apps/core/node'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMachine, type Machine } from '../../support/cli.ts'
import { installScript } from '../../support/script-app.ts'

let machine: Machine
let port: number

const service = (...args: string[]) => machine.cli('service', ...args)
const status = async () => (await service('status', 'echo', '--json')).json()

/** A port that nobody uses. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** A server of HTTP for `serve`, which has a child; fails for anything else. */
const script = `
  import { createServer } from 'node:http'
  import { spawn } from 'node:child_process'
  const [verb, port] = process.argv.slice(2)
  if (verb === 'serve') {
    spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
    console.log('one\\ntwo')
    createServer((_, response) => response.end('hello')).listen(Number(port), '127.0.0.1', () => console.log('ready'))
  } else if (verb === 'idle') {
    console.log('starting up')
    setInterval(() => {}, 1000)
  } else {
    console.error('cannot do ' + verb)
    process.exit(3)
  }`

const installEcho = (changes: Record<string, unknown> = {}): Promise<void> =>
  installScript(machine, 'echo', script, {
    requires: {
      services: [
        {
          name: 'Echo server',
          start_args: ['serve', String(port)],
          health: { http: `http://127.0.0.1:${port}/` },
          ready_within_seconds: 60,
          ...changes,
        },
      ],
    },
  })

beforeEach(async () => {
  machine = await createMachine()
  port = await freePort()
})
afterEach(async () => {
  await service('stop', 'echo', '--yes')
})

describe('service', () => {
  it('starts a server that survives the command, shows it, and ends it', async () => {
    await installEcho()
    expect(await status()).toMatchObject({ running: false, healthy: false, pid: null, ended: null })
    const started = (await service('start', 'echo', '--yes', '--json')).json<{ pid: number }>()
    expect(started).toMatchObject({ app: 'echo', changed: true, running: true, healthy: true })
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('hello')
    const supervisor = await identify(started.pid)
    expect(await isAlive(supervisor)).toBe(true)

    const again = await service('start', 'echo', '--json')
    expect([again.status, again.json()]).toMatchObject([0, { changed: false, pid: started.pid }])
    expect((await service('start', 'echo')).stdout).toContain('was started before')
    expect((await service('status')).stdout).toContain(`answers at http://127.0.0.1:${port}/`)
    expect((await service('logs', 'echo')).stdout).toBe('one\ntwo\nready\n')
    expect((await service('logs', 'echo', '--lines', '1')).stdout).toBe('ready\n')

    expect((await service('stop', 'echo', '--yes', '--json')).json()).toMatchObject({
      changed: true,
      running: false,
    })
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow()
    await expect.poll(() => isAlive(supervisor), { timeout: 20_000 }).toBe(false)
    expect(await status()).toMatchObject({ running: false, ended: { how: 'canceled' } })
    expect((await service('stop', 'echo', '--json')).json()).toMatchObject({ changed: false })
  })

  it('does not take a server for running whose supervisor was killed', async () => {
    await installEcho({ health: { port } })
    const { pid } = (await service('start', 'echo', '--yes', '--json')).json<{ pid: number }>()
    process.kill(pid, 'SIGKILL')
    expect(await status()).toMatchObject({ running: false, pid: null, ended: { how: 'lost' } })
    expect((await service('start', 'echo', '--yes', '--json')).json()).toMatchObject({ changed: true })
  })

  it('follows the log until the server ends', async () => {
    await installEcho()
    await service('start', 'echo', '--yes')
    const following = service('logs', 'echo', '--follow')
    await service('stop', 'echo', '--yes')
    expect(await following).toMatchObject({ status: 0, stdout: 'one\ntwo\nready\n' })
  })
})

describe('service start', () => {
  it('says why with the last lines when the server ends, and when it does not answer', async () => {
    await installEcho({ start_args: ['fail'] })
    const ended = await service('start', 'echo', '--yes')
    expect(ended.status).toBe(10)
    expect(ended.stderr).toContain('ended before it was ready: status 3')
    expect(ended.stderr).toContain('cannot do fail')
    await installEcho({ start_args: ['idle'], ready_within_seconds: 1 })
    const late = await service('start', 'echo', '--yes', '--json')
    expect(late.json()).toMatchObject({ error: { code: 'service.not-ready' } })
    expect(await status()).toMatchObject({ running: false })
  })

  it('leaves a server alone that somebody else started', async () => {
    await installEcho({ health: { port } })
    const other = createServer().listen(port, '127.0.0.1')
    await once(other, 'listening')
    const refused = await service('start', 'echo', '--yes', '--json')
    expect([refused.status, refused.json()]).toMatchObject([
      5,
      { error: { code: 'service.answers-already' } },
    ])
    expect(await status()).toMatchObject({ running: false, healthy: true })
    other.close()
  })

  it('is ready when a call of the app succeeds', async () => {
    await installEcho({ start_args: ['idle'], health: { args: ['fail'] }, ready_within_seconds: 1 })
    expect((await service('start', 'echo', '--yes')).stderr).toContain('did not answer in time (1 s)')
  })

  it('asks first, and refuses what is no service', async () => {
    await installEcho()
    const plan = (await service('start', 'echo', '--dry-run', '--json')).json()
    const argv = [process.execPath, path.join(machine.home, 'programs', 'echo.mjs'), 'serve', String(port)]
    expect(plan).toMatchObject({
      command: 'service start',
      changes: [{ effects: [{ effect: 'run', argv }] }],
    })
    expect((await service('start', 'echo')).status).toBe(2)
    expect(await status()).toMatchObject({ running: false, job: null })
    await installScript(machine, 'plain', script, {
      requires: { services: [{ name: 'Other server', start: 'other serve' }] },
    })
    const none = await service('start', 'plain', '--yes')
    expect([none.status, none.stderr]).toEqual([4, expect.stringContaining('other serve')])
    expect((await service('start', 'nobody', '--yes')).status).toBe(4)
    for (const words of [
      ['start'],
      ['restart', 'echo'],
      ['stop', 'echo', 'more'],
      ['logs', 'echo', '--lines', 'x'],
    ])
      expect((await service(...words)).status, words.join(' ')).toBe(2)
  })
})

it('names the command that starts the server when a call fails without it', async () => {
  await installEcho()
  const hint = 'Echo server does not answer'
  const run = async () => (await machine.cli('run', 'echo', 'ask')).stderr
  expect(await run()).toContain(
    `${hint} at http://127.0.0.1:${port}/. A person starts it with: npx cli-apps service start echo`,
  )
  const json = (await machine.cli('run', '--json', 'echo', 'ask')).json<{ hint: string }>()
  expect(json.hint).toContain('service start echo')
  await service('start', 'echo', '--yes')
  expect(await run()).not.toContain(hint)
  await service('stop', 'echo', '--yes')
  await installEcho({ optional: true })
  expect(await run()).not.toContain(hint)
})
