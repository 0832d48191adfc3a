import { mkdir } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createRuntime, type Runtime } from '../../../packages/runtime/src/index.ts'
import { connectMcpServers, type LoginStore, serveMcpHttp } from '../../../packages/runtime/src/mcp/index.ts'
import { createFixtureWorkspace, type FixtureWorkspace } from '../../support/fixture-workspace.ts'
import { browse, memoryStore, oauthServer } from '../../support/oauth-server.ts'
import { type ClientSettings, connectClient, httpTransport, type Question } from './mcp-clients.ts'

let workspace: FixtureWorkspace
beforeAll(async () => {
  workspace = await createFixtureWorkspace()
  await mkdir(workspace.root, { recursive: true })
})
afterAll(() => workspace[Symbol.asyncDispose]())

/** A runtime whose only server requires a login. */
async function withoutLogin(store?: LoginStore, rules?: Parameters<typeof oauthServer>[0]): Promise<Runtime> {
  const { url } = await oauthServer(rules)
  const runtime = await createRuntime({ workspace: workspace.root, audit: false })
  const servers = connectMcpServers(runtime, [{ name: 'far', url, transport: 'http' }], {
    ...{ workspace: workspace.root, environment: {}, retryMs: 1e6, confirms: 'unless-read-only' },
    ...(store && { loginOf: () => store }),
  })
  onTestFinished(async () => {
    await servers.close()
    await runtime.close()
  })
  await servers.settled(20_000)
  return runtime
}

const remoteTools = async ({ tools }: Runtime): Promise<string[]> =>
  (await tools.list()).map(({ name }) => name).filter((name) => name.startsWith('mcp_'))
const logIn = { name: 'mcp_far_log_in', arguments: {} }

/** Logs in as a user does who opens the page. */
async function confirmedLogin({ tools, confirmations }: Runtime): Promise<unknown> {
  const asked = await tools.execute(logIn)
  if (asked.ok || asked.confirmation === undefined) throw new Error(JSON.stringify(asked))
  browse(String(asked.page))
  return confirmations.confirm(asked.confirmation.id)
}
/** Where the browser is sent back to, without what it brings. */
const returnOf = (page: unknown): string => new URL(String(page)).searchParams.get('redirect_uri') ?? ''
const isListening = (page: unknown): Promise<boolean> =>
  fetch(returnOf(page)).then(
    () => true,
    () => false,
  )

describe('a server that requires a login', () => {
  it('has a tool that logs the user in, after which it has its own tools', async () => {
    const store = memoryStore()
    const runtime = await withoutLogin(store)
    expect(await remoteTools(runtime)).toEqual(['mcp_far_log_in'])
    const asked = await runtime.tools.execute(logIn)
    if (asked.ok || asked.confirmation === undefined) throw new Error('nobody was asked')
    expect(asked).toMatchObject({ error: { code: 'confirm.needed' }, page: expect.stringMatching(/^http:/) })
    expect(store.login).toBeUndefined()
    browse(String(asked.page))
    expect(await runtime.confirmations.confirm(asked.confirmation.id)).toEqual({
      ...{ ok: true, server: 'far', logged_in: true },
      tools: ['mcp_far_hello'],
    })
    expect(store.login?.tokens.access_token).toMatch(/^access-/)
    expect(await remoteTools(runtime)).toEqual(['mcp_far_hello'])
    expect(await runtime.tools.execute({ name: 'mcp_far_hello' })).toEqual({ ok: true, text: 'hi' })
  })

  it('is not waited for after the user refused, and when the call is canceled', async () => {
    const runtime = await withoutLogin(memoryStore())
    const refused = await runtime.tools.execute(logIn)
    if (refused.ok || refused.confirmation === undefined) throw new Error('nobody was asked')
    expect(await isListening(refused.page)).toBe(true)
    await runtime.confirmations.deny(refused.confirmation.id)
    await expect.poll(() => isListening(refused.page)).toBe(false)

    const canceled = await runtime.tools.execute(logIn)
    if (canceled.ok || canceled.confirmation === undefined) throw new Error('nobody was asked')
    const giveUp = new AbortController()
    const result = runtime.confirmations.confirm(canceled.confirmation.id, { signal: giveUp.signal })
    giveUp.abort()
    expect(await result).toMatchObject({ ok: false, error: { code: 'mcp.login-canceled' } })
    await expect.poll(() => isListening(canceled.page)).toBe(false)
  })

  it('has the tool too when it lets everybody connect, and asks for the login afterwards', async () => {
    const runtime = await withoutLogin(memoryStore(), { open: ['initialize', 'notifications/initialized'] })
    expect(await remoteTools(runtime)).toEqual(['mcp_far_log_in'])
    expect(await confirmedLogin(runtime)).toMatchObject({ logged_in: true, tools: ['mcp_far_hello'] })
  })

  it('has it again when a call needs more than the login allows, and asks for that too', async () => {
    const store = memoryStore()
    const runtime = await withoutLogin(store, { callScope: 'greet' })
    await confirmedLogin(runtime)
    expect(await runtime.tools.execute({ name: 'mcp_far_hello' })).toMatchObject({
      ok: false,
      error: { code: 'mcp.insufficient-scope', message: expect.stringContaining('greet') },
    })
    expect(await remoteTools(runtime)).toEqual(['mcp_far_hello', 'mcp_far_log_in'])
    await confirmedLogin(runtime)
    expect(store.login?.tokens.scope).toBe('greet')
    expect(await runtime.tools.execute({ name: 'mcp_far_hello' })).toEqual({ ok: true, text: 'hi' })
    expect(await remoteTools(runtime)).toEqual(['mcp_far_hello'])
  })

  it('has no such tool where no login can be kept', async () => {
    expect(await remoteTools(await withoutLogin())).toEqual([])
  })
})

describe.each(['legacy', 'modern'] as const)('a %s client that calls the tool', (era) => {
  const connect = async (settings: ClientSettings) => {
    const store = memoryStore()
    const runtime = await withoutLogin(store)
    const server = await serveMcpHttp(runtime, { token: 'a-token-of-the-test' })
    onTestFinished(() => server.close())
    return {
      client: await connectClient(httpTransport(server.url, 'a-token-of-the-test'), era, settings),
      store,
      runtime,
    }
  }

  it('lets the user open the page, and gets the result when they come back', async () => {
    const open = ({ url = '' }: Question) => {
      browse(url)
      return { action: 'accept' as const }
    }
    const { client, store } = await connect({ opensPages: true, answer: open })
    const { isError, structuredContent } = await client.call('mcp_far_log_in')
    expect([isError, structuredContent]).toMatchObject([undefined, { logged_in: true }])
    expect(client.asked).toMatchObject([
      { message: 'Log in to the MCP server far in your browser.', url: expect.stringMatching(/^http:/) },
    ])
    expect(store.login).toBeDefined()
    await client[Symbol.asyncDispose]()
  })

  it('that only has forms shows the page in one', async () => {
    const open = ({ message }: Question) => {
      browse(message.split('\n').at(-1) ?? '')
      return { action: 'accept' as const, content: { yes: true } }
    }
    const { client, store } = await connect({ answer: open })
    expect((await client.call('mcp_far_log_in')).structuredContent).toMatchObject({ logged_in: true })
    expect(store.login).toBeDefined()
    await client[Symbol.asyncDispose]()
  })

  it('is told no when the user declines, and nobody waits for them', async () => {
    const { client, store } = await connect({ opensPages: true, answer: () => ({ action: 'decline' }) })
    const { isError, structuredContent } = await client.call('mcp_far_log_in')
    expect([isError, structuredContent]).toMatchObject([true, { error: { code: 'confirm.declined' } }])
    await expect.poll(() => isListening(client.asked[0]?.url)).toBe(false)
    expect(store.login).toBeUndefined()
    await client[Symbol.asyncDispose]()
  })

  it('that cannot ask says where the user logs in', async () => {
    const { client, runtime } = await connect({})
    const { isError, structuredContent } = await client.call('mcp_far_log_in')
    expect([isError, structuredContent]).toMatchObject([
      true,
      { error: { hint: expect.stringContaining('cli-apps mcp login') } },
    ])
    expect(JSON.stringify(structuredContent)).not.toContain('/authorize')
    expect(runtime.confirmations.list()).toEqual([])
    await client[Symbol.asyncDispose]()
  })
})
