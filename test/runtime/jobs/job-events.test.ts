import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { createRuntime, type Runtime } from '../../../packages/runtime/src/index.ts'
import { useRunHarness } from '../run-harness.ts'
import {
  callInAgent,
  endOf,
  forEver,
  jobOf,
  jobsFolder,
  letGo,
  patient,
  printed,
  untilGo,
} from './job-harness.ts'

const harness = useRunHarness()

beforeEach(() => rm(path.join(harness.workspace.root, 'go'), { force: true }))

const open = (): Promise<Runtime> => createRuntime({ workspace: harness.workspace.root, audit: false })

/** Collects the events of a runtime from now on, as `status id`. */
function ends(runtime: Runtime): string[] {
  const told: string[] = []
  runtime.on('job', ({ status, id }) => told.push(`${status} ${id}`))
  return told
}

const soon = { timeout: patient * 1000 }

describe('the end of a job is reported', () => {
  it('once, and only to the runtime that started it', async () => {
    await using first = await open()
    await using second = await open()
    const [told, other] = [ends(first), ends(second)]
    await harness.workspace.install('probe', { script: untilGo })
    const one = jobOf(await harness.run({ name: 'probe', background: true }, first))
    const two = jobOf(await harness.run({ name: 'probe', background: true }, second))
    await letGo(harness.workspace)
    await expect.poll(() => told, soon).toEqual([`done ${one.id}`])
    await expect.poll(() => other, soon).toEqual([`done ${two.id}`])
    await using third = await open()
    const late = ends(third)
    const three = jobOf(await harness.run({ name: 'probe', background: true }, third))
    await expect.poll(() => late, soon).toEqual([`done ${three.id}`])
    expect([told.length, other.length]).toEqual([1, 1])
    expect(await readdir(path.join(jobsFolder(harness.workspace), 'ended'))).toEqual([])
  })

  it('after the next start if the agent was killed, whether it ended before or after that', async () => {
    await harness.workspace.install('probe', { script: untilGo })
    const ids: string[] = []
    for (const _ of [1, 2]) {
      await using agent = await callInAgent(harness.workspace, { name: 'probe', background: true })
      ids.push(jobOf(agent.result).id)
    }
    const [before = '', after = ''] = ids
    await harness.runtime.jobs.cancel(before)
    await using runtime = await open()
    const told = ends(runtime)
    await expect.poll(() => told, soon).toEqual([`canceled ${before}`])
    await letGo(harness.workspace)
    await expect.poll(() => told, soon).toEqual([`canceled ${before}`, `done ${after}`])
  })

  it('even if its supervisor was killed', async () => {
    await using runtime = await open()
    const told = ends(runtime)
    await harness.workspace.install('probe', { script: forEver })
    const { id } = jobOf(await harness.run({ name: 'probe', background: true }, runtime))
    const job = await runtime.jobs.get(id)
    if (job.status === 'pending') process.kill(job.supervisor.pid, 'SIGKILL')
    await expect.poll(() => told, soon).toEqual([`lost ${id}`])
  })
})

describe('a call that may last longer than the threshold', () => {
  const options = { audit: false, jobAfterSeconds: 2 }
  const withThreshold = () => createRuntime({ ...options, workspace: harness.workspace.root })

  it('returns its ordinary result if it ends earlier, without an event', async () => {
    await using runtime = await createRuntime({
      workspace: harness.workspace.root,
      audit: false,
      jobAfterSeconds: 40,
    })
    const told = ends(runtime)
    await harness.workspace.install('probe', { script: 'console.log("quick"); process.exitCode = 4' })
    const result = await harness.run({ name: 'probe', timeout: 50 }, runtime)
    expect(result).toMatchObject({ ok: true, exit_code: 4, stdout: 'quick\n' })
    expect(result).not.toHaveProperty('job')
    const { id } = jobOf(await harness.run({ name: 'probe', background: true }, runtime))
    await expect.poll(() => told, soon).toEqual([`done ${id}`])
  })

  it('otherwise returns the job, which continues', async () => {
    await using runtime = await withThreshold()
    const told = ends(runtime)
    await harness.workspace.install('probe', { script: untilGo })
    const result = await harness.run({ name: 'probe', timeout: 100 }, runtime)
    expect(result).toMatchObject({
      ok: true,
      job: { status: 'pending' },
      hint: expect.stringContaining('2 seconds'),
    })
    const { id } = jobOf(result)
    await letGo(harness.workspace)
    expect(await endOf(runtime, id)).toMatchObject({ status: 'done' })
    await expect.poll(() => told, soon).toEqual([`done ${id}`])
  })

  it('is ended when the call is canceled', async () => {
    await using runtime = await createRuntime({
      workspace: harness.workspace.root,
      audit: false,
      jobAfterSeconds: 40,
    })
    await harness.workspace.install('probe', { script: forEver })
    const controller = new AbortController()
    const call = { name: 'run_cli_app', arguments: { name: 'probe', timeout: 100 } }
    const running = runtime.tools.execute(call, { signal: controller.signal })
    const pending = async () =>
      (await runtime.jobs.list()).find(({ status }) => status === 'pending')?.id ?? ''
    await expect.poll(pending, soon).not.toBe('')
    const id = await pending()
    await printed(runtime, id, 'waiting')
    controller.abort()
    expect(await running).toMatchObject({ ok: false, error: { code: 'job.canceled' } })
    expect(await runtime.jobs.get(id)).toMatchObject({ status: 'canceled' })
  })

  it('runs normally if its timeout is shorter', async () => {
    await using runtime = await withThreshold()
    await harness.workspace.install('probe', { script: 'console.log("short")' })
    const before = (await runtime.jobs.list()).length
    expect(await harness.run({ name: 'probe', timeout: 2 }, runtime)).toMatchObject({ ok: true })
    expect((await runtime.jobs.list()).length).toBe(before)
  })
})
