import { RunResult } from '@cli-apps/core/results'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
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

  it('of a job', async () => {
    const { job } = (await harness.runScript('console.log(1)', { background: true })) as unknown as {
      job: { id: string }
    }
    await harness.runtime.jobs.wait(job.id, { seconds: 60 })
    expect(Strict.safeParse(await harness.runtime.jobs.result(job.id)).error?.issues ?? []).toEqual([])
  })
})
