import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import * as z from 'zod'
import type { Job, Runtime, ToolResult } from '../../../packages/runtime/src/index.ts'
import type { FixtureWorkspace } from '../../support/fixture-workspace.ts'

/** A program that prints `waiting`, waits for a file `go` in its folder, and prints `went`. */
export const untilGo = `
  import { existsSync } from 'node:fs'
  console.log('waiting')
  while (!existsSync('go')) await new Promise((resolve) => setTimeout(resolve, 20))
  console.log('went')`

export const forEver = "console.log('waiting'); setInterval(() => {}, 1000)"

/** Generous: a supervisor is compiled from source when it starts, on a busy machine. */
export const patient = 50

const Answer = z.object({ job: z.object({ id: z.string(), result_file: z.string(), log: z.string() }) })

/** The job that a call returned. */
export const jobOf = (result: ToolResult): z.infer<typeof Answer>['job'] => Answer.parse(result).job

export const letGo = (workspace: FixtureWorkspace): Promise<void> =>
  writeFile(path.join(workspace.root, 'go'), '')

export const jobsFolder = (workspace: FixtureWorkspace): string => path.join(workspace.state, 'jobs')

export async function resultFile(workspace: FixtureWorkspace, id: string): Promise<Record<string, unknown>> {
  const text = await readFile(path.join(jobsFolder(workspace), id, 'result.json'), 'utf8')
  return z.record(z.string(), z.unknown()).parse(JSON.parse(text))
}

/** The job once it has ended. */
export const endOf = async (runtime: Runtime, id: string): Promise<Job> =>
  runtime.jobs.wait(id, { seconds: patient })

/** Waits until the job has printed this. */
export const printed = (runtime: Runtime, id: string, text: string): Promise<void> =>
  expect.poll(() => runtime.jobs.tail(id), { timeout: patient * 1000 }).toContain(text)

/** Calls run_cli_app in another process, which is killed with SIGKILL on dispose. */
export async function callInAgent(
  workspace: FixtureWorkspace,
  call: Record<string, unknown>,
): Promise<AsyncDisposable & { result: ToolResult }> {
  const agent = fileURLToPath(new URL('../../support/job-agent.ts', import.meta.url))
  const options = ['--conditions=@cli-apps/source', '--import=tsx', agent]
  const child = spawn(process.execPath, [...options, workspace.root, JSON.stringify(call)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: path.dirname(agent),
  })
  const exited = once(child, 'exit')
  const [line] = await once(createInterface(child.stdout), 'line')
  return {
    result: JSON.parse(String(line)),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await exited
    },
  }
}
