import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { manifestOf } from '../../test/support/manifest-of.ts'
import type { Replica } from './replica.ts'
import type { Violations } from './violations.ts'

/** An acknowledged write, which the audit log must contain exactly once. */
export interface AcknowledgedWrite {
  action: string
  version: string | null
  details: Readonly<Record<string, unknown>> | null
}

interface Write extends AcknowledgedWrite {
  request: string
  body?: unknown
}

/** One writer's app, with its acknowledged writes in order. */
export interface Ledger {
  app: string
  writes: AcknowledgedWrite[]
  attempts: number
  refused: number
  cutOff: number
  slowestMs: number
}

interface WriterOptions {
  replicas: readonly Replica[]
  token: string
  random: () => number
  violations: Violations
  isOver: () => boolean
}

const pauseMs = 60
/** The server's own limit, plus a margin for a busy machine. */
const answerLimitMs = 20_000

/** Changes one app repeatedly, retrying each change until a server acknowledges it; some responses are not awaited. */
export async function runWriter(app: string, options: WriterOptions): Promise<Ledger> {
  const ledger: Ledger = { app, writes: [], attempts: 0, refused: 0, cutOff: 0, slowestMs: 0 }
  const next = createWrites(app, options)
  for (let write = next(); write !== undefined; write = next()) {
    await acknowledge(ledger, write, options)
    ledger.writes.push({ action: write.action, version: write.version, details: write.details })
    await delay(pauseMs * 2 * options.random())
  }
  return ledger
}

async function acknowledge(ledger: Ledger, write: Write, options: WriterOptions): Promise<void> {
  const { replicas, random, violations } = options
  const key = randomUUID()
  for (;;) {
    const replica = replicas[Math.floor(random() * replicas.length)]
    if (replica === undefined) throw new RangeError('no replica')
    const patienceMs = random() < 0.1 ? random() * 60 : answerLimitMs
    const started = performance.now()
    ledger.attempts++
    const status = await send(replica, write, { key, token: options.token, patienceMs })
    const took = performance.now() - started
    ledger.slowestMs = Math.max(ledger.slowestMs, took)
    if (status === 200 || status === 201) return
    if (status === undefined && patienceMs < answerLimitMs) ledger.cutOff++
    else if (status === undefined && took >= answerLimitMs && replica.isUp())
      violations.add(`no answer within ${answerLimitMs} ms to ${write.request}`)
    else if (status === 503) ledger.refused++
    else if (status !== undefined) violations.add(`${status} to ${write.request}`)
    await delay(20 + 180 * random())
  }
}

async function send(
  { url }: Replica,
  { request, body }: Write,
  { key, token, patienceMs }: { key: string; token: string; patienceMs: number },
): Promise<number | undefined> {
  const [method = '', path = ''] = request.split(' ')
  try {
    const response = await fetch(url + path, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Idempotency-Key': key },
      signal: AbortSignal.timeout(patienceMs),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (response.status >= 400 && response.status !== 503) console.error(text)
    return response.status
  } catch {
    return undefined
  }
}

/** Writes, each of which changes what the one before left; the last one leaves an app that can be read. */
function createWrites(
  app: string,
  { random, isOver }: Pick<WriterOptions, 'random' | 'isOver'>,
): () => Write | undefined {
  let patch = 0
  let count = 0
  let version = ''
  let planned: Write[] = []
  const publish = (): Write => {
    version = `1.0.${patch++}`
    const request = `PUT /v1/apps/${app}/${version}`
    return {
      action: 'version.publish',
      version,
      details: null,
      request,
      body: manifestOf({ name: app, version }),
    }
  }
  const changes = (): Write[] => {
    const message = `Number ${count++}`
    const at = `POST /v1/apps/${app}/${version}`
    const tag = `t${count % 50}`
    const owner = `/v1/apps/${app}/owners/bob`
    const pairs: Write[][] = [
      [
        {
          action: 'version.yank',
          version,
          details: { reason: message },
          request: `${at}/yank`,
          body: { reason: message },
        },
        { action: 'version.unyank', version, details: null, request: `${at}/unyank` },
      ],
      [
        {
          action: 'version.deprecate',
          version,
          details: { message },
          request: `${at}/deprecate`,
          body: { message },
        },
      ],
      [
        {
          action: 'tag.set',
          version,
          details: { tag },
          request: `PUT /v1/apps/${app}/tags/${tag}`,
          body: { version },
        },
        { action: 'tag.delete', version, details: { tag }, request: `DELETE /v1/apps/${app}/tags/${tag}` },
      ],
      [
        { action: 'owner.add', version: null, details: { owner: 'bob' }, request: `PUT ${owner}` },
        { action: 'owner.remove', version: null, details: { owner: 'bob' }, request: `DELETE ${owner}` },
      ],
      [
        {
          action: 'app.remove',
          version: null,
          details: { message, replacement: null },
          request: `POST /v1/apps/${app}/remove`,
          body: { message },
        },
        { action: 'app.restore', version: null, details: null, request: `POST /v1/apps/${app}/restore` },
      ],
    ]
    return pairs[Math.floor(random() * pairs.length)] ?? []
  }
  return () => {
    if (planned.length === 0 && isOver()) return undefined
    if (planned.length === 0) planned = version === '' || random() < 0.4 ? [publish()] : changes()
    return planned.shift()
  }
}
