import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, it } from 'vitest'
import { connectClient, type Question } from '../../runtime/mcp/mcp-clients.ts'
import { createMachine, type Machine, programArgvOf } from '../../support/cli.ts'
import { browse, oauthServer } from '../../support/oauth-server.ts'

async function declaring(url: string): Promise<Machine> {
  const machine = await createMachine()
  const file = { apps: {}, mcp_servers: [{ name: 'far', url }] }
  await writeFile(path.join(machine.workspace, 'cli-apps.json'), JSON.stringify(file))
  return machine
}
const loginsFileOf = ({ home }: Machine): string => path.join(home, 'config/cli-apps/mcp-logins.json')

/** Logs in as a person does who opens the page that is shown. */
async function logIn({ workspace, environment }: Machine): Promise<{ status: unknown; stdout: string }> {
  const [program = '', ...args] = [...programArgvOf('cli-apps'), 'mcp', 'login', 'far', '--json']
  const child = spawn(program, args, { cwd: workspace, env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  child.stderr.on('data', async (chunk) => {
    said += chunk
    const page = /open this page in your browser: (\S+)\n/.exec(said)?.[1]
    if (page === undefined) return
    said = ''
    await fetch(page)
  })
  const [stdout, [status]] = await Promise.all([text(child.stdout), once(child, 'close')])
  return { status, stdout }
}

/** A client of a server that passes on the servers of the workspace. */
async function connected({ workspace, environment }: Machine) {
  const [command = '', ...args] = [...programArgvOf('cli-apps'), 'mcp', '--with-servers']
  const transport = new StdioClientTransport({
    ...{ command, args, env: environment, cwd: workspace },
    stderr: 'ignore',
  })
  const answer = ({ url = '' }: Question) => {
    browse(url)
    return { action: 'accept' as const }
  }
  const client = await connectClient(transport, 'legacy', { opensPages: true, answer })
  return {
    ...client,
    tools: async () => (await client.toolNames()).filter((name) => name.startsWith('mcp_')),
  }
}

/** What a server has that requires a login, until somebody logged in. */
const withoutLogin = ['mcp_far_log_in']

async function tools(machine: Machine): Promise<string[]> {
  await using client = await connected(machine)
  return await client.tools()
}

it('logs in to a confirmed server in the browser, keeps the login privately, and ends it', async () => {
  const { url, asked, revoked } = await oauthServer()
  const machine = await declaring(url)
  const early = await machine.cli('mcp', 'login', 'far', '--json')
  expect([early.status, early.json()]).toMatchObject([6, { error: { code: 'mcp.unconfirmed' } }])
  expect(asked).toEqual([])
  await machine.cli('trust', '--mcp-servers', '--yes')
  await using running = await connected(machine)
  expect(await running.tools()).toEqual(withoutLogin)

  const { status, stdout } = await logIn(machine)
  // One that ran before has the login, too.
  await expect.poll(running.tools, { timeout: 30_000 }).toEqual(['mcp_far_hello'])
  expect([status, JSON.parse(stdout)]).toMatchObject([0, { server: 'far', logged_in: true }])
  expect(stdout).not.toContain('access-')
  expect((await stat(loginsFileOf(machine))).mode & 0o777).toBe(0o600)
  expect(await tools(machine)).toEqual(['mcp_far_hello'])

  const out = await machine.cli('mcp', 'logout', 'far', '--json')
  expect([out.json(), out.stderr]).toMatchObject([{ changed: true }, ''])
  await expect.poll(running.tools, { timeout: 30_000 }).toEqual(withoutLogin)
  expect(revoked).toEqual([expect.stringMatching(/^refresh-/), expect.stringMatching(/^access-/)])
  expect(await readFile(loginsFileOf(machine), 'utf8')).not.toContain('access-')
  expect(await tools(machine)).toEqual(withoutLogin)
  expect((await machine.cli('mcp', 'logout', 'far', '--json')).json()).toMatchObject({ changed: false })
})

it('logs in when a model calls the tool of the server, and keeps the login for the next time', async () => {
  const { url } = await oauthServer()
  const machine = await declaring(url)
  await machine.cli('trust', '--mcp-servers', '--yes')
  await using running = await connected(machine)
  const { structuredContent } = await running.call('mcp_far_log_in')
  expect(structuredContent).toMatchObject({ ok: true, logged_in: true })
  expect(running.asked).toMatchObject([{ url: expect.stringContaining('/authorize?') }])
  await expect.poll(running.tools, { timeout: 30_000 }).toEqual(['mcp_far_hello'])
  expect((await running.call('mcp_far_hello')).text).toContain('hi')
  expect(await tools(machine)).toEqual(['mcp_far_hello'])
})

it.each([
  ['cannot be revoked', { revocation_endpoint: undefined }, /far offers no way to revoke a login/],
  [
    'is not revoked',
    { revocation_endpoint: 'http://127.0.0.1:9/revoke' },
    /was not revoked there: .*\n?.*End it in/,
  ],
  ['would be revoked elsewhere', { revocation_endpoint: 'http://far.test/revoke' }, /was not revoked there/],
])('forgets a login that %s, and says so', async (_, metadata, notice) => {
  const server = await oauthServer()
  Object.assign(server.metadata, metadata)
  const machine = await declaring(server.url)
  await machine.cli('trust', '--mcp-servers', '--yes')
  expect((await logIn(machine)).status).toBe(0)
  const out = await machine.cli('mcp', 'logout', 'far')
  expect([out.status, out.stderr]).toEqual([0, expect.stringMatching(notice)])
  expect(out.stderr).not.toMatch(/access-|refresh-/)
  expect(await readFile(loginsFileOf(machine), 'utf8')).not.toContain('access-')
  expect(server.revoked).toEqual([])
})

it.each([
  [['login'], 'cli.bad-mcp', 2],
  [['login', 'far', 'more'], 'cli.bad-mcp', 2],
  [['login', 'other'], 'mcp.no-server', 4],
])('refuses %j', async (words, code, status) => {
  const machine = await declaring('https://far.test/mcp')
  const refused = await machine.cli('mcp', ...words, '--json')
  expect([refused.status, refused.json()]).toMatchObject([status, { error: { code } }])
})
