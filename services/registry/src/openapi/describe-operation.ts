import { AppName, DistTag, EntryVersion, Problem } from '@cli-apps/core'
import * as z from 'zod'
import type { ZodOpenApiOperationObject, ZodOpenApiResponseObject } from 'zod-openapi'
import type { AnswerSpec, AnyOperationSpec } from '../http/operation.ts'
import { type DescribedRoute, pathParameters } from './described-routes.ts'

/** Returns the OpenAPI operation of one route. */
export function describeOperation({ method, path, spec }: DescribedRoute): ZodOpenApiOperationObject {
  const { id, summary, description, tag, token, session } = spec
  return {
    operationId: id,
    summary,
    ...(description === undefined ? {} : { description }),
    tags: [tag],
    security: token ? [{ token: [] }] : session ? [{ session: [] }] : [],
    requestParams: requestParams(path, spec),
    ...requestBody(spec),
    responses: { ...answers(spec), ...failures(method, path, spec) },
  }
}

function requestBody({ body, form }: AnyOperationSpec): Pick<ZodOpenApiOperationObject, 'requestBody'> {
  if (form !== undefined)
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema: form } } } }
  if (body === undefined) return {}
  return { requestBody: { required: true, content: { 'application/json': { schema: body } } } }
}

/** Default schemas of path parameters by name. */
const usualParameters: Readonly<Record<string, z.ZodType>> = {
  name: AppName,
  version: EntryVersion,
  tag: DistTag,
}

function requestParams(path: string, { params, query }: AnyOperationSpec) {
  const names = pathParameters(path)
  const inPath = z.object(
    Object.fromEntries(
      names.map((name) => [name, params?.[name] ?? usualParameters[name] ?? z.string().min(1)]),
    ),
  )
  return {
    ...(names.length === 0 ? {} : { path: inPath }),
    ...(query instanceof z.ZodObject ? { query } : {}),
  }
}

function answers({
  answers: told,
  etag,
}: AnyOperationSpec): Record<`2${string}` | `3${string}`, ZodOpenApiResponseObject> {
  const described = Object.entries(told).map(([status, answer]) => [status, describeAnswer(answer, etag)])
  if (etag) described.push(['304', { description: 'Not modified: If-None-Match names the current bytes' }])
  return Object.fromEntries(described)
}

function describeAnswer(
  { description, schema, type, headers, others = [] }: AnswerSpec,
  etag = false,
): ZodOpenApiResponseObject {
  const told = { ...headers, ...(etag ? { ETag: 'Identifies these bytes; send it in If-None-Match' } : {}) }
  const text = z.string()
  const mediaType = type ?? (schema && 'application/json')
  return {
    description,
    ...(Object.keys(told).length === 0
      ? {}
      : {
          headers: Object.fromEntries(
            Object.entries(told).map(([name, about]) => [
              name,
              { description: about, schema: { type: 'string' } },
            ]),
          ),
        }),
    ...(mediaType === undefined
      ? {}
      : {
          content: {
            [essence(mediaType)]: { schema: schema ?? textOr(mediaType, text) },
            ...Object.fromEntries(
              others.map((other) => [
                essence(other.type),
                { schema: other.schema ?? textOr(other.type, text) },
              ]),
            ),
          },
        }),
  }
}

const essence = (mediaType: string): string => mediaType.split(';')[0] ?? mediaType

/** Returns the schema of a body without its own: a string for text, anything for JSON. */
const textOr = (mediaType: string, text: z.ZodType): z.ZodType =>
  mediaType.includes('json') ? z.unknown() : text

/** Descriptions of errors, which all operations share. */
const meanings = {
  400: 'The query parameters are not valid',
  401: 'The bearer token or the session is missing or not valid',
  403: 'The token may not do this, or a page of another site sent the form',
  404: 'Not found',
  409: 'Conflict: the name is taken, or the version was published with other content',
  413: 'The body is too large',
  422: 'The body is not valid; every issue is listed',
  429: 'Too many requests; Retry-After says when to try again',
  503: 'Temporarily not available',
  default: 'Any other error',
} as const

type Failure = keyof typeof meanings

function failuresOf(
  method: DescribedRoute['method'],
  path: string,
  { body, form, token, session }: AnyOperationSpec,
): Failure[] {
  const isSafe = !token && !session && form === undefined
  return [
    400,
    ...(isSafe ? [] : ([401, 403] as const)),
    ...(path.includes('{') ? ([404] as const) : []),
    ...(isSafe || method === 'get' ? [] : ([409] as const)),
    ...(body === undefined && form === undefined ? [] : ([413, 422] as const)),
    429,
    503,
    'default',
  ]
}

const failures = (method: DescribedRoute['method'], path: string, spec: AnyOperationSpec) =>
  Object.fromEntries(
    failuresOf(method, path, spec)
      .filter((status) => status === 'default' || spec.answers[status] === undefined)
      .map((status) => [
        String(status),
        spec.errors === undefined
          ? { $ref: `#/components/responses/${failureName(status)}` }
          : failure(status, spec.errors),
      ]),
  )

const failureName = (status: Failure): string => (status === 'default' ? 'Failure' : `Failure${status}`)

function failure(status: Failure, own?: AnyOperationSpec['errors']): ZodOpenApiResponseObject {
  const other = own && describeAnswer({ description: '', ...own }).content
  return {
    description: meanings[status],
    content: { 'application/problem+json': { schema: Problem }, ...other },
  }
}

/** The error responses as components, by name. */
export const sharedFailures: Record<string, ZodOpenApiResponseObject> = Object.fromEntries(
  (Object.keys(meanings) as `${Failure}`[]).map((key) => {
    const status = key === 'default' ? key : (Number(key) as Failure)
    return [failureName(status), failure(status)]
  }),
)
