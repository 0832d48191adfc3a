import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRuntime, type Runtime, type SandboxSetting } from '../../packages/runtime/src/index.ts'
import { catalogWorkspace } from '../../test/runtime/discovery/measure-relevance.ts'
import { createFixtureWorkspace } from '../../test/support/fixture-workspace.ts'
import { watchMainThread } from '../main-thread-time.ts'

const calls = 500
const queries = ['convert a video to gif', 'list pull requests', 'format json', '转换视频', 'resize images']

interface Measured {
  what: string
  'longest hold ms': string
  'cpu ms': string
  'p99 ms': string
  'whole ms': string
}

/** Measures how long the runtime blocks its host's event loop: maximum and 99th percentile. */
export async function benchEventLoop(): Promise<void> {
  const rows: Measured[] = []
  for (const policy of ['off', 'workspace'] as const) rows.push(await manyRuns(policy))
  rows.push(...(await discovery()))
  console.table(rows)
}

async function manyRuns(sandbox: SandboxSetting): Promise<Measured> {
  await using workspace = await createFixtureWorkspace()
  await workspace.install('bench-app', { argv: ['/bin/echo'] })
  await using runtime = await createRuntime({ workspace: workspace.root, sandbox })
  await run(runtime)
  return await held(`${calls} calls in parallel, sandbox ${JSON.stringify(sandbox)}`, () =>
    Promise.all(Array.from({ length: calls }, () => run(runtime))),
  )
}

async function run(runtime: Runtime): Promise<void> {
  const call = { name: 'run_cli_app', arguments: { name: 'bench-app', args: ['hello'] } }
  const result = await runtime.tools.execute(call)
  if (!result.ok || result.exit_code !== 0) throw new Error(JSON.stringify(result))
}

async function discovery(): Promise<Measured[]> {
  await using workspace = await catalogWorkspace()
  await using runtime = await createRuntime({ workspace: workspace.root, sandbox: 'off', audit: false })
  const rows: Measured[] = []
  rows.push(await held('tools.list() with every app of the catalog', () => runtime.tools.list()))
  rows.push(await held('find_cli_apps, the first', () => find(runtime, queries[0] ?? '')))
  for (const query of queries.slice(1))
    rows.push(await held(`find_cli_apps, ${query}`, () => find(runtime, query)))
  return rows
}

async function find(runtime: Runtime, query: string): Promise<void> {
  const result = await runtime.tools.execute({ name: 'find_cli_apps', arguments: { query } })
  if (!result.ok) throw new Error(JSON.stringify(result))
}

async function held(what: string, work: () => Promise<unknown>): Promise<Measured> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  // Discards the monitor's first sample, which is its own.
  delay.enable()
  await sleep(50)
  delay.reset()
  const watch = watchMainThread()
  const begun = performance.now()
  await work()
  const whole = performance.now() - begun
  await sleep(20)
  delay.disable()
  watch.stop()
  return {
    what,
    'longest hold ms': (delay.max / 1e6).toFixed(0),
    'cpu ms': watch.busiest().toFixed(0),
    'p99 ms': (delay.percentile(99) / 1e6).toFixed(0),
    'whole ms': whole.toFixed(0),
  }
}
