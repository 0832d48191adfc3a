import * as fc from 'fast-check'
import type { OpenApiDocument } from '../../services/registry/src/openapi/openapi-document.ts'
import { createCheck } from './check-answer.ts'
import type { FuzzRequest, Identity, Known } from './fuzz-request.ts'
import { fuzzRequests } from './requests.ts'
import { bytesOf, send } from './send.ts'

export interface FuzzOptions extends Pick<Known, 'tokens'>, Partial<Omit<Known, 'tokens'>> {
  url: string
  requests: number
  seed: number
}

export interface FuzzReport {
  requests: number
  seed: number
  /** Requests by operation, of those the successful ones, and responses by status. */
  operations: Record<string, number>
  done: Record<string, number>
  statuses: Record<string, number>
  /** The slowest response. */
  slowest: { ms: number; request: string }
  /** Distinct failures, each with its count and how to reproduce the first one. */
  failures: { fault: string; count: number; again: string }[]
}

/** From the first byte sent to the last byte received. */
const limitMs = 5000
const chunk = 1000
const together = 4

/**
 * Sends requests generated from the server's own OpenAPI document and checks the responses. The same seed yields the
 * same requests.
 */
export async function runFuzz({ url, requests, seed, ...known }: FuzzOptions): Promise<FuzzReport> {
  // The first request loads the SDK, which is not measured. It is sent before compiling the schemas, which may take so
  // long that an in-process server closes idle connections.
  await fetch(`${url}/mcp`, { method: 'POST', body: '{}' })
  const document = (await readJson(`${url}/openapi.json`)) as OpenApiDocument
  const made = fuzzRequests(document, {
    apps: await knownApps(url),
    owners: ['ann'],
    tokenIds: ['x'],
    identities: [unknownIdentity],
    ...known,
  })
  const check = createCheck(document)
  const report: FuzzReport = {
    requests,
    seed,
    operations: {},
    done: {},
    statuses: {},
    slowest: { ms: 0, request: '' },
    failures: [],
  }

  const one = async (request: FuzzRequest): Promise<void> => {
    const bytes = bytesOf(request)
    const answer = await send(url, bytes, { limitMs, mayWait: request.raw !== undefined })
    count(report.operations, request.operation)
    count(report.statuses, typeof answer === 'string' ? answer : String(answer.status))
    if (typeof answer !== 'string' && answer.status < 400) count(report.done, request.operation)
    const fault = typeof answer === 'string' ? faultOfSilence(request, answer) : check(request, answer)
    if (typeof answer !== 'string' && answer.ms > report.slowest.ms)
      report.slowest = { ms: Math.round(answer.ms), request: bytes.toString('latin1', 0, 120) }
    if (fault !== undefined) note(report, `${request.operation}: ${fault}`, bytes, url)
  }

  for (let done = 0; done < requests; done += chunk) {
    const batch = fc.sample(made, { numRuns: Math.min(chunk, requests - done), seed: seed + done })
    const queue = batch.values()
    await Promise.all(
      Array.from({ length: together }, async () => {
        for (const request of queue) await one(request)
      }),
    )
  }
  for (const path of ['/healthz', '/readyz', '/v1/index.json']) await readJson(url + path)
  return report
}

const unknownIdentity: Identity = {
  publisher: {
    issuer: 'https://token.actions.githubusercontent.com',
    audience: 'fuzz',
    subject: 'repo:acme/tool:ref:refs/heads/main',
  },
  token: 'a.b.c',
}

const faultOfSilence = ({ raw, method }: FuzzRequest, silence: 'no answer' | 'hang'): string | undefined =>
  // Invalid HTTP, or CONNECT, may be answered by closing the connection.
  raw !== undefined || (silence === 'no answer' && method === 'CONNECT') ? undefined : silence

const count = (counts: Record<string, number>, key: string): void => {
  counts[key] = (counts[key] ?? 0) + 1
}

function note({ failures }: FuzzReport, fault: string, bytes: Buffer, url: string): void {
  const known = failures.find((failure) => failure.fault === fault)
  if (known !== undefined) known.count++
  else {
    const { hostname, port } = new URL(url)
    const again = `echo ${bytes.subarray(0, 4000).toString('base64')} | base64 -d | nc ${hostname} ${port}`
    failures.push({ fault, count: 1, again: `${bytes.toString('latin1', 0, 300)}\n${again}` })
  }
}

async function readJson(address: string): Promise<unknown> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(limitMs) })
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`)
  return answer.json()
}

/** A few apps of the server, for requests that find something. */
async function knownApps(url: string): Promise<Known['apps']> {
  const { items } = (await readJson(`${url}/v1/apps?limit=8`)) as {
    items: { name: string; latest: string }[]
  }
  return Promise.all(
    items.map(async ({ name, latest: version }) => {
      const { manifest } = (await readJson(`${url}/v1/apps/${name}/${encodeURIComponent(version)}.json`)) as {
        manifest: unknown
      }
      return { name, version, manifest }
    }),
  )
}
