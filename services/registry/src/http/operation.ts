import type { Handler, MiddlewareHandler } from 'hono'
import { findTargetHandler } from 'hono/utils/handler'
import * as z from 'zod'
import type { Env, RequestContext } from './env.ts'
import { readQueryParameters } from './query-parameters.ts'
import { limitBody, readBody } from './read-body.ts'

/** What an operation answers with one status. */
export interface AnswerSpec {
  description: string
  /** Of the JSON that it answers with. */
  schema?: z.ZodType | undefined
  /** Media type; `application/json` where there is a schema, none otherwise. */
  type?: string | undefined
  /** What its own headers say, by name. */
  headers?: Readonly<Record<string, string>> | undefined
}

/** One operation of the HTTP API: what checks its requests is also what the OpenAPI document says of it. */
interface OperationSpec<Query extends z.ZodType, Body extends z.ZodType> {
  /** Unique, in camel case. */
  id: string
  summary: string
  /** What the summary leaves open. */
  description?: string
  /** The group that it is shown in. */
  tag: string
  /** As OpenAPI writes it, where it differs from Hono's path with its patterns. */
  path?: string
  /** Of path parameters: text where nothing is said. */
  params?: Readonly<Record<string, z.ZodType>>
  /** Query parameters; without it every parameter is refused. */
  query?: Query
  /** A JSON body; at most 1 MiB. Checked by whoever reads it through `body`; a handler may also read the text itself. */
  body?: Body
  /** Does it need a bearer token? */
  token?: boolean
  /** Does it answer with an `ETag`, and 304 to whoever has that already? */
  etag?: boolean
  answers: Readonly<Record<number, AnswerSpec>>
  /** How it tells of a failure of its own where a foreign client wants no problem document. */
  errors?: Omit<AnswerSpec, 'description'>
}

/** The middleware of an operation, which refuses a bad query, and the readers of what it takes. */
interface Operation<Query extends z.ZodType, Body extends z.ZodType> extends MiddlewareHandler<Env> {
  spec: OperationSpec<Query, Body>
  /** The query. Throws `UsageError` `query.invalid` with every issue. */
  query(c: RequestContext): z.output<Query>
  /** The JSON body. Throws `InvalidError` `body.invalid` with every issue. */
  body(c: RequestContext): Promise<z.output<Body>>
}

const Nothing = z.strictObject({})
type Nothing = typeof Nothing

/** Describes an operation once: for the check of its requests, and for `/openapi.json`, which finds it among the routes. */
export function operation<Query extends z.ZodType = Nothing, Body extends z.ZodType = Nothing>(
  spec: OperationSpec<Query, Body>,
): Operation<Query, Body> {
  const check: MiddlewareHandler<Env> = async (c, next) => {
    if (spec.query === undefined && c.req.url.includes('?')) readQueryParameters(c, Nothing)
    return spec.body === undefined ? next() : limitBody(c, next)
  }
  return Object.assign(check, {
    spec,
    query: (c: RequestContext) => readQueryParameters(c, spec.query ?? (Nothing as unknown as Query)),
    body: (c: RequestContext) => readBody(c, spec.body ?? (Nothing as unknown as Body)),
  })
}

/** An operation whatever it takes. */
export type AnyOperationSpec = OperationSpec<z.ZodType, z.ZodType>

/** The operation that a handler of the route table describes, if it does. */
export function operationOf(handler: Handler): AnyOperationSpec | undefined {
  // A handler of an app with errors of its own is wrapped when that app is mounted.
  const own = findTargetHandler(handler)
  return 'spec' in own ? (own.spec as AnyOperationSpec) : undefined
}
