import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { cleanEnvironment } from '@cli-apps/core/node'
import { createRuntime, type SandboxSetting } from '../../packages/runtime/src/index.ts'
import { createFixtureWorkspace } from '../../test/support/fixture-workspace.ts'
import { median, timed } from './median.ts'

const execute = promisify(execFile)
const environment = cleanEnvironment(process.env)
const policies = ['off', 'workspace', 'strict'] as const satisfies readonly SandboxSetting[]
const rounds = 40

/** What a shell is told, and the same as one call. */
const pipes = [
  { line: 'seq 1000 | wc -l', call: pipe(['seq', '1000'], ['wc', '-l']) },
  {
    line: 'seq 1000 | sort -rn | head -n 3',
    call: pipe(['seq', '1000'], ['sort', '-rn'], ['head', '-n', '3']),
  },
  { line: 'yes | head -n 100000 | wc -l', call: pipe(['yes'], ['head', '-n', '100000'], ['wc', '-l']) },
]

function pipe([name = '', ...args]: string[], ...more: string[][]) {
  return { name, args, pipe: more.map(([next = '', ...rest]) => ({ name: next, args: rest })) }
}

/** Measures what a pipe costs over the same pipe of a shell: alternating, as medians of 40. */
export async function benchPipes(): Promise<void> {
  await using workspace = await createFixtureWorkspace()
  for (const name of ['seq', 'wc', 'sort', 'head', 'yes'])
    await workspace.install(name, { argv: [`/usr/bin/${name}`] })
  const runtimes = await Promise.all(
    policies.map((sandbox) => createRuntime({ workspace: workspace.root, audit: false, sandbox })),
  )
  for (const { line, call } of pipes) {
    const times: Record<string, number[]> = Object.fromEntries(['shell', ...policies].map((way) => [way, []]))
    for (let round = -3; round < rounds; round++) {
      const took = [await timed(() => execute('/bin/sh', ['-c', line], { env: environment }))]
      for (const runtime of runtimes)
        took.push(
          await timed(async () => {
            const result = await runtime.tools.execute({ name: 'run_cli_app', arguments: call })
            if (!result.ok || result.exit_code !== 0) throw new Error(JSON.stringify(result))
          }),
        )
      if (round >= 0)
        for (const [index, way] of ['shell', ...policies].entries()) times[way]?.push(took[index] ?? 0)
    }
    const shell = median(times.shell ?? [])
    console.table(
      Object.entries(times).map(([way, taken]) => ({
        [line]: way,
        'median ms': median(taken).toFixed(1),
        'over the shell ms': (median(taken) - shell).toFixed(1),
      })),
    )
  }
  for (const runtime of runtimes) await runtime.close()
}
