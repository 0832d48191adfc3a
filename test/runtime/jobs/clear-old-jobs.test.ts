import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { clearOldJobs } from '../../../packages/runtime/src/jobs/clear-old-jobs.ts'
import { type Job, newJobId } from '../../../packages/runtime/src/jobs/job.ts'

let folder: string
const states = new Map<string, Job['status']>()

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'cli-apps-jobs-'))
  states.clear()
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function addJob(daysAgo: number, status: 'lost' | 'pending' | 'damaged'): Promise<string> {
  const created = new Date(Date.now() - daysAgo * 86_400_000)
  const id = newJobId(created)
  await mkdir(path.join(folder, id))
  await writeFile(path.join(folder, id, 'result.json'), '')
  if (status !== 'damaged') states.set(id, status)
  return id
}

async function clear(jobs: number): Promise<{ left: string[]; told: string[] }> {
  const told: string[] = []
  const ids = (await readdir(folder)).sort().reverse()
  const read = async (id: string): Promise<Job | undefined> => {
    const status = states.get(id)
    if (status === undefined) throw new Error('damaged')
    const facts = { id, tool: 't', input: {}, created_at: '', owner: { pid: 1, started: null, runtime: '' } }
    if (status === 'pending')
      return { status, ...facts, started_at: '', timeout: 1, supervisor: { pid: 1, started: null } }
    return { status: 'lost', ...facts, ended_at: '' }
  }
  const claim = async (id: string): Promise<boolean> => told.push(id) > 0
  await clearOldJobs({ folder, ids, read, claim }, { jobs, days: 7 })
  return { left: (await readdir(folder)).sort(), told }
}

it('removes ended jobs older than a week, and damaged ones', async () => {
  const old = await addJob(8, 'lost')
  const damaged = await addJob(9, 'damaged')
  const recent = [await addJob(6, 'lost'), await addJob(0, 'damaged')].sort()
  expect(await clear(200)).toEqual({ left: recent, told: expect.arrayContaining([old, damaged]) })
})

it('removes the oldest of too many', async () => {
  await addJob(3, 'lost')
  const kept = [await addJob(2, 'lost'), await addJob(1, 'lost')]
  expect((await clear(2)).left).toEqual(kept)
})

it('never removes an unfinished job', async () => {
  const pending = await addJob(30, 'pending')
  expect((await clear(0)).left).toEqual([pending])
})
