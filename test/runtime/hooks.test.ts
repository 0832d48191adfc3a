import { describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { createRuntime, type HookedCall, type Hooks, type Runtime } from '../../packages/runtime/src/index.ts'
import { useRunHarness } from './run-harness.ts'

const harness = useRunHarness()

const echo = (ran = vi.fn()) => ({
  name: 'echo',
  description: 'Gives back',
  effect: 'read' as const,
  input: z.strictObject({ text: z.string().max(10) }),
  async run({ text }: { text: string }) {
    ran(text)
    return { text }
  },
})

async function open(hooks: Hooks, ran = vi.fn()): Promise<Runtime & { ran: typeof ran; onBug: typeof ran }> {
  const onBug = vi.fn()
  const runtime = await createRuntime({ workspace: harness.workspace.root, audit: false, onBug, ...hooks })
  runtime.tools.register(echo(ran))
  return Object.assign(runtime, { ran, onBug })
}

const call = (runtime: Runtime, text = 'hi') => runtime.tools.execute({ name: 'echo', arguments: { text } })

describe('beforeExecute', () => {
  it('receives each call validated and before it runs', async () => {
    const seen: HookedCall[] = []
    await using runtime = await open({ beforeExecute: (hooked) => void seen.push(hooked) })
    await harness.workspace.install('probe')
    expect(await call(runtime)).toEqual({ ok: true, text: 'hi' })
    await harness.run({ name: 'probe', args: ['a'] }, runtime)
    expect(await call(runtime, 'far too long')).toMatchObject({ error: { code: 'tool.bad-arguments' } })
    expect(seen).toMatchObject([
      { tool: 'echo', effect: 'read', arguments: { text: 'hi' } },
      { tool: 'run_cli_app', app: 'probe', args: ['a'], workingDir: harness.workspace.root },
    ])
  })

  it('refuses with a reason, shown as one line', async () => {
    await using runtime = await open({ beforeExecute: async () => ({ refuse: 'not\nnow' }) })
    expect(await call(runtime)).toMatchObject({
      ok: false,
      error: { code: 'hook.refused', message: 'echo was refused: not now' },
    })
    expect(runtime.ran).not.toHaveBeenCalled()
  })

  it('can change the arguments, which are validated again', async () => {
    const beforeExecute: Hooks['beforeExecute'] = ({ arguments: { text } }) => ({
      arguments: { text: `${text}${text}` },
    })
    await using runtime = await open({ beforeExecute })
    expect(await call(runtime, 'abc')).toEqual({ ok: true, text: 'abcabc' })
    expect(await call(runtime, 'abcdef')).toMatchObject({ error: { code: 'tool.bad-arguments' } })
    expect(runtime.ran.mock.calls).toEqual([['abcabc']])
  })

  it('cannot turn a call into one that its previous effect allowed', async () => {
    await harness.workspace.install('probe', {
      manifest: { run: { effects: { read: ['look'], destructive: ['drop'] } } },
    })
    await using runtime = await open({
      beforeExecute: () => ({ arguments: { name: 'probe', args: ['drop'] } }),
    })
    expect(await harness.run({ name: 'probe', args: ['look'] }, runtime)).toMatchObject({
      error: { code: 'confirm.needed' },
      confirmation: { args: ['drop'], effect: 'destructive' },
    })
  })

  it.each([
    ['throws', () => Promise.reject(new Error('down'))],
    ['gives nothing that is a verdict', () => ({}) as never],
  ])('refuses the call when it %s', async (_what, beforeExecute) => {
    await using runtime = await open({ beforeExecute })
    expect(await call(runtime)).toMatchObject({ ok: false, error: { code: 'hook.failed' } })
    expect(runtime.ran).not.toHaveBeenCalled()
  })

  it('is reported to the host when it throws, and not to the model', async () => {
    await using runtime = await open({
      beforeExecute: () => Promise.reject(new Error('password of the host')),
    })
    expect(JSON.stringify(await call(runtime))).not.toContain('password')
    expect(runtime.onBug).toHaveBeenCalledExactlyOnceWith(new Error('password of the host'))
  })
})

describe('afterExecute', () => {
  it('receives the result, and its return value replaces it', async () => {
    const afterExecute: Hooks['afterExecute'] = ({ tool }, result) => ({ ok: true, tool, was: result.ok })
    await using runtime = await open({ afterExecute })
    expect(await call(runtime)).toEqual({ ok: true, tool: 'echo', was: true })
  })

  it('leaves the result unchanged when it returns nothing', async () => {
    await using runtime = await open({ afterExecute: () => undefined })
    expect(await call(runtime)).toEqual({ ok: true, text: 'hi' })
  })

  it('withholds the result when it throws', async () => {
    await using runtime = await open({ afterExecute: () => Promise.reject(new Error('down')) })
    expect(await call(runtime)).toMatchObject({ ok: false, error: { code: 'hook.failed' } })
    expect(runtime.ran).toHaveBeenCalledOnce()
  })

  it('receives the result of a confirmed call too', async () => {
    await harness.workspace.install('probe', { manifest: { run: { effects: { destructive: ['drop'] } } } })
    const afterExecute: Hooks['afterExecute'] = (_, result) => ({
      ok: true,
      saw: result.ok ? 'done' : result.error.code,
    })
    await using runtime = await open({ afterExecute })
    expect(await harness.run({ name: 'probe', args: ['drop'] }, runtime)).toEqual({
      ok: true,
      saw: 'confirm.needed',
    })
    const [request] = runtime.confirmations.list()
    expect(await runtime.confirmations.confirm(request?.id ?? '')).toEqual({ ok: true, saw: 'done' })
  })
})

describe('a hook of untyped code that returns an invalid value', () => {
  it.each([5, null, 'yes', [], {}])('refuses the call before it: %j', async (value) => {
    await using runtime = await open({ beforeExecute: () => value as never })
    expect(await call(runtime)).toMatchObject({ ok: false, error: { code: 'hook.failed' } })
    expect(runtime.ran).not.toHaveBeenCalled()
  })

  it.each([5, null, 'yes', [], {}, { ok: false }])('withholds the result after it: %j', async (value) => {
    await using runtime = await open({ afterExecute: () => value as never })
    expect(await call(runtime)).toMatchObject({ ok: false, error: { code: 'hook.failed' } })
  })
})
