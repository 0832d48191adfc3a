import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { createRuntime, type Runtime } from '@cli-apps/runtime'
import { connectMcpServers, type McpServers } from '@cli-apps/runtime/mcp'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../support/temporary-folder.ts'

const run = promisify(execFile)

/** Installs a server from npm and connects it; gives the runtime that has its tools. */
async function connect(
  server: string,
  args: (folder: string) => string[] = () => [],
): Promise<{ runtime: Runtime; servers: McpServers; folder: string } & AsyncDisposable> {
  const folder = await temporaryFolder()
  const home = path.join(folder, 'server')
  const workspace = path.join(folder, 'workspace')
  await Promise.all([mkdir(home), mkdir(workspace)])
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-save']
  await run('npm', ['install', ...flags, '--prefix', home, `@modelcontextprotocol/${server}`])
  const script = path.join(home, 'node_modules/@modelcontextprotocol', server, 'dist/index.js')
  const runtime = await createRuntime({ workspace })
  const config = { name: 'real', command: process.execPath, args: [script, ...args(workspace)] }
  const servers = connectMcpServers(runtime, [config], { workspace, environment: process.env })
  await expect.poll(() => servers.status()[0]?.state, { timeout: 60_000 }).toBe('ready')
  return {
    runtime,
    servers,
    folder: workspace,
    async [Symbol.asyncDispose]() {
      await servers.close()
      await runtime.close()
    },
  }
}

describe('servers from npm', () => {
  it('server-filesystem reads and writes the folder it is given, and nothing beside it', async () => {
    await using real = await connect('server-filesystem', (folder) => [folder])
    const call = (name: string, args: Record<string, unknown>) =>
      real.runtime.tools.execute({ name: `mcp_real_${name}`, arguments: args })
    expect(real.servers.status()).toMatchObject([{ left_out: [] }])
    await writeFile(path.join(real.folder, 'a.txt'), 'from here')
    expect(await call('read_text_file', { path: path.join(real.folder, 'a.txt') })).toMatchObject({
      ok: true,
      data: { content: 'from here' },
    })
    // Models write nested values as text.
    const paths = JSON.stringify([path.join(real.folder, 'a.txt')])
    expect(await call('read_multiple_files', { paths })).toMatchObject({ ok: true })
    expect(await call('read_text_file', { path: '/etc/passwd' })).toMatchObject({
      ok: false,
      error: { code: 'mcp.tool-failed' },
    })
    expect(await call('read_text_file', {})).toMatchObject({ error: { code: 'tool.bad-arguments' } })
  })

  it('server-everything gives text, images, resources and prompts, and tells of progress', async () => {
    await using real = await connect('server-everything')
    const heard: string[] = []
    const call = (name: string, args: Record<string, unknown> = {}) =>
      real.runtime.tools.execute(
        { name: `mcp_real_${name}`, arguments: args },
        { onProgress: (message) => heard.push(message) },
      )
    expect(await call('echo', { message: 'hi' })).toMatchObject({
      ok: true,
      text: expect.stringContaining('hi'),
    })
    expect(await call('get-tiny-image')).toMatchObject({ ok: true, media: [{ mime_type: 'image/png' }] })
    expect(await call('get-structured-content', { location: 'New York' })).toMatchObject({
      ok: true,
      data: { temperature: expect.any(Number) },
    })
    expect(await call('trigger-long-running-operation', { duration: 1, steps: 2 })).toMatchObject({
      ok: true,
    })
    expect(heard.length).toBeGreaterThan(0)
    const { resources } = (await call('list_resources')) as unknown as { resources: { uri: string }[] }
    expect(await call('read_resource', { uri: resources[0]?.uri })).toMatchObject({ ok: true })
    const { prompts } = (await call('list_prompts')) as unknown as {
      prompts: { name: string; arguments: unknown[] }[]
    }
    const simple = prompts.find((prompt) => prompt.arguments.length === 0)
    expect(await call('get_prompt', { name: simple?.name })).toMatchObject({
      ok: true,
      messages: [{ role: 'user' }],
    })
  })
})
