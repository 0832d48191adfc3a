import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { cleanEnvironment } from '@cli-apps/core/node'
import { createRuntime, type Runtime, type SandboxSetting } from '../../packages/runtime/src/index.ts'
import { createFixtureWorkspace, type FixtureWorkspace } from '../../test/support/fixture-workspace.ts'
import { median, timed } from './median.ts'

const execute = promisify(execFile)
// Identical for both, since variables such as NODE_EXTRA_CA_CERTS slow Node's start.
const environment = cleanEnvironment(process.env)

const programs = [
  { program: '/bin/true', argv: ['/bin/true'], args: [], rounds: 80 },
  { program: 'node -e 0', argv: [process.execPath], args: ['-e', '0'], rounds: 30 },
] as const
const policies = ['off', 'workspace', 'strict'] as const satisfies readonly SandboxSetting[]

/** Where 50,000 files are: in folders of a hundred, or all in the working folder. */
const crowds = {
  folders: (index: number) => `d${Math.floor(index / 1000)}/e${Math.floor(index / 100)}`,
  'one folder': () => '.',
}

/**
 * Measures the overhead of a run over a bare `execFile` of the same program: alternating, so that other load affects
 * all alike, and as medians. First runs, which fill caches, are listed separately.
 */
export async function benchOverhead(): Promise<void> {
  await using empty = await createFixtureWorkspace()
  await using folders = await createFixtureWorkspace()
  await using flat = await createFixtureWorkspace()
  await fill(folders, crowds.folders)
  await fill(flat, crowds['one folder'])
  for (const { program, argv, args, rounds } of programs) {
    const ways = new Map<string, () => Promise<unknown>>()
    const [first = '', ...rest] = [...argv, ...args]
    ways.set('execFile', () => execute(first, rest, { env: environment }))
    const opened: Runtime[] = []
    for (const [files, workspace] of [
      ['none', empty],
      ['50,000 in folders', folders],
      ['50,000 in one folder', flat],
    ] as const) {
      await workspace.install('bench-app', { argv: [...argv] })
      for (const policy of policies) {
        const runtime = await createRuntime({ workspace: workspace.root, sandbox: policy })
        opened.push(runtime)
        const why = await runtime.sandbox().catch((error: unknown) => error)
        if (why instanceof Error) console.log(`${policy} is left out: ${why.message}`)
        else ways.set(`${policy}, ${files}`, () => run(runtime, args))
      }
    }
    await compare(program, ways, rounds)
    for (const runtime of opened) await runtime.close()
  }
}

async function run(runtime: Runtime, args: readonly string[]): Promise<void> {
  const call = { name: 'run_cli_app', arguments: { name: 'bench-app', args } }
  const result = await runtime.tools.execute(call)
  if (!result.ok || result.exit_code !== 0) throw new Error(JSON.stringify(result))
}

async function compare(
  program: string,
  ways: Map<string, () => Promise<unknown>>,
  rounds: number,
): Promise<void> {
  const times = new Map([...ways.keys()].map((name) => [name, [] as number[]]))
  const firsts = new Map<string, number>()
  for (let round = -3; round < rounds; round++) {
    for (const [name, work] of ways) {
      const time = await timed(work)
      if (!firsts.has(name)) firsts.set(name, time)
      if (round >= 0) times.get(name)?.push(time)
    }
  }
  const bare = median(times.get('execFile') ?? [])
  console.table(
    [...times].map(([name, taken]) => ({
      [program]: name,
      'median ms': median(taken).toFixed(2),
      'over execFile ms': (median(taken) - bare).toFixed(2),
      'fastest tenth ms': fastest(taken).toFixed(2),
      'over execFile': (fastest(taken) - fastest(times.get('execFile') ?? [])).toFixed(2),
      'first ms': (firsts.get(name) ?? Number.NaN).toFixed(1),
    })),
  )
}

/** The best case, comparable even on a busy machine. */
const fastest = (taken: readonly number[]): number =>
  [...taken].sort((a, b) => a - b)[Math.floor(taken.length / 10)] ?? Number.NaN

async function fill(workspace: FixtureWorkspace, folderOf: (index: number) => string): Promise<void> {
  for (let index = 0; index < 50_000; index++) {
    const folder = path.join(workspace.root, folderOf(index))
    if (index % 100 === 0) await mkdir(folder, { recursive: true })
    await writeFile(path.join(folder, `file-${index}.txt`), 'x')
  }
}
