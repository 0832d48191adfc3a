import { execFile } from 'node:child_process'
import { loadavg } from 'node:os'
import { promisify } from 'node:util'
import { cleanEnvironment } from '@cli-apps/core/node'
import { createRuntime, type SandboxSetting } from '../../packages/runtime/src/index.ts'
import { createFixtureWorkspace } from '../../test/support/fixture-workspace.ts'
import { median, timed } from './median.ts'

const execute = promisify(execFile)
const environment = cleanEnvironment(process.env)
const policies = ['off', 'workspace', 'strict'] as const satisfies readonly SandboxSetting[]
const rounds = 25

const calls = [
  { line: 'seq 1000', call: { name: 'seq', args: ['1000'] } },
  {
    line: 'seq 1000 | sort -rn | head -n 3',
    call: {
      name: 'seq',
      args: ['1000'],
      pipe: [
        { name: 'sort', args: ['-rn'] },
        { name: 'head', args: ['-n', '3'] },
      ],
    },
  },
]

/** Measures one program and a pipe of three, bare and under each policy: alternating, as medians, with the load meanwhile. */
export async function benchCost(): Promise<void> {
  await using workspace = await createFixtureWorkspace()
  for (const name of ['seq', 'sort', 'head']) await workspace.install(name, { argv: [`/usr/bin/${name}`] })
  const runtimes = await Promise.all(
    policies.map((sandbox) => createRuntime({ workspace: workspace.root, audit: false, sandbox })),
  )
  for (const { line, call } of calls) {
    const bare = () => execute('/bin/sh', ['-c', line], { env: environment })
    const ways = [
      bare,
      ...runtimes.map((runtime) => () => runtime.tools.execute({ name: 'run_cli_app', arguments: call })),
    ]
    const times = ways.map((): number[] => [])
    for (let round = -2; round < rounds; round++)
      for (const [index, way] of ways.entries()) {
        const took = await timed(async () => {
          const result = await way()
          if ('ok' in result && result.ok !== true) throw new Error(JSON.stringify(result))
        })
        if (round >= 0) times[index]?.push(took)
      }
    console.table(
      ['bare', ...policies].map((name, index) => ({
        [line]: name,
        'median ms': median(times[index] ?? []).toFixed(1),
        'over bare ms': (median(times[index] ?? []) - median(times[0] ?? [])).toFixed(1),
      })),
    )
  }
  console.log(
    `load average meanwhile: ${loadavg()
      .map((one) => one.toFixed(1))
      .join(', ')}; ${rounds} runs each`,
  )
  for (const runtime of runtimes) await runtime.close()
}
