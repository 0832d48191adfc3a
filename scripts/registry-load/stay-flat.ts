import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { ListenNews } from './catalog-server.ts'
import type { Held } from './flat-server.ts'

export interface FlatOptions {
  databaseUrl: string
  reads: number
  /** How many kept-alive connections are used again at the end. */
  connections: number
}

const parts = 4
const atOnce = 32

/** Reads of every kind that a registry answers, small and large, found and not. */
const paths = [
  '/v1/apps/prettier.json',
  '/v1/apps/jq.json',
  '/v1/apps/ffmpeg.json',
  '/v1/index.json',
  '/v1/categories.json',
  '/v1/keys.json',
  '/v1/search?q=convert+video',
  '/v1/apps?limit=20',
  '/v1/apps/nothing-like-it.json',
  '/registry.json',
  '/.well-known/agent-skills/index.json',
  '/skills/cli-app-jq/SKILL.md',
  '/healthz',
  '/readyz',
  '/apps/jq',
  '/',
]

/** What the server holds before, between and after many mixed reads; then whether idle connections are taken up again. */
export async function stayFlat({ databaseUrl, reads, connections }: FlatOptions): Promise<void> {
  const program = fileURLToPath(new URL('flat-server.ts', import.meta.url))
  const server = fork(program, [databaseUrl], { execArgv: [...process.execArgv, '--expose-gc'] })
  try {
    const [{ port }] = (await once(server, 'message')) as [ListenNews]
    // Once everything is loaded and cached, as in a server that runs.
    for (const path of paths) await readOnce(port, path)
    await readMany(port, paths.length * 20)
    const rows: Record<string, unknown> = { 0: rowOf(await heldBy(server)) }
    for (let part = 1; part <= parts; part++) {
      await readMany(port, reads / parts)
      rows[String((part * reads) / parts)] = rowOf(await heldBy(server))
    }
    console.table(rows)
    console.log(await useAgain(port, connections))
  } finally {
    server.kill('SIGKILL')
  }
}

async function heldBy(server: ChildProcess): Promise<Held> {
  const answered = once(server, 'message')
  server.send('held')
  return ((await answered) as [Held])[0]
}

const rowOf = ({ rss, heap, external, descriptors }: Held) => ({
  'rss MB': Math.round(rss / 1e6),
  'heap MB': Number((heap / 1e6).toFixed(1)),
  'external MB': Number((external / 1e6).toFixed(1)),
  descriptors,
})

async function readMany(port: number, count: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  let next = 0
  const reader = async (): Promise<void> => {
    while (next < count) await read(port, paths[next++ % paths.length] ?? '/', agent)
  }
  await Promise.all(Array.from({ length: atOnce }, reader))
  agent.destroy()
  // The server sees the ends of the connections a little later.
  await new Promise((resolve) => setTimeout(resolve, 500))
}

/** Asks until the server has made it: the first time some take as long as a request may on a busy machine. */
async function readOnce(port: number, path: string): Promise<void> {
  for (let status = 503; status === 503; ) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`)
    await answer.arrayBuffer()
    status = answer.status
  }
}

async function read(port: number, path: string, agent: Agent): Promise<void> {
  const [answer] = (await once(get({ port, path, agent }), 'response')) as [IncomingMessage]
  for await (const _ of answer);
  if ((answer.statusCode ?? 500) >= 500) throw new Error(`${path} answers ${answer.statusCode}`)
}

/** Opens that many connections concurrently, leaves them idle for a while, and sends a request on each again. */
async function useAgain(port: number, count: number): Promise<string> {
  const agents = Array.from({ length: count }, () => new Agent({ keepAlive: true, maxSockets: 1 }))
  const ask = (agent: Agent): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const request = get({ port, path: '/v1/apps/jq.json', agent }, (answer) => {
        const { localPort } = answer.socket
        answer.resume().on('end', () => resolve(localPort))
      })
      request.on('error', reject)
    })
  const askAll = () => Promise.allSettled(agents.map(ask))
  const before = await askAll()
  await new Promise((resolve) => setTimeout(resolve, 5000))
  const after = await askAll()
  const ports = (results: typeof before) =>
    results.map((one) => (one.status === 'fulfilled' ? one.value : null))
  const [first, second] = [ports(before), ports(after)]
  const same = second.filter((port, at) => port !== null && port === first[at]).length
  const failed = [...before, ...after].filter(({ status }) => status === 'rejected').length
  for (const agent of agents) agent.destroy()
  return `${count} connections at once, asked again after 5 s: ${same} on the same connection, ${failed} requests failed.`
}
