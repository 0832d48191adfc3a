import { mkdir } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createRuntime, type Runtime } from '../../../packages/runtime/src/index.ts'
import {
  connectMcpServers,
  type LoginStore,
  logInToMcpServer,
  type McpServers,
} from '../../../packages/runtime/src/mcp/index.ts'
import { loopbackServer } from '../../support/file-server.ts'
import { createFixtureWorkspace, type FixtureWorkspace } from '../../support/fixture-workspace.ts'
import { browse, memoryStore, oauthServer } from '../../support/oauth-server.ts'

let workspace: FixtureWorkspace
beforeAll(async () => {
  workspace = await createFixtureWorkspace()
  await mkdir(workspace.root, { recursive: true })
})
afterAll(() => workspace[Symbol.asyncDispose]())

const logIn = (
  url: string,
  store: LoginStore,
  { openPage = browse, timeoutMs = 20_000, headers = {} }: LogInChanges = {},
): Promise<void> =>
  logInToMcpServer(
    { name: 'far', url, headers },
    { values: {}, store, openPage, signal: new AbortController().signal, timeoutMs },
  )
interface LogInChanges {
  openPage?: (page: URL) => void
  timeoutMs?: number
  headers?: Record<string, string>
}

async function connect(url: string, store: LoginStore): Promise<{ runtime: Runtime; servers: McpServers }> {
  const runtime = await createRuntime({ workspace: workspace.root, audit: false })
  const servers = connectMcpServers(runtime, [{ name: 'far', url, transport: 'http' }], {
    ...{ workspace: workspace.root, environment: {}, retryMs: 1e6, confirms: 'unless-read-only' },
    loginOf: () => store,
  })
  onTestFinished(async () => {
    await servers.close()
    await runtime.close()
  })
  await servers.settled(20_000)
  return { runtime, servers }
}
const hello = { name: 'mcp_far_hello', arguments: {} }

describe('a login by OAuth', () => {
  it('is made in the browser with PKCE, and used for exactly this address', async () => {
    const { url, asked } = await oauthServer()
    const store = memoryStore()
    let page: URL | undefined
    const openPage = (to: URL): void => {
      page = to
      browse(to)
    }
    await logIn(url, store, { openPage })
    expect(Object.fromEntries(page?.searchParams ?? [])).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/callback$/),
      resource: url,
    })
    expect(store.login).toMatchObject({ url, tokens: { access_token: expect.stringMatching(/^access-/) } })
    const { runtime } = await connect(url, store)
    expect(await runtime.tools.execute(hello)).toEqual({ ok: true, text: 'hi' })
    // Another address of the same server, as a changed declaration could name it.
    asked.length = 0
    const { servers } = await connect(`${url}?other`, store)
    expect(servers.status()).toMatchObject([{ state: 'failed' }])
    expect(asked).toEqual(['/mcp'])
  })

  it('is refreshed when its token expires, also in the middle of a session', async () => {
    const { url, expire } = await oauthServer()
    const store = memoryStore()
    await logIn(url, store)
    const { runtime } = await connect(url, store)
    const before = store.login?.tokens
    expire()
    expect(await runtime.tools.execute(hello)).toEqual({ ok: true, text: 'hi' })
    expect(store.login?.tokens.access_token).not.toBe(before?.access_token)
    expect(store.login?.tokens.refresh_token).not.toBe(before?.refresh_token)
  })

  it('that was revoked asks for a new one, and registers nothing', async () => {
    const { url, revoke, asked } = await oauthServer()
    const store = memoryStore()
    await logIn(url, store)
    revoke()
    asked.length = 0
    const { servers } = await connect(url, store)
    expect(servers.status()).toMatchObject([
      { state: 'failed', problem: expect.stringContaining('Run: cli-apps mcp login far.') },
    ])
    expect(asked).not.toContain('/register')
  })

  it('is not made when the person refuses, or does nothing', async () => {
    const { url } = await oauthServer()
    const store = memoryStore()
    const refuse = (page: URL): void => {
      const back = new URL(page.searchParams.get('redirect_uri') ?? '')
      back.search = String(
        new URLSearchParams({ error: 'access_denied', state: page.searchParams.get('state') ?? '' }),
      )
      browse(back)
    }
    await expect(logIn(url, store, { openPage: refuse })).rejects.toMatchObject({ code: 'mcp.login-refused' })
    await expect(logIn(url, store, { openPage: () => {}, timeoutMs: 200 })).rejects.toMatchObject({
      code: 'mcp.login-failed',
    })
    expect(store.login).toBeUndefined()
  })

  it('takes no code that comes with another state', async () => {
    const { url } = await oauthServer()
    const store = memoryStore()
    const statuses: number[] = []
    const forge = (page: URL): void => {
      const back = new URL(page.searchParams.get('redirect_uri') ?? '')
      back.search = String(new URLSearchParams({ code: 'code-of-an-attacker', state: 'guessed' }))
      void fetch(back).then(({ status }) => statuses.push(status))
    }
    await expect(logIn(url, store, { openPage: forge, timeoutMs: 1000 })).rejects.toMatchObject({
      code: 'mcp.login-failed',
    })
    expect(statuses).toEqual([404])
    expect(store.login).toBeUndefined()
  })

  it('sends declared headers to the server, and none of them to its authorization server', async () => {
    const { url, headers } = await oauthServer()
    await logIn(url, memoryStore(), { headers: { 'x-secret': 'of-the-declaration' } })
    expect(headers.length).toBeGreaterThan(2)
    expect(JSON.stringify(headers)).not.toContain('of-the-declaration')
  })

  it.each([
    ['a page that is no web page', { authorization_endpoint: 'file:///etc/passwd' }],
    ['a token endpoint over http elsewhere', { token_endpoint: 'http://example.test/token' }],
    ['no registration', { registration_endpoint: undefined }],
  ])('is refused with %s', async (_, change) => {
    const server = await oauthServer()
    Object.assign(server.metadata, change)
    const pages: URL[] = []
    const openPage = (page: URL): void => {
      pages.push(page)
      if (page.protocol === 'http:') browse(page)
    }
    const store = memoryStore()
    await expect(logIn(server.url, store, { openPage, timeoutMs: 2000 })).rejects.toThrow()
    expect(pages.every(({ protocol }) => protocol === 'http:')).toBe(true)
    expect(store.login).toBeUndefined()
  })

  it('is refused by a server that leads elsewhere by a redirect', async () => {
    const url = await loopbackServer((_, response) => {
      response.writeHead(302, { location: 'https://example.test/' }).end()
    })
    await expect(logIn(`${url}/mcp`, memoryStore())).rejects.toMatchObject({ code: 'mcp.login-failed' })
  })

  it('is for servers at an address only', async () => {
    const options = {
      values: {},
      store: memoryStore(),
      openPage: browse,
      signal: new AbortController().signal,
    }
    await expect(logInToMcpServer({ name: 'near', command: 'node' }, options)).rejects.toMatchObject({
      code: 'mcp.no-address',
    })
  })
})
