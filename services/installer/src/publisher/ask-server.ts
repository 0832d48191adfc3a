import { fromProblem, NotFoundError, Problem, t, UsageError } from '@cli-apps/core'
import { acceptAnswer, fetchText, parseDocument, parseLoosely } from '@cli-apps/core/node'
import type * as z from 'zod'

export interface ServerRequest<Schema extends z.ZodType> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** A path from `registryPaths`, with a query if there is one. */
  path: string
  /** JSON text. */
  body?: string | undefined
  /** Bearer token. It is sent only to this address: redirects are not followed with it. */
  token?: string | undefined
  answer: Schema
  signal?: AbortSignal | undefined
}

/** The base URL of a registry server; `undefined` for a folder or the catalog. */
export const serverBase = (location: string): string | undefined =>
  /^https?:\/\//.test(location) ? new URL(location.endsWith('/') ? location : `${location}/`).href : undefined

/** Sends one request to a registry. Throws the error that it returns, with all its issues. */
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
