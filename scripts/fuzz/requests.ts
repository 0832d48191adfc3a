import * as fc from 'fast-check'
import type { oas31 } from 'zod-openapi'
import type { OpenApiDocument } from '../../services/registry/src/openapi/openapi-document.ts'
import { aptRequests } from './apt-requests.ts'
import { bodies, jsonOf } from './bodies.ts'
import { encoded } from './encoded.ts'
import type { Described, FuzzRequest, Known } from './fuzz-request.ts'
import { contentTypes, hostileHeaders, hostileSegments, hostileTexts, rawRequests } from './hostile.ts'
import { type Schema, valuesOf } from './values.ts'

const methods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND', 'FOO']

/** Requests for every operation of the document, valid and invalid, and some that are not HTTP. */
export function fuzzRequests(document: OpenApiDocument, known: Known): fc.Arbitrary<FuzzRequest> {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    (['get', 'put', 'post', 'delete'] as const).flatMap((method) => {
      const operation = item[method]
      if (operation === undefined) return []
      const described = { path, method, operation }
      const apt = aptRequests(document, known, described)
      return [mostly(requestsOf(document, known, described), apt, 3)]
    }),
  )
  const raw = fc.constantFrom(...rawRequests).map(
    (text): FuzzRequest => ({
      operation: 'raw',
      method: '',
      target: '',
      headers: [],
      body: undefined,
      raw: text,
    }),
  )
  return fc.oneof({ arbitrary: fc.oneof(...operations), weight: 40 }, { arbitrary: raw, weight: 1 })
}

function requestsOf(
  document: OpenApiDocument,
  known: Known,
  described: Described,
): fc.Arbitrary<FuzzRequest> {
  const { path, method, operation } = described
  const body = operation.requestBody as oas31.RequestBodyObject | undefined
  const schema = body?.content['application/json']?.schema as Schema | undefined
  return fc
    .record({
      target: targets(document, known, described),
      method: mostly(fc.constant(method.toUpperCase()), fc.constantFrom(...methods), 15),
      token:
        (operation.security ?? []).length > 0
          ? tokens(known)
          : mostly(fc.constant(undefined), tokens(known), 10),
      type: mostly(fc.constant('application/json'), fc.constantFrom(...contentTypes), 10),
      accept:
        path === '/mcp'
          ? mostly(fc.constant('application/json, text/event-stream'), fc.constant('*/*'), 8)
          : fc.constant(undefined),
      odd: mostly(fc.constant([]), fc.array(fc.constantFrom(...hostileHeaders), { maxLength: 3 }), 2),
      body:
        schema === undefined
          ? mostly(fc.constant(undefined), bodies(fc.constant({})), 30)
          : bodies(jsonOf(document, known, path, schema)),
    })
    .map(({ target, method, token, type, accept, odd, body }) => ({
      operation: operation.operationId ?? path,
      method,
      target,
      headers: [
        ...odd,
        ...(token === undefined ? [] : [['Authorization', token] as const]),
        ...(accept === undefined ? [] : [['Accept', accept] as const]),
        ...(body === undefined ? [] : [['Content-Type', type] as const]),
      ],
      body,
      raw: undefined,
    }))
}

/** `usual`, and about one time in `weight` the other. */
const mostly = <A, B>(usual: fc.Arbitrary<A>, other: fc.Arbitrary<B>, weight: number): fc.Arbitrary<A | B> =>
  fc.oneof({ arbitrary: usual, weight }, { arbitrary: other, weight: 1 })

const tokens = ({ tokens: good }: Known): fc.Arbitrary<string | undefined> =>
  fc.oneof(
    { arbitrary: fc.constantFrom(...good.map((token) => `Bearer ${token}`)), weight: 8 },
    fc.constant(undefined),
    fc.constantFrom(
      'Bearer',
      'Bearer x',
      'Basic YTpi',
      `Bearer ${'a'.repeat(600)}`,
      'bearer  \u00e9',
      'Bearer a b',
    ),
  )

/** Existing values for a parameter, by its name. */
function knownValues({ apps }: Known, name: string): fc.Arbitrary<string> | undefined {
  if (name === 'name') return fc.constantFrom(...apps.map((app) => app.name))
  if (name === 'version') return fc.constantFrom(...apps.map((app) => app.version))
  if (name === 'range')
    return fc.constantFrom('latest', '*', '^1', '>=0 <99', ...apps.map((app) => app.version))
  if (name === 'q')
    return fc.constantFrom('format code', 'picture', 'spreadsheet', '图片', 'jq', 'convert video to audio')
  return undefined
}

function targets(
  document: OpenApiDocument,
  known: Known,
  { path, operation }: Described,
): fc.Arbitrary<string> {
  const parameters = (operation.parameters ?? []) as oas31.ParameterObject[]
  const parameterValues = ({ name, schema }: oas31.ParameterObject): fc.Arbitrary<string> => {
    const valid = valuesOf(document, (schema ?? {}) as Schema).map(textOf)
    const there = knownValues(known, name)
    return there === undefined
      ? valid
      : fc.oneof({ arbitrary: there, weight: 2 }, { arbitrary: valid, weight: 1 })
  }
  const inPath = parameters.filter(({ in: place }) => place === 'path')
  const segments = fc.tuple(
    ...inPath.map((parameter) =>
      fc.oneof(
        { arbitrary: parameterValues(parameter).map(encoded), weight: 5 },
        { arbitrary: fc.constantFrom(...hostileTexts).map(encoded), weight: 1 },
        { arbitrary: fc.constantFrom(...hostileSegments), weight: 1 },
      ),
    ),
  )
  const filled = segments.map((values) =>
    inPath.reduce((text, { name }, index) => text.replace(`{${name}}`, () => values[index] ?? ''), path),
  )
  const inQuery = parameters.filter(({ in: place }) => place === 'query')
  return fc
    .tuple(mostly(filled, filled.chain(bentPath), 12), queries(inQuery, parameterValues))
    .map((parts) => parts.join(''))
}

const bentPath = (path: string): fc.Arbitrary<string> =>
  fc.constantFrom(
    `${path}/`,
    `/${path}`,
    `/.${path}`,
    `${path}/..`,
    `/x/..${path}`,
    path.toUpperCase(),
    `${path}%00`,
    `${path}#fragment`,
    `${path};jsessionid=1`,
    path.replaceAll('/', '%2f'),
    path.replaceAll('/', '\\'),
    path.slice(0, -1),
  )

function queries(
  parameters: readonly oas31.ParameterObject[],
  parameterValues: (parameter: oas31.ParameterObject) => fc.Arbitrary<string>,
): fc.Arbitrary<string> {
  const given = parameters.map((parameter) => {
    const pair = mostly(parameterValues(parameter), fc.constantFrom(...hostileTexts), 3).map(
      (value) => `${parameter.name}=${encoded(value)}`,
    )
    return parameter.required === true ? mostly(pair, fc.constant(''), 20) : mostly(fc.constant(''), pair, 2)
  })
  const odd = fc.constantFrom(
    'unknown=1',
    '=',
    '&&',
    'limit=1&limit=2',
    'q[]=1',
    '%',
    '%zz=%',
    `${'a'.repeat(5000)}=1`,
    '__proto__=1',
    'q=%FF',
    '\u00e9=1',
    '?',
  )
  return fc
    .tuple(fc.tuple(...given), mostly(fc.constant(''), odd, 12))
    .map(([pairs, extra]) => [...pairs, extra].filter((part) => part !== '').join('&'))
    .map((query) => (query === '' ? '' : `?${query}`))
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
