import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, it } from 'vitest'
import { connectClient } from '../../runtime/mcp/mcp-clients.ts'
import { createMachine, type Machine, programArgvOf } from '../../support/cli.ts'
import { oauthServer } from '../../support/oauth-server.ts'

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

async function tools({ workspace, environment }: Machine): Promise<string[]> {
  const [command = '', ...args] = [...programArgvOf('cli-apps'), 'mcp', '--with-servers']
  const transport = new StdioClientTransport({
    ...{ command, args, env: environment, cwd: workspace },
    stderr: 'ignore',
  })
  await using client = await connectClient(transport, 'legacy')
  return (await client.toolNames()).filter((name) => name.startsWith('mcp_'))
}

it('logs in to a confirmed server in the browser, keeps the login privately, and forgets it', async () => {
  const { url, asked } = await oauthServer()
  const machine = await declaring(url)
  const early = await machine.cli('mcp', 'login', 'far', '--json')
  expect([early.status, early.json()]).toMatchObject([6, { error: { code: 'mcp.unconfirmed' } }])
  expect(asked).toEqual([])
  await machine.cli('trust', '--mcp-servers', '--yes')
  expect(await tools(machine)).toEqual([])

  const { status, stdout } = await logIn(machine)
  expect([status, JSON.parse(stdout)]).toMatchObject([0, { server: 'far', logged_in: true }])
  expect(stdout).not.toContain('access-')
  expect((await stat(loginsFileOf(machine))).mode & 0o777).toBe(0o600)
  expect(await tools(machine)).toEqual(['mcp_far_hello'])

  expect((await machine.cli('mcp', 'logout', 'far', '--json')).json()).toMatchObject({ changed: true })
  expect(await readFile(loginsFileOf(machine), 'utf8')).not.toContain('access-')
  expect(await tools(machine)).toEqual([])
  expect((await machine.cli('mcp', 'logout', 'far', '--json')).json()).toMatchObject({ changed: false })
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
