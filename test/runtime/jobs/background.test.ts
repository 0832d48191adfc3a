import { readdir, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { createRuntime } from '../../../packages/runtime/src/index.ts'
import { openJobStore } from '../../../packages/runtime/src/jobs/job-store.ts'
import { processesWith } from '../../support/processes-with.ts'
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
  resultFile,
  untilGo,
} from './job-harness.ts'

const harness = useRunHarness()

beforeEach(() => rm(path.join(harness.workspace.root, 'go'), { force: true }))

const start = (script: string, input: Record<string, unknown> = {}) =>
  harness.runScript(script, { background: true, ...input })

describe('a run in the background', () => {
  it('returns immediately with the file for its outcome', async () => {
    const result = await start(untilGo, { args: ['a', 'b c'] })
    const { id, result_file, log } = jobOf(result)
    expect(result).toMatchObject({ ok: true, job: { status: 'pending' } })
    expect([result_file, log]).toEqual([
      `.cli-apps/jobs/${id}/result.json`,
      `.cli-apps/jobs/${id}/output.log`,
    ])
    const pending = await resultFile(harness.workspace, id)
    expect(Object.keys(pending).slice(0, 3)).toEqual(['status', 'tool', 'app'])
    expect(pending).toMatchObject({
      status: 'pending',
      tool: 'run_cli_app',
      input: { name: 'probe', args: ['a', 'b c'], background: true },
      id,
    })
    await letGo(harness.workspace)
    expect(await endOf(harness.runtime, id)).toMatchObject({ status: 'done' })
    expect(await resultFile(harness.workspace, id)).toMatchObject({
      status: 'done',
      result: { exit_code: 0, signal: null, timed_out: false, stdout: 'waiting\nwent\n' },
    })
  })

  it('returns what a foreground call returns, also for a failing app', async () => {
    const script = 'console.log("out"); console.error("err"); process.exitCode = 3'
    const foreground = await harness.runScript(script)
    const { id } = jobOf(await start(script))
    await endOf(harness.runtime, id)
    const { duration_ms: _, run_id: __, ...expected } = foreground as Record<string, unknown>
    expect(await harness.runtime.jobs.result(id)).toMatchObject(expected)
    expect(expected).toMatchObject({ ok: true, exit_code: 3, stdout: 'out\n', stderr: 'err\n' })
  })

  it('has an outcome although the agent was killed during the run', async () => {
    await harness.workspace.install('probe', { script: untilGo })
    let id: string
    {
      await using agent = await callInAgent(harness.workspace, { name: 'probe', background: true })
      id = jobOf(agent.result).id
      expect((await harness.runtime.jobs.get(id)).status).toBe('pending')
    }
    await printed(harness.runtime, id, 'waiting')
    await letGo(harness.workspace)
    expect(await endOf(harness.runtime, id)).toMatchObject({
      status: 'done',
      result: { exit_code: 0, stdout: 'waiting\nwent\n' },
    })
  })

  it('continues when its runtime is closed, and any other runtime of the workspace can end it', async () => {
    const first = await createRuntime({ workspace: harness.workspace.root, audit: false })
    await harness.workspace.install('probe', { script: forEver })
    const { id } = jobOf(await harness.run({ name: 'probe', background: true }, first))
    await first.close()
    await printed(harness.runtime, id, 'waiting')
    expect((await harness.runtime.jobs.list()).find((job) => job.id === id)?.status).toBe('pending')
    expect(await harness.runtime.jobs.cancel(id)).toMatchObject({ status: 'canceled' })
  })

  it('ends at its timeout with the output until then', async () => {
    const { id } = jobOf(await start(forEver, { timeout: 3 }))
    expect(await endOf(harness.runtime, id)).toMatchObject({
      status: 'done',
      result: { timed_out: true, stdout: 'waiting\n', hint: expect.stringContaining('3 seconds') },
    })
  })

  it('may take longer than a foreground call', async () => {
    expect(await harness.runScript('', { timeout: 601 })).toMatchObject({
      ok: false,
      error: { code: 'tool.bad-arguments', issues: [{ path: 'timeout' }] },
    })
    const { id } = jobOf(await start('', { timeout: 86_400 }))
    expect((await resultFile(harness.workspace, id)).timeout ?? 86_400).toBe(86_400)
    expect(await start('', { timeout: 86_401 })).toMatchObject({ error: { code: 'tool.bad-arguments' } })
    await endOf(harness.runtime, id)
  })
})

describe('the log of a job', () => {
  it('shows the progress of a run, without terminal codes', async () => {
    const { id } = jobOf(await start(`console.log('\\x1b[31mred\\x1b[0m');${untilGo}`))
    await printed(harness.runtime, id, 'red\nwaiting')
    expect((await harness.runtime.jobs.get(id)).status).toBe('pending')
    await letGo(harness.workspace)
    await endOf(harness.runtime, id)
  })

  it('is limited however much the app prints', async () => {
    const options = { workspace: harness.workspace.root, audit: false, logBytes: 100_000 }
    await using runtime = await createRuntime(options)
    const script = 'const line = "x".repeat(999) + "\\n"; process.stdout.write(line.repeat(20_000))'
    await harness.workspace.install('probe', { script })
    const { id, log } = jobOf(await harness.run({ name: 'probe', background: true }, runtime))
    const job = await endOf(runtime, id)
    expect(job).toMatchObject({ status: 'done', result: { exit_code: 0, truncated: true } })
    expect(job.status === 'done' && job.result.stdout.length).toBeLessThan(12_100)
    expect((await stat(path.join(harness.workspace.root, log))).size).toBeLessThan(101_000)
    expect((await runtime.jobs.tail(id)).length).toBeLessThanOrEqual(4000)
  })
})

describe('canceling', () => {
  it('ends everything that the job started', async () => {
    const script = `
      import { spawn } from 'node:child_process'
      const code = 'process.on("SIGTERM", () => {}); console.log("child"); setInterval(() => {}, 1000)'
      spawn(process.execPath, ['-e', code], { stdio: 'inherit' })
      setInterval(() => {}, 1000)`
    const { id } = jobOf(await start(script))
    await printed(harness.runtime, id, 'child')
    expect((await processesWith(id)).length).toBeGreaterThan(0)
    expect(await harness.runtime.jobs.cancel(id)).toMatchObject({ status: 'canceled' })
    expect(await processesWith(id)).toEqual([])
    expect(await harness.runtime.jobs.result(id)).toMatchObject({
      ok: false,
      error: { code: 'job.canceled' },
    })
  })

  it('ends a job as canceled even if someone else finds its supervisor gone first', async () => {
    const { id } = jobOf(await start(forEver))
    const { workspace, runtime } = harness
    const store = openJobStore(workspace)
    const job = await runtime.jobs.get(id)
    if (job.status !== 'pending') throw new Error('The job has ended already.')
    await store.requestCancel(id)
    process.kill(job.supervisor.pid, 'SIGKILL')
    // A read of the list, not the canceling call.
    await expect
      .poll(async () => (await runtime.jobs.list()).find((one) => one.id === id)?.status, {
        timeout: patient * 1000,
      })
      .toBe('canceled')
    expect(await runtime.jobs.cancel(id)).toMatchObject({ status: 'canceled' })
  })

  it('ends a job as canceled that is canceled while its supervisor starts', async () => {
    const { id } = jobOf(await start(forEver))
    expect(await harness.runtime.jobs.cancel(id)).toMatchObject({ status: 'canceled' })
    expect(await resultFile(harness.workspace, id)).toMatchObject({ status: 'canceled' })
    expect(await processesWith(id)).toEqual([])
  })

  it('leaves the outcome of an ended job unchanged', async () => {
    const { id } = jobOf(await start('console.log(1)'))
    await endOf(harness.runtime, id)
    expect(await harness.runtime.jobs.cancel(id)).toMatchObject({ status: 'done' })
  })
})

describe('a job whose supervisor was killed', () => {
  it('is lost, and its remaining processes are killed', async () => {
    const { id } = jobOf(await start(forEver))
    await printed(harness.runtime, id, 'waiting')
    const job = await harness.runtime.jobs.get(id)
    expect(job.status).toBe('pending')
    if (job.status === 'pending') process.kill(job.supervisor.pid, 'SIGKILL')
    expect(await endOf(harness.runtime, id)).toMatchObject({ status: 'lost' })
    expect(await resultFile(harness.workspace, id)).toMatchObject({ status: 'lost' })
    expect(await processesWith(id)).toEqual([])
    expect(await harness.runtime.jobs.result(id)).toMatchObject({ ok: false, error: { code: 'job.lost' } })
  })
})

it('a job that was deleted during its run is not written again', async () => {
  const { id } = jobOf(await start(untilGo))
  await printed(harness.runtime, id, 'waiting')
  await rm(path.join(jobsFolder(harness.workspace), id), { recursive: true })
  await letGo(harness.workspace)
  await expect.poll(() => supervisorsOf(id), { timeout: patient * 1000 }).toEqual([])
  expect(await readdir(jobsFolder(harness.workspace))).not.toContain(id)
})

it(
  'secrets are in no file of the job and in no argument of a process',
  async () => {
    const secret = 'granted-secret-value'
    await harness.workspace.install('probe', {
      script: `console.log('key', process.env.PROBE_KEY);${untilGo}`,
      manifest: {
        requires: { env: [{ name: 'PROBE_KEY', description: 'The key', required: true, secret: true }] },
      },
    })
    const args = ['--token', 'secret-of-the-argument', '--password=hunter2hunter2', secret]
    await using agent = await callInAgent(harness.workspace, { name: 'probe', background: true, args })
    const { id } = jobOf(agent.result)
    await printed(harness.runtime, id, 'key [redacted]\nwaiting')
    const own = await filesOf(path.join(jobsFolder(harness.workspace), id))
    expect(await supervisorArguments(id)).not.toContain(secret)
    await letGo(harness.workspace)
    expect(await endOf(harness.runtime, id)).toMatchObject({ status: 'done' })
    for (const text of [own, await filesOf(path.join(jobsFolder(harness.workspace), id))]) {
      for (const one of [secret, 'secret-of-the-argument', 'hunter2hunter2']) expect(text).not.toContain(one)
    }
  },
  patient * 2000,
)

async function filesOf(folder: string): Promise<string> {
  const names = await readdir(folder)
  return (await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')))).join('\n')
}

/** Arguments of the processes with the job's id; the app's own arguments are up to the caller. */
async function supervisorArguments(id: string): Promise<string> {
  const found = await supervisorsOf(id)
  expect(found.length).toBeGreaterThan(0)
  return found.join('\n')
}

async function supervisorsOf(id: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  return lines.filter((line) => line.includes(id))
}
