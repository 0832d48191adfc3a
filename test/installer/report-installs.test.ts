import { createServer } from 'node:http'
import { describe, expect, it } from 'vitest'
import { reportInstalls } from '../../services/installer/src/install/apply/report-installs.ts'
import { createMachine, type Machine } from '../support/cli.ts'
import { documentServer } from '../support/document-server.ts'
import { closedPort, loopbackServer } from '../support/file-server.ts'
import { greetMachine } from '../support/greet-machine.ts'

type Installed = Parameters<typeof reportInstalls>[0]
type Context = Parameters<typeof reportInstalls>[1]

const appOf = (name: string, registry: string, isSettled = false): Installed[number] =>
  ({ record: { name, registry }, plan: { isSettled } }) as never
const contextWith = ({ isOffline }: { isOffline: boolean }): Context => ({
  signal: new AbortController().signal,
  isOffline,
})
const online = contextWith({ isOffline: false })

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
    await reportInstalls([appOf('jq', one.url), appOf('fd', other.url)], online, 30_000)
    expect(one.told).toEqual([['POST', '/v1/installs', { app: 'jq' }, undefined, undefined]])
    expect(other.told).toEqual([['POST', '/v1/installs', { app: 'fd' }, undefined, undefined]])
  })

  it.each([
    ['offline', contextWith({ isOffline: true }), false],
    ['of an app that was there before', online, true],
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
      online,
      500,
    )
    silent.closeAllConnections()
    silent.close()
  })
})

describe('install', () => {
  it('reports only after it was turned on, and not what was there before', async () => {
    const { registryFolder, environment, ...machine } = await greetMachine([{ version: '1.2.3' }])
    const { url, asked } = await documentServer(registryFolder)
    environment.CLI_APPS_REGISTRY = url
    const reports = () => asked.filter((place) => place === 'POST /v1/installs')
    await machine.cli('install', 'greet', '--yes')
    expect((await machine.cli('list', '--json')).json()).toMatchObject({ apps: [{ name: 'greet' }] })
    expect(reports()).toEqual([])
    await machine.cli('config', 'set', 'report_installs', 'true', '--yes')
    await machine.cli('install', 'greet', '--yes')
    expect(reports()).toEqual([])
    await machine.cli('uninstall', 'greet', '--yes')
    expect((await machine.cli('install', 'greet', '--yes')).status).toBe(0)
    expect(reports()).toHaveLength(1)
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
