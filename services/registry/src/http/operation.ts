import type { Handler, MiddlewareHandler } from 'hono'
import { findTargetHandler } from 'hono/utils/handler'
import * as z from 'zod'
import type { Env, RequestContext } from './env.ts'
import { limitForm } from './pages/read-form.ts'
import { readQueryParameters } from './query-parameters.ts'
import { limitBody, readBody } from './read-body.ts'

/** The response of an operation for one status. */
export interface AnswerSpec {
  description: string
  /** Schema of the JSON body. */
  schema?: z.core.$ZodType | undefined
  /** Media type. Defaults to `application/json` if there is a schema, otherwise to none. */
  type?: string | undefined
  /** Further media types at the same address. Without a schema, the body is text. */
  others?: readonly { type: string; schema?: z.core.$ZodType | undefined }[] | undefined
  /** Descriptions of the response's own headers, by name. */
  headers?: Readonly<Record<string, string>> | undefined
}

/** One operation of the HTTP API. The same spec validates requests and generates the OpenAPI document. */
interface OperationSpec<Query extends z.ZodType, Body extends z.ZodType> {
  /** Unique, in camelCase. */
  id: string
  summary: string
  /** Details beyond the summary. */
  description?: string
  /** The OpenAPI tag that groups it. */
  tag: string
  /** The path in OpenAPI syntax, where it differs from Hono's path. */
  path?: string
  /** Schemas of path parameters; the default is a string. */
  params?: Readonly<Record<string, z.ZodType>>
  /** Query parameters. Without a schema, every parameter is refused. */
  query?: Query
  /** JSON body of at most 1 MiB. `body` validates it; a handler may also read the text itself. */
  body?: Body
  /** Fields of a form of a page, in the place of a JSON body. */
  form?: z.ZodType
  /** Whether it requires a bearer token. */
  token?: boolean
  /** Whether it requires a person who is signed in on the pages. */
  session?: boolean
  /** Whether it sends an `ETag` and answers 304 to a matching If-None-Match. */
  etag?: boolean
  answers: Readonly<Record<number, AnswerSpec>>
  /** How it reports its own failures to a third-party client that does not read problem documents. */
  errors?: Omit<AnswerSpec, 'description'>
}

/** Middleware that refuses an invalid query, plus typed readers of query and body. */
interface Operation<Query extends z.ZodType, Body extends z.ZodType> extends MiddlewareHandler<Env> {
  spec: OperationSpec<Query, Body>
  /** Returns the query. Throws `UsageError` `query.invalid` with every issue. */
  query(c: RequestContext): z.output<Query>
  /** Returns the JSON body. Throws `InvalidError` `body.invalid` with every issue. */
  body(c: RequestContext): Promise<z.output<Body>>
}

const Nothing = z.strictObject({})
type Nothing = typeof Nothing

/** Describes an operation once, for validation and for `/openapi.json`, which collects operations from the routes. */
export function operation<Query extends z.ZodType = Nothing, Body extends z.ZodType = Nothing>(
  spec: OperationSpec<Query, Body>,
): Operation<Query, Body> {
  const check: MiddlewareHandler<Env> = async (c, next) => {
    if (spec.query === undefined && c.req.url.includes('?')) readQueryParameters(c, Nothing)
    if (spec.form !== undefined) return limitForm(c, next)
    return spec.body === undefined ? next() : limitBody(c, next)
  }
  return Object.assign(check, {
    spec,
    query: (c: RequestContext) => readQueryParameters(c, spec.query ?? (Nothing as unknown as Query)),
    body: (c: RequestContext) => readBody(c, spec.body ?? (Nothing as unknown as Body)),
  })
}

/** An operation with any query and body. */
export type AnyOperationSpec = OperationSpec<z.ZodType, z.ZodType>

/** Returns the spec behind a handler of the route table; `undefined` for plain handlers. */
export function operationOf(handler: Handler): AnyOperationSpec | undefined {
  // Hono wraps the handlers of a mounted app that has its own error handler.
  const own = findTargetHandler(handler)
  return 'spec' in own ? (own.spec as AnyOperationSpec) : undefined
}
