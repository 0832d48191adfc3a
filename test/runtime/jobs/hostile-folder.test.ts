import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { thisProcess } from '@cli-apps/core/node'
import { afterEach, describe, expect, it } from 'vitest'
import { useRunHarness } from '../run-harness.ts'
import { endOf, jobOf, jobsFolder, resultFile } from './job-harness.ts'

const harness = useRunHarness()
const id = '20260102t030405-0a1b2c3d'

afterEach(() => rm(jobsFolder(harness.workspace), { recursive: true, force: true }))

const call = (name: string, input: Record<string, unknown> = {}) =>
  harness.runtime.tools.execute({ name, arguments: input })

async function writeResult(text: string, of = id): Promise<string> {
  const file = path.join(jobsFolder(harness.workspace), of, 'result.json')
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, text)
  return file
}

const written = (more: Record<string, unknown>) =>
  JSON.stringify({
    id,
    tool: 'run_cli_app',
    input: {},
    created_at: '2026-01-02T03:04:05.000Z',
    owner: { pid: 1, started: 'gone', runtime: 'none' },
    ...more,
  })

const outcome = {
  exit_code: 0,
  signal: null,
  timed_out: false,
  stdout: '',
  stderr: '',
  truncated: false,
  log: null,
  duration_ms: 1,
}

it('writes through no link in place of the jobs folder', async () => {
  const outside = path.join(path.dirname(harness.workspace.root), 'outside')
  await mkdir(outside)
  await mkdir(harness.workspace.state, { recursive: true })
  await symlink(outside, jobsFolder(harness.workspace))
  expect(await harness.runScript('', { background: true })).toMatchObject({
    ok: false,
    error: { code: 'job.bad-folder' },
  })
  expect(await readdir(outside)).toEqual([])
  expect((await harness.runScript('console.log(1)')).ok).toBe(true)
})

describe('an untrusted result file', () => {
  it.each([
    ['no JSON', '{"status":'],
    ['no job', '{"status":"done"}'],
    [
      'the file of another job',
      written({ id: '20260102t030405-ffffffff', status: 'lost', ended_at: '2026-01-02T03:04:05Z' }),
    ],
    ['too large', `"${'x'.repeat(17_000_000)}"`],
  ])('is refused and left out of the list when it is %s', async (_what, text) => {
    await writeResult(text)
    expect(await call('job_result', { id })).toMatchObject({ ok: false, error: { code: 'job.damaged' } })
    expect(await call('job_status')).toEqual({ ok: true, jobs: [] })
  })

  it("is not read through a link, and the link's target is not revealed", async () => {
    const secret = path.join(path.dirname(harness.workspace.root), 'secret.json')
    await writeFile(secret, written({ status: 'done', ended_at: '2026-01-02T03:04:05Z', result: outcome }))
    const file = await writeResult('')
    await rm(file)
    await symlink(secret, file)
    expect(await call('job_result', { id })).toMatchObject({ ok: false, error: { code: 'job.damaged' } })
    await rm(path.dirname(file), { recursive: true })
    await symlink(path.dirname(secret), path.dirname(file))
    expect(await call('job_result', { id })).toMatchObject({ ok: false, error: { code: 'job.bad-folder' } })
  })

  it('cannot cause a process to be killed that is not its supervisor', async () => {
    const supervisor = await thisProcess()
    const started_at = '2026-01-02T03:04:05.000Z'
    await writeResult(written({ status: 'pending', started_at, timeout: 60, supervisor }))
    expect(await call('job_cancel', { id })).toMatchObject({ ok: true, job: { status: 'lost' } })
  })

  it('cannot flood the context', async () => {
    const ended_at = '2026-01-02T03:04:05.000Z'
    const result = { ...outcome, stdout: 'x'.repeat(1_000_000), more: 'y'.repeat(1_000_000) }
    await writeResult(written({ status: 'done', ended_at, result, input: { args: ['z'.repeat(100_000)] } }))
    expect(JSON.stringify(await call('job_result', { id })).length).toBeLessThan(20_000)
    const error = { code: 'c', message: `line\nline ${'m'.repeat(1_000_000)}` }
    await writeResult(written({ status: 'failed', ended_at, error }))
    expect(JSON.stringify(await call('job_result', { id })).length).toBeLessThan(5000)
  })

  it('shows no log through a link', async () => {
    await writeResult(written({ status: 'lost', ended_at: '2026-01-02T03:04:05.000Z' }))
    const secret = path.join(path.dirname(harness.workspace.root), 'secret.txt')
    await writeFile(secret, 'what nobody should see')
    await symlink(secret, path.join(jobsFolder(harness.workspace), id, 'output.log'))
    expect(await call('job_status', { id })).toMatchObject({ ok: true, job: { status: 'lost', output: '' } })
  })
})

it.each(['../../etc', '..', 'ended', '', `${id}/../x`, 'x'.repeat(100_000)])(
  'takes %j for no job, whatever lies there',
  async (name) => {
    await writeResult('')
    for (const tool of ['job_status', 'job_result', 'job_cancel'])
      expect(await call(tool, { id: name })).toMatchObject({ ok: false, error: { code: 'job.unknown' } })
  },
)

it('reads no more jobs than the limit, however many exist', async () => {
  const ended_at = '2026-01-02T03:04:05.000Z'
  for (let number = 0; number < 600; number++) {
    const one = `20260102t030405-${number.toString(16).padStart(8, '0')}`
    await writeResult(written({ id: one, status: 'lost', ended_at }), one)
  }
  expect(await harness.runtime.jobs.list()).toHaveLength(500)
  const status = await call('job_status')
  expect(status).toMatchObject({ ok: true, more: 480 })
  expect(JSON.stringify(status).length).toBeLessThan(12_000)
})

it('suggests the nearest job for an unknown one', async () => {
  await writeResult('')
  expect(await call('job_status', { id: id.replace('d', 'e') })).toMatchObject({
    error: { code: 'job.unknown', hint: `Did you mean "${id}"?` },
  })
})

it('with only an untrusted marker reports no job', async () => {
  const ended = path.join(jobsFolder(harness.workspace), 'ended')
  await mkdir(ended, { recursive: true })
  await writeFile(path.join(ended, id), '')
  const told: string[] = []
  const off = harness.runtime.on('job', (job) => told.push(job.id))
  const { id: own } = jobOf(await harness.runScript('', { background: true }))
  await endOf(harness.runtime, own)
  await expect.poll(() => told, { timeout: 20_000 }).toEqual([own])
  off()
  expect(await resultFile(harness.workspace, own)).toMatchObject({ status: 'done' })
  expect(await readFile(path.join(ended, id), 'utf8').catch(() => 'gone')).toBe('gone')
})
