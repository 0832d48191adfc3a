import { request } from 'node:http'
import { fromProblem, Problem, parseJson, UnavailableError } from '@cli-apps/core'
import * as z from 'zod'
import type { Operator } from './operator.ts'

const Migrated = z.object({ database: z.enum(['postgres', 'embedded']) })
const Seeded = z.object({
  published: z.array(z.string()),
  unchanged: z.array(z.string()),
  refused: z.array(z.object({ path: z.string(), message: z.string(), rule: z.string().optional() })),
})
const Created = z.object({
  id: z.string(),
  token: z.string(),
  user: z.string(),
  scopes: z.array(z.string()),
  expires_at: z.string().nullable(),
})

/** The operator's verbs through the socket of the server that holds the database. */
export const connectOperator = (address: string): Operator => ({
  migrate: () => ask(address, '/migrate', Migrated),
  seed: () => ask(address, '/seed', Seeded),
  createToken: (body) => ask(address, '/tokens', Created, body),
})

async function ask<Schema extends z.ZodType>(
  address: string,
  path: string,
  schema: Schema,
  body?: unknown,
): Promise<z.output<Schema>> {
  const { status, text } = await post(address, path, body === undefined ? '' : JSON.stringify(body))
  const value = parseJson(text, 'The answer of the running server')
  if (status !== 200) throw fromProblem(Problem.parse(value))
  return schema.parse(value)
}

function post(address: string, path: string, body: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const fail = (cause: Error): void => {
      reject(
        new UnavailableError('operator.unreachable', 'The running server does not answer at its socket.', {
          hint: 'If it is starting or stopping, try again in a moment.',
          cause,
        }),
      )
    }
    const outgoing = request(
      {
        socketPath: address,
        path,
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) },
      },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('error', fail)
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
        )
      },
    )
    outgoing.setTimeout(120_000, () => outgoing.destroy(new Error('no answer within two minutes')))
    outgoing.on('error', fail)
    outgoing.end(body)
  })
}
