import path from 'node:path'
import { RunResult } from '@cli-apps/core/results'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { createRuntime } from '../../packages/runtime/src/index.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { useRunHarness } from './run-harness.ts'

const harness = useRunHarness()

/** The same schema, refusing keys that it does not name. */
const Strict = z.union(RunResult.options.map((option) => z.strictObject(option.shape)))

describe('the result of a run has one schema', () => {
  it.each([
    ['in full', 'console.log(1)', {}],
    ['that fails', 'process.exitCode = 3', {}],
    ['that is cut', 'console.log("x".repeat(50000))', {}],
    ['as JSON', 'console.log("[1]")', { query: '[0]' }],
    ['of a pipe', 'console.log(1)', { pipe: [{ name: 'probe' }] }],
    ['with input and output', 'console.log(1)', { stdin: 'x', stdout_file: 'written.txt', overwrite: true }],
    ['that changes files', 'import { writeFileSync } from "node:fs"; writeFileSync("a.txt", "x")', {}],
    ['that takes too long', 'setInterval(() => {}, 1000)', { timeout: 1 }],
    ['that is refused', '', { working_dir: 'nowhere' }],
  ])('%s', async (_, script, input) => {
    const result = await harness.runScript(script, input)
    expect(Strict.safeParse(result).error?.issues ?? []).toEqual([])
  })

  it('names no run_id where output was passed on and nothing is saved', async () => {
    await harness.workspace.install('probe', { script: 'console.log(1); process.exitCode = 3' })
    const printed: string[] = []
    const output = { write: (_: string, chunk: Uint8Array) => void printed.push(String(chunk)) }
    const call = { name: 'run_cli_app', arguments: { name: 'probe' } }
    const result = await harness.runtime.tools.execute(call, { attached: { output } })
    expect(printed.join('')).toBe('1\n')
    expect(result).toMatchObject({ ok: true, exit_code: 3 })
    expect(result).not.toHaveProperty('run_id')
    expect(Strict.safeParse(result).error?.issues ?? []).toEqual([])
  })

  it('names the file alone where the apps are those of another workspace, which has the output', async () => {
    await harness.workspace.install('probe', { script: 'console.log("x".repeat(50000))' })
    await using elsewhere = await createRuntime({
      ...{ workspace: await temporaryFolder(), apps: harness.workspace.root, audit: false, sandbox: 'off' },
    })
    const result = await harness.run({ name: 'probe' }, elsewhere)
    const { log, run_id, hint } = result as unknown as Record<string, string>
    expect(log).toContain(path.join(harness.workspace.root, '.cli-apps'))
    expect(hint).toContain(log)
    expect(hint).not.toContain('run_id')
    expect((await elsewhere.runs.list())[0]).toMatchObject({ run_id })
  })

  it('of a job', async () => {
    const { job } = (await harness.runScript('console.log(1)', { background: true })) as unknown as {
      job: { id: string }
    }
    await harness.runtime.jobs.wait(job.id, { seconds: 60 })
    expect(Strict.safeParse(await harness.runtime.jobs.result(job.id)).error?.issues ?? []).toEqual([])
  })
})
