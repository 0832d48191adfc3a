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
import { startIssuer } from './fuzz/issuer.ts'
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

/** Runs against a seeded server of its own; anything it logs as an error is a failure too. */
async function fuzzOwn(variables: NodeJS.ProcessEnv): Promise<FuzzReport> {
  const data = await mkdtemp(path.join(tmpdir(), 'cli-apps-fuzz-'))
  const issuer = await startIssuer()
  const env = {
    ...process.env,
    CLI_APPS_LOG_LEVEL: 'error',
    CLI_APPS_OIDC_ISSUERS: issuer.url,
    ...variables,
  }
  const flags = ['--port', '0', '--data', data, '--rate-limits', 'off', '--json']
  const child = spawn(process.execPath, [...program, 'serve', ...flags], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const logged: string[] = []
  createInterface({ input: child.stderr }).on('line', (line) => logged.push(line))
  try {
    const [line] = await once(createInterface({ input: child.stdout }), 'line')
    const { url } = JSON.parse(String(line)) as { url: string }
    const operate = async <Answer>(...args: string[]): Promise<Answer> => {
      const all = [...program, ...args, '--data', data, '--json']
      return JSON.parse((await promisify(execFile)(process.execPath, all, { env })).stdout) as Answer
    }
    const token = (user: string, ...scopes: string[]): Promise<{ id: string; token: string }> =>
      operate('token', 'create', '--user', user, ...scopes.flatMap((scope) => ['--scope', scope]))
    const admin = await token('operator', 'admin')
    const tokens = [
      // Repeated, so that most requests are authorized.
      ...[admin.token, admin.token],
      ...Array<string>(2).fill((await token('ann', 'publish:*', 'yank:*', 'owners:*')).token),
      (await token('ben', 'publish:prettier')).token,
    ]
    await operate('org', 'create', 'acme')
    await operate('org', 'add-member', 'acme', 'ann')
    // Trusted publishers act for an owner of the app.
    const { items } = (await (await fetch(`${url}/v1/apps?limit=8`)).json()) as { items: { name: string }[] }
    for (const { name } of items)
      await fetch(`${url}/v1/apps/${name}/owners/ann`, {
        method: 'PUT',
        headers: { Authorization: `Bearer ${admin.token}` },
      })
    const report = await runFuzz({
      url,
      requests,
      seed,
      tokens,
      owners: ['ann', 'ben', '@acme', 'catalog'],
      tokenIds: [(await token('ben', 'publish:jq')).id, (await token('ann', 'publish:jq')).id],
      identities: await issuer.identities(200),
    })
    for (const text of logged)
      report.failures.push({ fault: 'the server logged an error', count: 1, again: text.slice(0, 1500) })
    return report
  } finally {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
    issuer.close()
    await rm(data, { recursive: true, force: true })
  }
}

function show(
  name: string,
  { requests: sent, seed: used, operations, done, statuses, slowest, failures }: FuzzReport,
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
  const counts = Object.keys(operations)
    .sort()
    .map((name) => `${name} ${done[name] ?? 0} of ${operations[name]}`)
  console.log(`  done: ${counts.join(', ')}`)
  for (const { fault, count, again } of failures.slice(0, 40))
    console.log(`\n  ${count} × ${fault}\n${again}`)
}
