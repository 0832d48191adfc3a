import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Schema, Validator } from '@cfworker/json-schema'
import { writeFileAtomic } from '@cli-apps/core/node'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { createRuntime, type Runtime, type SimpleTool } from '../../../packages/runtime/src/index.ts'
import {
  openSkillResources,
  type RunningMcpServer,
  type SkillResources,
  serveMcpHttp,
} from '../../../packages/runtime/src/mcp/index.ts'
import { createFixtureWorkspace, type FixtureWorkspace } from '../../support/fixture-workspace.ts'
import { processesCalled } from '../../support/processes-called.ts'
import {
  type ClientSettings,
  connectClient,
  connectOldClient,
  httpTransport,
  oldHttpTransport,
  type TestClient,
} from './mcp-clients.ts'

const token = 'a-token-of-the-test'
let workspace: FixtureWorkspace
let runtime: Runtime
let skills: SkillResources
let server: RunningMcpServer

/** Whether the host trusts workspace skills that the installer did not write. */
let isTrusted = false

const skillText = (name: string): string => `---\nname: ${name}\ndescription: Uses ${name}.\n---\n# ${name}\n`
const writeSkill = (name: string, file = 'SKILL.md', text = skillText(name)): Promise<void> =>
  writeFileAtomic(path.join(workspace.skills, name, file), text)

beforeAll(async () => {
  workspace = await createFixtureWorkspace()
  await mkdir(workspace.root, { recursive: true })
  await workspace.install('echo', {
    skill: { 'SKILL.md': skillText('cli-app-echo'), 'references/more.md': 'more of echo\n' },
  })
  await workspace.install('eraser', { manifest: { run: { effects: { destructive: ['erase'] } } } })
  await workspace.install('sleeper', { script: 'setInterval(() => {}, 1000)' })
  await writeSkill('of-somebody-else')
  runtime = await createRuntime({
    workspace: workspace.root,
    audit: false,
    trustWorkspace: () => isTrusted,
  })
  runtime.tools.register({
    name: 'count',
    description: 'Counts',
    input: z.object({ to: z.int() }),
    effect: 'read',
    async run({ to }, { progress }) {
      for (let at = 1; at <= to; at++) progress(`at ${at}`)
      return { to }
    },
  })
  runtime.tools.register({
    name: 'picture',
    description: 'Shows',
    input: z.object({}),
    effect: 'read',
    run: async () => ({ of: 'a cat', media: [{ type: 'image', mime_type: 'image/png', data: 'aGk=' }] }),
  })
  skills = await openSkillResources(runtime)
  server = await serveMcpHttp(runtime, { token, skills })
})
afterAll(async () => {
  await server.close()
  await runtime.close()
  await workspace[Symbol.asyncDispose]()
})

const clients: [string, (settings?: ClientSettings) => Promise<TestClient>][] = [
  ['2026-07-28', (settings) => connectClient(httpTransport(server.url, token), 'modern', settings)],
  ['2025-11-25', (settings) => connectClient(httpTransport(server.url, token), 'legacy', settings)],
  ['SDK 1.32.2', (settings) => connectOldClient(oldHttpTransport(server.url, token), settings)],
]

describe.each(clients)('a client of %s over Streamable HTTP', (_, connect) => {
  it('lists the tools with hints and calls them', async () => {
    await using client = await connect()
    const tools = await client.tools()
    expect(tools.map(({ name }) => name).slice(0, 1)).toEqual(['run_cli_app'])
    expect(tools.find(({ name }) => name === 'count')).toMatchObject({
      annotations: { readOnlyHint: true },
      inputSchema: { type: 'object', properties: { to: { type: 'integer' } } },
    })
    expect(tools[0]?.description).toContain('eraser')
    const answer = await client.call('run_cli_app', { name: 'echo', args: ['a b'] })
    expect(answer.structuredContent).toMatchObject({ ok: true, exit_code: 0, stdout: 'ran a b\n' })
    expect(JSON.parse(answer.text)).toEqual(answer.structuredContent)
    expect(answer.isError).toBeUndefined()
  })

  it('is told the form of results, which they have', async () => {
    await using client = await connect()
    const outputOf = async (name: string): Promise<unknown> =>
      (await client.tools()).find((tool) => tool.name === name)?.outputSchema
    expect(await outputOf('count')).toBeUndefined()
    for (const [name, args] of [
      ['run_cli_app', { name: 'echo', args: ['a'] }],
      ['run_cli_app', { name: 'echo', args: ['a'], background: true }],
      ['find_cli_apps', { query: 'echo' }],
      ['read_skill', { name: 'echo' }],
      ['job_status', {}],
    ] as const) {
      const schema = await outputOf(name)
      expect(schema).toMatchObject({ type: 'object', required: expect.arrayContaining(['ok']) })
      const { structuredContent } = await client.call(name, args)
      expect(structuredContent).toMatchObject({ ok: true })
      expect(new Validator(schema as Schema, '2020-12').validate(structuredContent).errors).toEqual([])
    }
    // Clients that know the form hold failures to it too.
    for (const [name, args] of [
      ['run_cli_app', { name: 'absent', args: [] }],
      ['run_cli_app', { name: 'echo', args: 7 }],
      ['find_cli_apps', {}],
      ['read_skill', { name: 'absent' }],
      ['job_status', { id: 'absent' }],
    ] as const)
      expect(await client.call(name, args)).toMatchObject({
        isError: true,
        structuredContent: { ok: false, error: { code: expect.any(String) } },
      })
  })

  it('is offered each skill as a prompt, with the task at its end', async () => {
    await using client = await connect()
    expect(await client.prompts()).toEqual([{ name: 'echo', arguments: ['task'] }])
    const [text = ''] = await client.prompt('echo', { task: 'Say hello' })
    expect(text).toMatch(/^# cli-app-echo\n/)
    expect(text).toMatch(/\n---\n\nSay hello$/)
    expect((await client.prompt('echo'))[0]).toMatch(/Use echo for what I ask next\.$/)
    for (const name of ['of-somebody-else', 'nothing', '../echo'])
      await expect(client.prompt(name)).rejects.toThrow(/no prompt/)
  })

  it('receives images as such', async () => {
    await using client = await connect()
    const answer = await client.call('picture')
    expect(answer.structuredContent).toEqual({ ok: true, of: 'a cat' })
    expect(answer.text).toBe('{"ok":true,"of":"a cat"}')
    expect(answer.more).toEqual([{ type: 'image', mimeType: 'image/png', data: 'aGk=' }])
  })

  it('receives failures as error results', async () => {
    await using client = await connect()
    for (const [name, args, code] of [
      ['Run_Cli_App', { name: 'echo' }, 'tool.unknown'],
      ['run_cli_app', { name: 7 }, 'tool.bad-arguments'],
      ['run_cli_app', { name: 'nowhere' }, 'app.not-installed'],
    ] as const) {
      expect(await client.call(name, args)).toMatchObject({
        isError: true,
        structuredContent: { ok: false, error: { code } },
      })
    }
  })

  it('receives the progress of a call', async () => {
    await using client = await connect()
    const heard: string[] = []
    await client.call('count', { to: 3 }, { onProgress: (message) => heard.push(message) })
    expect(heard).toEqual(['at 1', 'at 2', 'at 3'])
  })

  it('asks the person, who sees exactly what would be done, and runs it after confirmation', async () => {
    await using client = await connect({ answer: () => ({ action: 'accept', content: { yes: true } }) })
    const answer = await client.call('run_cli_app', { name: 'eraser', args: ['erase', '--all', 'x\u202ey'] })
    expect(answer.structuredContent).toMatchObject({ ok: true, stdout: 'ran erase --all x\u202ey\n' })
    expect(client.asked).toHaveLength(1)
    const { message } = client.asked[0] ?? { message: '' }
    expect(message).toContain('Run eraser?')
    expect(message).toContain('Effect: destructive')
    expect(message).toContain('["erase","--all","x\\u{202e}y"]')
    expect(message).toContain(JSON.stringify(workspace.root))
    expect(runtime.confirmations.list()).toEqual([])
  })

  it.each([
    ['no', { action: 'decline' }],
    ['nothing', { action: 'cancel' }],
    ['a form without confirmation', { action: 'accept', content: { yes: false } }],
  ] as const)('does nothing when the person answers %s', async (_answer, result) => {
    await using client = await connect({ answer: () => ({ ...result }) })
    expect(await client.call('run_cli_app', { name: 'eraser', args: ['erase'] })).toMatchObject({
      isError: true,
      structuredContent: { ok: false, error: { code: 'confirm.declined' } },
    })
    expect(runtime.confirmations.list()).toEqual([])
  })

  it('that cannot ask gets a refusal, and nothing runs', async () => {
    await using client = await connect()
    const answer = await client.call('run_cli_app', { name: 'eraser', args: ['erase'] })
    const error = { code: 'confirm.needed', hint: expect.stringContaining('client cannot ask the user') }
    expect(answer).toMatchObject({ isError: true, structuredContent: { error } })
    const [waiting] = runtime.confirmations.list()
    expect(await runtime.confirmations.deny(waiting?.id ?? '')).toBe(true)
  })

  it('does not ask to confirm a call that is too long to read', async () => {
    await using client = await connect({ answer: () => ({ action: 'accept', content: { yes: true } }) })
    const answer = await client.call('run_cli_app', { name: 'eraser', args: ['erase', 'x'.repeat(10_000)] })
    expect(answer.structuredContent).toMatchObject({ error: { code: 'confirm.needed' } })
    expect(client.asked).toEqual([])
    for (const { id } of runtime.confirmations.list()) await runtime.confirmations.deny(id)
  })

  it('ends a running app by canceling the call', async () => {
    await using client = await connect()
    const controller = new AbortController()
    const mark = `sleep-for-${Math.random()}`
    const call = client.call('run_cli_app', { name: 'sleeper', args: [mark] }, { signal: controller.signal })
    const ended = expect(call).rejects.toThrow()
    await expect.poll(() => processesCalled(mark), { timeout: 20_000 }).not.toEqual([])
    controller.abort()
    await ended
    await expect.poll(() => processesCalled(mark), { timeout: 20_000 }).toEqual([])
  })

  it('reads skills as resources, only those of the installer', async () => {
    await using client = await connect()
    const uris = await client.resourceUris()
    expect(uris.filter((uri) => uri.endsWith('SKILL.md'))).toEqual(['skill://cli-app-echo/SKILL.md'])
    expect(await client.read('skill://cli-app-echo/SKILL.md')).toContain('# cli-app-echo')
    expect(await client.read('skill://cli-app-echo/references/more.md')).toBe('more of echo\n')
    for (const uri of [
      'skill://of-somebody-else/SKILL.md',
      'skill://cli-app-echo/../of-somebody-else/SKILL.md',
      'skill://cli-app-echo/%2e%2e/of-somebody-else/SKILL.md',
      'skill://cli-app-echo/references/none.md',
    ]) {
      await expect(client.read(uri)).rejects.toThrow()
    }
  })

  it('is notified of changed tools', async () => {
    await using client = await connect()
    const late: SimpleTool = {
      name: 'late',
      description: '',
      input: z.object({}),
      effect: 'read',
      run: async () => ({}),
    }
    // A client starts listening at some point after it is connected.
    const change = (): boolean => {
      if (!runtime.tools.unregister('late')) runtime.tools.register(late)
      return false
    }
    await expect.poll(() => client.heard.has('tools') || change(), { timeout: 20_000 }).toBe(true)
    runtime.tools.unregister('late')
    runtime.tools.register(late)
    expect(await client.toolNames()).toContain('late')
    runtime.tools.unregister('late')
  })
})

describe.each(clients.slice(1))('a client of %s with a session', (_, connect) => {
  it('is notified of new skills', async () => {
    isTrusted = true
    onTestFinished(() => {
      isTrusted = false
    })
    await using client = await connect()
    const names = ['cli-app-late', 'cli-app-later']
    const change = async (): Promise<boolean> => {
      for (const name of names) await rm(path.join(workspace.skills, name), { recursive: true, force: true })
      await writeSkill(names.reverse()[0] ?? '')
      expect(await skills.reload()).toBe(true)
      return false
    }
    await expect
      .poll(async () => client.heard.has('resources') || (await change()), { timeout: 20_000 })
      .toBe(true)
    expect(await client.resourceUris()).toContain(`skill://${names[0]}/SKILL.md`)
    await rm(path.join(workspace.skills, names[0] ?? ''), { recursive: true })
    await skills.reload()
  })
})

describe('skills', () => {
  it.each<[string, (skill: string) => Promise<unknown>]>([
    ['a file of 2 MB', () => writeSkill('cli-app-odd', 'references/big.md', 'x'.repeat(2_000_000))],
    ['a link', (skill) => symlink('/etc/passwd', path.join(skill, 'passwd.md'))],
    ['more folders than any needs', () => writeSkill('cli-app-odd', 'a/b/c/d/e/f/g.md', 'x')],
    ['1,000 files', (skill) => manyFiles(skill, 1000)],
  ])('with %s are not served, and the others are', async (_, spoil) => {
    isTrusted = true
    onTestFinished(() => {
      isTrusted = false
    })
    const skill = path.join(workspace.skills, 'cli-app-odd')
    await writeSkill('cli-app-odd')
    await spoil(skill)
    const warnings: string[] = []
    const served = await openSkillResources(runtime, { onWarning: (line) => warnings.push(line) })
    await using other = await serveMcpHttp(runtime, { token, skills: served }).then((opened) => ({
      ...opened,
      [Symbol.asyncDispose]: opened.close,
    }))
    await using client = await connectClient(httpTransport(other.url, token), 'modern')
    const uris = await client.resourceUris()
    expect(uris.filter((uri) => uri.endsWith('SKILL.md'))).toEqual([
      'skill://cli-app-echo/SKILL.md',
      'skill://of-somebody-else/SKILL.md',
    ])
    expect(warnings.join()).toContain('cli-app-odd')
    await rm(skill, { recursive: true })
  })
})

describe('skills of a workspace that nobody trusts', () => {
  it('are served if the installer wrote them, and otherwise not', async () => {
    await writeSkill('cli-app-evil')
    await skills.reload()
    await using client = await connectClient(httpTransport(server.url, token), 'modern')
    const uris = await client.resourceUris()
    expect(uris.filter((uri) => uri.endsWith('SKILL.md'))).toEqual(['skill://cli-app-echo/SKILL.md'])
    await rm(path.join(workspace.skills, 'cli-app-evil'), { recursive: true })
  })
})

const manyFiles = (folder: string, count: number): Promise<unknown> =>
  Promise.all(Array.from({ length: count }, (_, at) => writeFile(path.join(folder, `${at}.md`), 'x')))

describe('requests that are refused', () => {
  const post = (headers: Record<string, string>, at = '/mcp'): Promise<Response> =>
    fetch(new URL(at, server.url), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    })
  const authorization = `Bearer ${token}`

  it.each<[string, Record<string, string>, string, number]>([
    ['without a token', {}, '/mcp', 401],
    ['with another token', { authorization: 'Bearer something-else-of-it' }, '/mcp', 401],
    ['with the token in the wrong place', {}, `/mcp?token=${token}`, 401],
    ['from an untrusted page', { authorization, origin: 'https://evil.test' }, '/mcp', 403],
    ['from a page without an origin of its own', { authorization, origin: 'null' }, '/mcp', 403],
    ['to another path', { authorization }, '/', 404],
    ['for a session that is none', { authorization, 'mcp-session-id': 'x' }, '/mcp', 404],
  ])('%s', async (_, headers, at, status) => {
    expect((await post(headers, at)).status).toBe(status)
  })

  it('to this machine under another host name', async () => {
    const { request } = await import('node:http')
    const status = await new Promise((resolve, reject) => {
      request(
        {
          host: '127.0.0.1',
          port: server.url.port,
          path: '/mcp',
          method: 'POST',
          headers: { host: 'evil.test', authorization },
        },
        (response) => resolve(response.resume().statusCode),
      )
        .on('error', reject)
        .end()
    })
    expect(status).toBe(403)
  })

  it('with an oversized body', async () => {
    const response = await fetch(server.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { x: 'x'.repeat(5e6) } }),
    })
    expect(response.status).toBe(413)
  })

  it('a guessable token', async () => {
    await expect(serveMcpHttp(runtime, { token: 'short' })).rejects.toMatchObject({ code: 'mcp.weak-token' })
  })
})
