import { mkdir, rename, rm, symlink } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { createConfirmations } from '../../../packages/runtime/src/confirm/confirmations.ts'
import {
  type ConfirmationRequest,
  createRuntime,
  type Runtime,
  type RuntimeOptions,
  type ToolResult,
} from '../../../packages/runtime/src/index.ts'
import { useRunHarness } from '../run-harness.ts'

const harness = useRunHarness()
const manifest = { run: { effects: { read: ['look'], write: ['put'], destructive: ['drop'] } } }
const script = 'console.log("ran in", process.cwd(), ...process.argv.slice(2))'

const open = async (options: Partial<RuntimeOptions> = {}): Promise<Runtime> => {
  await harness.workspace.install('probe', { script, manifest })
  return createRuntime({ workspace: harness.workspace.root, audit: false, ...options })
}

const call = (runtime: Runtime, ...args: string[]): Promise<ToolResult> =>
  harness.run({ name: 'probe', args }, runtime)

function requestOf(result: ToolResult): ConfirmationRequest {
  if (result.ok || result.confirmation === undefined) throw new Error(JSON.stringify(result))
  return result.confirmation
}

describe('a call that requires confirmation', () => {
  it('runs nothing, and shows app, exact arguments and folder', async () => {
    await using runtime = await open()
    const heard: ConfirmationRequest[] = []
    runtime.on('confirmation', (request) => heard.push(request))
    await mkdir(path.join(harness.workspace.root, 'sub'), { recursive: true })
    const args = ['drop', 'a b', '--token', 'not-redacted-for-who-agrees', '-x=1']
    const result = await harness.run({ name: 'probe', args, working_dir: 'sub' }, runtime)
    expect(result).toMatchObject({ ok: false, error: { code: 'confirm.needed' } })
    const request = requestOf(result)
    expect(request).toMatchObject({
      tool: 'run_cli_app',
      effect: 'destructive',
      app: 'probe',
      args,
      working_dir: path.join(harness.workspace.root, 'sub'),
      summary: 'probe drop "a b" --token not-redacted-for-who-agrees -x=1',
    })
    expect(heard).toEqual([request])
    expect(runtime.confirmations.list()).toEqual([request])
    const done = await runtime.confirmations.confirm(request.id)
    expect(done).toMatchObject({ ok: true, exit_code: 0 })
    expect(done.ok && done.stdout).toBe(`ran in ${request.working_dir} ${args.join(' ')}\n`)
  })

  it('shows a hostile summary as one printable line, and the arguments completely', async () => {
    await using runtime = await open()
    const args = ['drop', `x\n\u001b[2Kprobe look\u202e\u200b`, 'y'.repeat(2000)]
    const { summary, args: shown } = requestOf(await call(runtime, ...args))
    expect(summary.length).toBeLessThanOrEqual(300)
    expect(summary).not.toMatch(/[\n\u001b\u202e\u200b]/)
    expect(shown).toEqual(args)
  })

  it('runs once, even if two confirm concurrently', async () => {
    await using runtime = await open()
    const { id } = requestOf(await call(runtime, 'drop'))
    const results = await Promise.all([runtime.confirmations.confirm(id), runtime.confirmations.confirm(id)])
    expect(results.map(({ ok }) => ok).sort()).toEqual([false, true])
    expect(results.find(({ ok }) => !ok)).toMatchObject({ error: { code: 'confirm.unknown' } })
    expect(await runtime.confirmations.confirm(id)).toMatchObject({ error: { code: 'confirm.unknown' } })
    expect(runtime.confirmations.list()).toEqual([])
  })

  it('is not run after a refusal', async () => {
    await using runtime = await open()
    const { id } = requestOf(await call(runtime, 'drop'))
    expect(await runtime.confirmations.deny(id)).toBe(true)
    expect(await runtime.confirmations.deny(id)).toBe(false)
    expect(await runtime.confirmations.confirm(id)).toMatchObject({ error: { code: 'confirm.unknown' } })
  })

  it('expires', async () => {
    await using runtime = await open({ confirmationSeconds: 1 })
    const { id, expires_at } = requestOf(await call(runtime, 'drop'))
    expect(Date.parse(expires_at)).toBeGreaterThan(Date.now() - 10_000)
    await expect.poll(() => runtime.confirmations.list(), { timeout: 20_000 }).toEqual([])
    expect(await runtime.confirmations.confirm(id)).toMatchObject({ error: { code: 'confirm.unknown' } })
  })

  it('is refused when the runtime is closed', async () => {
    const runtime = await open()
    const { id } = requestOf(await call(runtime, 'drop'))
    await runtime.close()
    expect(await runtime.confirmations.confirm(id)).toMatchObject({ error: { code: 'confirm.unknown' } })
  })

  it('keeps waiting when the confirming program cancels', async () => {
    await using runtime = await open()
    const { id } = requestOf(await call(runtime, 'drop'))
    const options = { signal: AbortSignal.abort() }
    expect(await runtime.confirmations.confirm(id, options)).toMatchObject({
      error: { code: 'confirm.canceled' },
    })
    expect(await runtime.confirmations.confirm(id)).toMatchObject({ ok: true })
  })

  it('is ended with the runtime once it was confirmed and runs', async () => {
    const runtime = await open()
    const { id } = requestOf(await call(runtime, 'drop'))
    await harness.workspace.install('probe', { script: 'setInterval(() => {}, 1000)', manifest })
    const running = runtime.confirmations.confirm(id)
    await runtime.close()
    expect(await running).toMatchObject({ ok: false, error: { code: 'run.canceled' } })
  })
})

describe('a confirmation', () => {
  it('is not valid for another version of the app', async () => {
    await using runtime = await open()
    const { id } = requestOf(await call(runtime, 'drop'))
    await harness.workspace.install('probe', { script, manifest: { ...manifest, version: '2.0.0' as never } })
    expect(await runtime.confirmations.confirm(id)).toMatchObject({ error: { code: 'confirm.changed' } })
  })

  it('is not valid for another program', async () => {
    await using runtime = await open()
    const { id } = requestOf(await call(runtime, 'drop'))
    await harness.workspace.install('probe', { argv: [process.execPath, '--version'], manifest })
    expect(await runtime.confirmations.confirm(id)).toMatchObject({ error: { code: 'confirm.changed' } })
  })

  it('is not valid for a removed app', async () => {
    await using runtime = await open()
    const { id } = requestOf(await call(runtime, 'drop'))
    await harness.workspace.uninstall('probe')
    expect(await runtime.confirmations.confirm(id)).toMatchObject({ error: { code: 'app.not-installed' } })
  })

  it('is not valid for a folder that now leads elsewhere', async () => {
    await using runtime = await open()
    const folder = path.join(harness.workspace.root, 'moved')
    await mkdir(folder)
    await mkdir(path.join(harness.workspace.root, 'other'))
    const result = await harness.run({ name: 'probe', args: ['drop'], working_dir: 'moved' }, runtime)
    await rename(folder, `${folder}.old`)
    await symlink('other', folder)
    expect(await runtime.confirmations.confirm(requestOf(result).id)).toMatchObject({
      error: { code: 'confirm.changed' },
    })
    await rm(folder)
  })
})

describe('the policy decides by effect', () => {
  const decisionOf = async (runtime: Runtime, command: string): Promise<string> => {
    const result = await call(runtime, command)
    return result.ok ? 'ran' : result.error.code
  }

  it.each([
    ['look', 'default', 'ran'],
    ['put', 'default', 'ran'],
    // It has no command tree, and the app can destroy.
    ['other', 'default', 'confirm.needed'],
    ['help', 'default', 'ran'],
    ['drop', 'default', 'confirm.needed'],
    ['look', 'strict', 'ran'],
    ['put', 'strict', 'ran'],
    ['other', 'strict', 'confirm.needed'],
    ['drop', 'strict', 'confirm.needed'],
  ] as const)('%s under %s: %s', async (command, effects, expected) => {
    await using runtime = await open({ effects })
    expect(await decisionOf(runtime, command)).toBe(expected)
  })

  it('each separately, with defaults for the others', async () => {
    await using runtime = await open({ effects: { read: 'deny', write: 'ask', destructive: 'allow' } })
    expect(
      await Promise.all(['look', 'put', 'drop', 'other'].map((word) => decisionOf(runtime, word))),
    ).toEqual(['confirm.denied', 'confirm.needed', 'ran', 'ran'])
    expect(runtime.confirmations.list()).toHaveLength(1)
  })

  it('asks for a tool that requires confirmation if its effect is allowed, and not if it is denied', async () => {
    const tool = (effect: 'read' | 'write') => ({
      name: `t_${effect}`,
      description: 'd',
      effect,
      input: z.object({}),
      prepare: async () => ({ effect, summary: 's', needsConfirmation: true, run: async () => ({}) }),
    })
    await using runtime = await open({ effects: { write: 'deny' } })
    runtime.tools.register(tool('read'))
    runtime.tools.register(tool('write'))
    expect(await runtime.tools.execute({ name: 't_read' })).toMatchObject({
      error: { code: 'confirm.needed' },
    })
    expect(await runtime.tools.execute({ name: 't_write' })).toMatchObject({
      error: { code: 'confirm.denied' },
    })
  })
})

describe('confirmations', () => {
  const prepared = { effect: 'write', summary: 's', run: async () => ({}) } as const
  const run = async (): Promise<ToolResult> => ({ ok: true })

  it('continue when cleaning up a call fails', async () => {
    const onBug = vi.fn()
    const confirmations = createConfirmations({ lifetimeMs: 60_000, asked: () => {}, onBug })
    const abandon = vi.fn(async () => {})
    confirmations.ask('t', { ...prepared, abandon: () => Promise.reject(new Error('full')) }, { run })
    confirmations.ask('t', { ...prepared, abandon }, { run })
    await confirmations.close()
    expect(onBug).toHaveBeenCalledOnce()
    expect(abandon).toHaveBeenCalledExactlyOnceWith('the runtime was closed')
  })

  it('ask nothing after they were closed', async () => {
    const confirmations = createConfirmations({ lifetimeMs: 60_000, asked: () => {} })
    await confirmations.close()
    expect(() => confirmations.ask('t', prepared, { run })).toThrow(
      expect.objectContaining({ code: 'runtime.closed' }),
    )
  })

  it('cancel a call that cannot be kept waiting', async () => {
    await using runtime = await open()
    const ran = vi.fn(async () => ({}))
    const prepare = async () => ({
      ...prepared,
      needsConfirmation: true,
      run: ran,
      wait: () => Promise.reject(new Error('full')),
    })
    runtime.tools.register({ name: 'stuck', description: 'd', effect: 'write', input: z.object({}), prepare })
    expect(await runtime.tools.execute({ name: 'stuck' })).toMatchObject({ error: { code: 'internal' } })
    expect(runtime.confirmations.list()).toEqual([])
    expect(ran).not.toHaveBeenCalled()
  })
})
