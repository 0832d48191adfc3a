import { mkdir } from 'node:fs/promises'
import { afterAll, beforeAll } from 'vitest'
import {
  createRuntime,
  type Runtime,
  type RuntimeOptions,
  type ToolResult,
} from '../../packages/runtime/src/index.ts'
import {
  createFixtureWorkspace,
  type FixtureApp,
  type FixtureWorkspace,
} from '../support/fixture-workspace.ts'

/** A workspace and runtime for the tests of one file, and ways to run apps in them. */
export interface RunHarness {
  workspace: FixtureWorkspace
  runtime: Runtime
  run(input: Record<string, unknown>, by?: Runtime): Promise<ToolResult>
  /** Installs `script` as the app `probe` and runs it. */
  runScript(
    script: string,
    input?: Record<string, unknown>,
    manifest?: FixtureApp['manifest'],
  ): Promise<ToolResult>
  /** Like `runScript`, in a runtime with these options. */
  runWith(
    options: Omit<RuntimeOptions, 'workspace'>,
    script: string,
    manifest?: FixtureApp['manifest'],
  ): Promise<ToolResult>
}

/**
 * Filled in before the first test of the file runs. Without a sandbox where the test names none, so that a process has one
 * number for the program and the test, and the environment is the whole one.
 */
export function useRunHarness(common: Omit<RuntimeOptions, 'workspace'> = {}): RunHarness {
  const harness = {} as RunHarness
  beforeAll(async () => {
    const workspace = await createFixtureWorkspace()
    await mkdir(workspace.root, { recursive: true })
    const settings = { workspace: workspace.root, audit: false, sandbox: 'off', ...common } as const
    const runtime = await createRuntime(settings)
    const run: RunHarness['run'] = (input, by = runtime) =>
      by.tools.execute({ name: 'run_cli_app', arguments: input })
    const runWith: RunHarness['runWith'] = async (options, script, manifest = {}) => {
      await workspace.install('probe', { script, manifest })
      await using other = await createRuntime({ ...settings, ...options })
      return await run({ name: 'probe' }, other)
    }
    const runScript: RunHarness['runScript'] = async (script, input = {}, manifest = {}) => {
      await workspace.install('probe', { script, manifest })
      return run({ name: 'probe', ...input })
    }
    Object.assign(harness, { workspace, runtime, run, runWith, runScript })
  })
  afterAll(async () => {
    await harness.runtime.close()
    await harness.workspace[Symbol.asyncDispose]()
  })
  return harness
}
