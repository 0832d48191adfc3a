import { mkdir, readdir, rm, symlink } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createRuntime, type Runtime } from '../../../packages/runtime/src/index.ts'
import { useRunHarness } from '../run-harness.ts'
import { callInAgent, endOf, jobOf, jobsFolder, resultFile } from './job-harness.ts'

const harness = useRunHarness()
const manifest = { run: { effects: { read: [], write: [], destructive: ['drop'] } } }
const script = 'console.log("dropped", ...process.argv.slice(2))'
const call = { name: 'probe', args: ['drop', 'it'], background: true }

afterEach(() => rm(jobsFolder(harness.workspace), { recursive: true, force: true }))

async function asked(runtime: Runtime) {
  await harness.workspace.install('probe', { script, manifest })
  const result = await harness.run(call, runtime)
  expect(result).toMatchObject({
    ok: false,
    error: { code: 'confirm.needed' },
    job: { status: 'awaiting_confirmation' },
  })
  const confirmation = !result.ok ? result.confirmation : undefined
  return { id: jobOf(result).id, request: confirmation?.id ?? '', expires: confirmation?.expires_at }
}

const open = (more = {}): Promise<Runtime> =>
  createRuntime({ workspace: harness.workspace.root, audit: false, ...more })

describe('a background call that requires confirmation', () => {
  it('waits as a job, which a confirmation starts', async () => {
    await using runtime = await open()
    const { id, request, expires } = await asked(runtime)
    expect(await resultFile(harness.workspace, id)).toMatchObject({
      status: 'awaiting_confirmation',
      expires_at: expires,
      input: { args: ['drop', 'it'] },
    })
    expect(await harness.runtime.jobs.get(id)).toMatchObject({ status: 'awaiting_confirmation' })
    const result = await runtime.confirmations.confirm(request)
    expect(result).toMatchObject({ ok: true, job: { id, status: 'pending' } })
    expect(await endOf(runtime, id)).toMatchObject({
      status: 'done',
      result: { stdout: 'dropped drop it\n' },
    })
  })

  it('ends as denied with the reason when it is refused', async () => {
    await using runtime = await open()
    const { id, request } = await asked(runtime)
    expect(await runtime.confirmations.deny(request, 'not\ntoday')).toBe(true)
    expect(await resultFile(harness.workspace, id)).toMatchObject({ status: 'denied', reason: 'not today' })
    expect(await runtime.jobs.result(id)).toMatchObject({ ok: false, error: { code: 'job.denied' } })
  })

  it('ends as denied when nobody answers in time, and when the runtime is closed', async () => {
    const runtime = await open({ confirmationSeconds: 1 })
    const { id } = await asked(runtime)
    expect(await endOf(runtime, id)).toMatchObject({ status: 'denied', reason: 'nobody answered in time' })
    await runtime.close()
    const other = await open()
    const { id: second } = await asked(other)
    await other.close()
    expect(await harness.runtime.jobs.get(second)).toMatchObject({ status: 'denied' })
  })

  it('is not run by a confirmation after it was canceled', async () => {
    await using runtime = await open()
    const { id, request } = await asked(runtime)
    expect(await runtime.jobs.cancel(id)).toMatchObject({ status: 'canceled' })
    expect(await runtime.confirmations.confirm(request)).toMatchObject({
      ok: false,
      error: { code: 'job.ended-before' },
    })
    expect(await resultFile(harness.workspace, id)).toMatchObject({ status: 'canceled' })
  })

  it('is lost when the agent dies before the answer', async () => {
    await harness.workspace.install('probe', { script, manifest })
    let id: string
    {
      await using agent = await callInAgent(harness.workspace, call)
      id = jobOf(agent.result).id
      expect(await harness.runtime.jobs.get(id)).toMatchObject({ status: 'awaiting_confirmation' })
    }
    expect(await harness.runtime.jobs.get(id)).toMatchObject({ status: 'lost' })
  })
})

describe('the number of unfinished jobs', () => {
  it('is at most 32 for all runtimes of a workspace, even with concurrent requests', async () => {
    await using first = await open()
    await using second = await open()
    await harness.workspace.install('probe', { script, manifest })
    const results = await Promise.all(
      Array.from({ length: 44 }, (_, index) => harness.run(call, index % 2 === 0 ? first : second)),
    )
    const refused = results.filter((result) => !result.ok && result.error.code === 'job.too-many')
    const waiting = results.filter((result) => !result.ok && result.error.code === 'confirm.needed')
    expect([refused.length, waiting.length]).toEqual([12, 32])

    const [{ id: request = '' } = {}] = first.confirmations.list()
    await first.confirmations.deny(request)
    const [one, other] = await Promise.all([harness.run(call, first), harness.run(call, second)])
    const codes = [one, other].map((result) => !result.ok && result.error.code)
    expect(codes.sort()).toEqual(['confirm.needed', 'job.too-many'])
  })

  it('does not include jobs whose runtime is gone', async () => {
    {
      await using gone = await open()
      await harness.workspace.install('probe', { script, manifest })
      for (let count = 0; count < 32; count++) await harness.run(call, gone)
      expect(await harness.run(call, gone)).toMatchObject({ error: { code: 'job.too-many' } })
    }
    await using runtime = await open()
    expect(await harness.run(call, runtime)).toMatchObject({ error: { code: 'confirm.needed' } })
  })

  it('is not affected by a link in place of its folder', async () => {
    const outside = path.join(path.dirname(harness.workspace.root), 'outside')
    await mkdir(outside, { recursive: true })
    await mkdir(jobsFolder(harness.workspace), { recursive: true })
    await symlink(outside, path.join(jobsFolder(harness.workspace), 'slots'))
    await using runtime = await open()
    await harness.workspace.install('probe', { script, manifest })
    expect(await harness.run(call, runtime)).toMatchObject({ error: { code: 'job.bad-folder' } })
    expect(await readdir(outside)).toEqual([])
  })
})
