import { fromProblem, NotFoundError, Problem, t, UsageError } from '@cli-apps/core'
import { acceptAnswer, fetchText, parseDocument, parseLoosely } from '@cli-apps/core/node'
import type * as z from 'zod'

export interface ServerRequest<Schema extends z.ZodType> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Of `registryPaths`, with a query where there is one. */
  path: string
  /** JSON text. */
  body?: string | undefined
  /** Bearer token. It goes to this address alone: no redirect is followed with it. */
  token?: string | undefined
  answer: Schema
  signal?: AbortSignal | undefined
}

/** Address that the paths of a registry server start from; `undefined` for a folder or catalog. */
export const serverBase = (location: string): string | undefined =>
  /^https?:\/\//.test(location) ? new URL(location.endsWith('/') ? location : `${location}/`).href : undefined

/** Asks a registry server something, once. Throws what it says, every issue included. */
export async function askServer<Schema extends z.ZodType>(
  location: string,
  { method, path, body, token, answer, signal }: ServerRequest<Schema>,
): Promise<{ status: number; value: z.output<Schema> }> {
  const base = serverBase(location)
  if (base === undefined)
    throw new UsageError(
      'registry.not-a-server',
      t('registry.not-a-server', '{location} is not a registry server.', { location }),
      {
        hint: t('registry.not-a-server.hint', 'Name one with --registry URL.'),
      },
    )
  const response = await fetchText(base + path, {
    method,
    body,
    signal,
    retries: method === 'GET' ? 2 : 0,
    redirects: 0,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
  })
  const text = await acceptAnswer(response, location)
  if (text !== undefined) return { status: response.status, value: parseDocument(text, answer, location) }
  const problem = Problem.safeParse(parseLoosely(response.text))
  if (problem.success) throw fromProblem((await import('@cli-apps/core/skill')).vetProblem(problem.data))
  throw new NotFoundError(
    'registry.not-found',
    t('registry.not-found', '{location} is not a cli-apps registry.', { location }),
    {
      hint: t('registry.not-found.hint', 'Check the address.'),
    },
  )
}
