import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { cleanEnvironment } from '@cli-apps/core/node'
import { createRuntime, type Runtime } from '../../packages/runtime/src/index.ts'
import { createFixtureWorkspace, type FixtureWorkspace } from '../../test/support/fixture-workspace.ts'

const execute = promisify(execFile)
// The same for both: variables such as NODE_EXTRA_CA_CERTS make Node itself slower to start.
const environment = cleanEnvironment(process.env)

interface Bench {
  workspace: FixtureWorkspace
  runtime: Runtime
}

/** What running an app through the runtime costs over a bare execFile of the same program, side by side in one process. */
export async function benchRuns(): Promise<void> {
  await using workspace = await createFixtureWorkspace()
  await workspace.install('true-app', { argv: ['/bin/true'] })
  await workspace.install('node-app', { argv: [process.execPath] })
  await using runtime = await createRuntime({ workspace: workspace.root })
  const bench = { workspace, runtime }
  console.table([
    await compare(bench, { program: '/bin/true', name: 'true-app', argv: ['/bin/true'], rounds: 100 }),
    await compare(bench, {
      program: 'node -e 0',
      name: 'node-app',
      argv: [process.execPath, '-e', '0'],
      rounds: 40,
    }),
  ])
  console.table(await describeMany(bench))
}

interface Comparison {
  program: string
  name: string
  argv: readonly string[]
  rounds: number
}

/** Alternates both ways, so that what else the machine does meets them alike. */
async function compare({ runtime }: Bench, { program, name, argv, rounds }: Comparison) {
  const bare: number[] = []
  const ours: number[] = []
  for (let round = -5; round < rounds; round++) {
    const [first = '', ...args] = argv
    const bareTime = await timed(() => execute(first, args, { env: environment }))
    const ourTime = await timed(async () => {
      const result = await runtime.tools.execute({ name: 'run_cli_app', arguments: { name, args } })
      if (!result.ok || result.exit_code !== 0) throw new Error(JSON.stringify(result))
    })
    if (round < 0) continue
    bare.push(bareTime)
    ours.push(ourTime)
  }
  const [bareMedian, ourMedian] = [median(bare), median(ours)]
  return {
    program,
    'execFile ms': bareMedian.toFixed(2),
    'run_cli_app ms': ourMedian.toFixed(2),
    'overhead ms': (ourMedian - bareMedian).toFixed(2),
  }
}

async function describeMany({ workspace, runtime }: Bench) {
  for (let index = 0; index < 500; index++) await workspace.install(`bench-app-${index}`)
  const first = await timed(() => runtime.tools.schemas('openai'))
  await new Promise((resolve) => setTimeout(resolve, 2500))
  await runtime.tools.schemas('openai')
  const warm: number[] = []
  for (let round = 0; round < 500; round++) warm.push(await timed(() => runtime.tools.schemas('openai')))
  const changed: number[] = []
  for (let round = 0; round < 20; round++) {
    await workspace.install('bench-app-7')
    changed.push(await timed(() => runtime.tools.schemas('openai')))
  }
  return [
    {
      'tool list of 502 apps': 'ms',
      'first, reads all': first.toFixed(2),
      warm: median(warm).toFixed(3),
      'after one install': median(changed).toFixed(2),
    },
  ]
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
