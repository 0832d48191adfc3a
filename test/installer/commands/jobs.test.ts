import { workspaceAt } from '@cli-apps/core/node'
import { createRuntime } from '@cli-apps/runtime'
import { beforeEach, describe, expect, it } from 'vitest'
import { createMachine, type Machine } from '../../support/cli.ts'
import { buildRecord, writeSignedRecord } from '../../support/fixture-workspace.ts'

let machine: Machine

beforeEach(async () => {
  machine = await createMachine()
})

/** Starts `node -e` as an agent would, and gives the job's id. */
async function startJob(code: string): Promise<string> {
  const workspace = workspaceAt(machine.workspace)
  const record = buildRecord('slow', { argv: [process.execPath, '-e', code, '--'] })
  await writeSignedRecord(workspace, record, machine.environment.CLI_APPS_HOME)
  await using runtime = await createRuntime({
    workspace: workspace.root,
    environment: machine.environment,
    audit: false,
  })
  const call = { name: record.name, args: ['--token', 'hush'], background: true }
  await runtime.tools.execute({ name: 'run_cli_app', arguments: call })
  const [job] = await runtime.jobs.list()
  return job?.id ?? ''
}

describe('cli-apps jobs', () => {
  it('reports that there are none', async () => {
    expect((await machine.cli('jobs')).stdout).toBe('There are no jobs in this workspace.\n')
    expect((await machine.cli('jobs', 'list', '--json')).json()).toEqual({ jobs: [] })
  })

  it('lists, shows and cancels a job that an agent left running', async () => {
    const id = await startJob('console.log("begun"); setInterval(() => {}, 1000)')
    const { stdout } = await machine.cli('jobs')
    expect(stdout).toBe(`${id}  pending  slow --token [redacted]\n`)
    await expect
      .poll(async () => (await machine.cli('jobs', 'show', id)).stdout, { timeout: 40_000, interval: 500 })
      .toBe(`${stdout}begun\n`)
    expect((await machine.cli('jobs', 'cancel', id)).status).toBe(2)
    expect((await machine.cli('jobs', 'cancel', id, '--dry-run')).stdout).toContain(`end the job ${id}`)
    expect((await machine.cli('jobs', '--json')).json()).toMatchObject({ jobs: [{ id, status: 'pending' }] })
    const canceled = await machine.cli('jobs', 'cancel', id, '--yes')
    expect(canceled.stdout).toBe(`The job ${id} is canceled.\n`)
    expect((await machine.cli('jobs', 'cancel', id)).stdout).toBe(`The job ${id} has already ended.\n`)
    expect((await machine.cli('jobs', 'show', id, '--json')).json()).toMatchObject({
      status: 'canceled',
      result: { ok: false, error: { code: 'job.canceled' } },
    })
  })

  it.each([[['show']], [['cancel']], [['show', 'a', 'b']], [['frobnicate']]])('refuses %j', async (words) => {
    const result = await machine.cli('jobs', ...words, '--json')
    expect([result.status, result.json()]).toMatchObject([2, { error: { code: 'cli.bad-jobs' } }])
  })

  it('fails for a job that does not exist', async () => {
    const result = await machine.cli('jobs', 'show', '../../etc', '--json')
    expect([result.status, result.json()]).toMatchObject([4, { error: { code: 'job.unknown' } }])
  })
})
