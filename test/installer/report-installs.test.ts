import { createServer } from 'node:http'
import { describe, expect, it } from 'vitest'
import { reportInstalls } from '../../services/installer/src/install/apply/report-installs.ts'
import { createMachine, type Machine } from '../support/cli.ts'
import { closedPort, loopbackServer } from '../support/file-server.ts'

type Installed = Parameters<typeof reportInstalls>[0]
type Context = Parameters<typeof reportInstalls>[1]

const appOf = (name: string, registry: string, isSettled = false): Installed[number] =>
  ({ record: { name, registry }, plan: { isSettled } }) as never
const contextWith = (reportsInstalls: boolean, isOffline = false): Context =>
  ({ config: { reportsInstalls }, signal: new AbortController().signal, isOffline }) as never

/** A registry that writes down what it is told, with the headers that could tell who. */
async function listeningRegistry(): Promise<{ url: string; told: unknown[] }> {
  const told: unknown[] = []
  const url = await loopbackServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const { authorization, cookie } = request.headers
    told.push([request.method, request.url, JSON.parse(body), authorization, cookie])
    response.writeHead(202).end()
  })
  return { url, told }
}

describe('a report of an install', () => {
  it('names the app to the registry that it came from, and nothing else', async () => {
    const [one, other] = [await listeningRegistry(), await listeningRegistry()]
    await reportInstalls([appOf('jq', one.url), appOf('fd', other.url)], contextWith(true))
    expect(one.told).toEqual([['POST', '/v1/installs', { app: 'jq' }, undefined, undefined]])
    expect(other.told).toEqual([['POST', '/v1/installs', { app: 'fd' }, undefined, undefined]])
  })

  it.each([
    ['unless it was turned on', contextWith(false), false],
    ['offline', contextWith(true, true), false],
    ['of an app that was there before', contextWith(true), true],
  ])('is not sent %s', async (_, context, isSettled) => {
    const { url, told } = await listeningRegistry()
    await reportInstalls([appOf('jq', url, isSettled), appOf('fd', 'catalog:built-in')], context)
    expect(told).toEqual([])
  })

  it('that fails, or is never answered, is no failure of the install', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    await new Promise((resolve) => silent.once('listening', resolve))
    const { port } = silent.address() as { port: number }
    const places = [`http://127.0.0.1:${port}`, await closedPort()]
    await reportInstalls(
      places.map((place) => appOf('jq', place)),
      contextWith(true),
    )
    silent.closeAllConnections()
    silent.close()
  })
})

describe('config', () => {
  const shown = async (machine: Machine): Promise<unknown> =>
    (await machine.cli('config', 'list', '--json'))
      .json<{ settings: { key: string }[] }>()
      .settings.some(({ key }) => key === 'report_installs')

  it('turns reports on and off, and DO_NOT_TRACK wins', async () => {
    const machine = await createMachine()
    expect(await shown(machine)).toBe(false)
    expect((await machine.cli('config', 'set', 'report_installs', 'yes', '--yes')).status).toBe(2)
    expect((await machine.cli('config', 'set', 'report_installs', 'true', '--yes')).status).toBe(0)
    expect(await shown(machine)).toBe(true)
    machine.environment.DO_NOT_TRACK = '1'
    expect(await shown(machine)).toBe(false)
    machine.environment.DO_NOT_TRACK = '0'
    await machine.cli('config', 'unset', 'report_installs', '--yes')
    expect(await shown(machine)).toBe(false)
  })
})
