// Sends a registry requests made from its own OpenAPI document, right and wrong, and judges the answers:
//   npm run fuzz -- --requests 20000 [--seed N] [--url http://… --token T …]
// Without --url it starts one from source on an embedded database, and with TEST_DATABASE_URL one on that Postgres server.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { createPostgresDatabase } from '../test/support/test-registry.ts'
import { type FuzzReport, runFuzz } from './fuzz/run-fuzz.ts'

const main = fileURLToPath(new URL('../services/registry/src/main.ts', import.meta.url))
const program = ['--conditions=@cli-apps/source', '--import', 'tsx', main]

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '20000' },
    seed: { type: 'string' },
    url: { type: 'string' },
    token: { type: 'string', multiple: true, default: [] },
  },
})
const requests = Number(values.requests)
const seed = Number(values.seed ?? Date.now() % 1_000_000)

const reports =
  values.url !== undefined
    ? [
        [
          'the given server',
          await runFuzz({ url: values.url, requests, seed, tokens: values.token }),
        ] as const,
      ]
    : [
        ['embedded', await fuzzOwn({})] as const,
        ...(process.env.TEST_DATABASE_URL
          ? [['Postgres', await fuzzPostgres(process.env.TEST_DATABASE_URL)] as const]
          : []),
      ]
for (const [name, report] of reports) show(name, report)
process.exitCode = reports.some(([, { failures }]) => failures.length > 0) ? 1 : 0

async function fuzzPostgres(server: string): Promise<FuzzReport> {
  const { url, drop } = await createPostgresDatabase(server)
  try {
    return await fuzzOwn({ DATABASE_URL: url })
  } finally {
    await drop()
  }
}

/** Starts a seeded server of its own for the run; whatever it logs as an error is a failure too. */
async function fuzzOwn(variables: NodeJS.ProcessEnv): Promise<FuzzReport> {
  const data = await mkdtemp(path.join(tmpdir(), 'cli-apps-fuzz-'))
  const env = { ...process.env, CLI_APPS_LOG_LEVEL: 'error', ...variables }
  const child = spawn(process.execPath, [...program, 'serve', '--port', '0', '--data', data, '--json'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const logged: string[] = []
  createInterface({ input: child.stderr }).on('line', (line) => logged.push(line))
  try {
    const [line] = await once(createInterface({ input: child.stdout }), 'line')
    const { url } = JSON.parse(String(line)) as { url: string }
    const token = async (user: string, scope: string): Promise<string> => {
      const args = [...program, 'token', 'create', '--user', user, '--scope', scope, '--data', data, '--json']
      return JSON.parse((await promisify(execFile)(process.execPath, args, { env })).stdout).token
    }
    const tokens = [
      await token('ann', 'publish:*'),
      await token('ben', 'publish:prettier'),
      await token('operator', 'admin'),
    ]
    const report = await runFuzz({ url, requests, seed, tokens })
    for (const text of logged)
      report.failures.push({ fault: 'the server logged an error', count: 1, again: text.slice(0, 1500) })
    return report
  } finally {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
    await rm(data, { recursive: true, force: true })
  }
}

function show(
  name: string,
  { requests: sent, seed: used, operations, statuses, slowest, failures }: FuzzReport,
): void {
  console.log(`${name}: ${sent} requests of ${Object.keys(operations).length} kinds, seed ${used}`)
  console.log(
    `  answers: ${Object.entries(statuses)
      .map(([status, count]) => `${count} × ${status}`)
      .join(', ')}`,
  )
  console.log(
    `  slowest: ${slowest.ms} ms (${JSON.stringify(slowest.request)}); failures: ${failures.length}`,
  )
  for (const { fault, count, again } of failures.slice(0, 40))
    console.log(`\n  ${count} × ${fault}\n${again}`)
}
