import { Ajv2020 } from 'ajv/dist/2020.js'
import type { oas31 } from 'zod-openapi'
import type { OpenApiDocument } from '../../services/registry/src/openapi/openapi-document.ts'
import type { FuzzRequest } from './fuzz-request.ts'
import type { FuzzAnswer } from './send.ts'

/** Returns what is wrong with a response, if anything. */
export type CheckAnswer = (request: FuzzRequest, answer: FuzzAnswer) => string | undefined

/** Text that must not leave the server. */
const internals =
  /\n\s+at .+:\d+:\d+|node_modules|\.ts:\d+|\/(root|home|tmp|work|usr)\/|drizzle|pglite|postgres|SQLSTATE|\b(select|insert into|update) .+\b(from|values|set)\b|violates .+ constraint|ECONN|TypeError|RangeError|is not a function|Cannot read prop/i

/** Checks responses against the OpenAPI document: status, media type and JSON schema, and that no internals leak. */
export function createCheck(document: OpenApiDocument): CheckAnswer {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema({ ...document, $id: 'openapi' })
  const matchers = operationMatchers(document)
  const isValid = (schema: unknown, value: unknown): boolean =>
    ajv.validate(absolute(schema) as Record<string, unknown>, value)
  const isProblem = (value: unknown): boolean => isValid({ $ref: '#/components/schemas/Problem' }, value)

  return (request, answer) => {
    const { status, headers, body } = answer
    // The HTTP parser refuses it before our code runs: no headers of ours, no body.
    if (headers['x-content-type-options'] === undefined)
      return [400, 408, 413, 431].includes(status) && body === ''
        ? undefined
        : `${status} without the security headers`
    if (status >= 500 && status !== 503) return `status ${status}`
    if (/HTTP\/1\.1 5\d\d /.test(answer.text) && status < 500) return 'a 5xx after the first answer'
    if (status >= 400 && internals.test(body)) return `internals: ${internals.exec(body)?.[0]}`
    if (request.method === 'HEAD' || status === 304 || status === 204)
      return body === '' ? undefined : `a body with ${request.method} ${status}`
    const operations = matchers.filter((matches) => matches.isOf(request)).map(({ operation }) => operation)
    const type = headers['content-type']?.split(';')[0]
    if (operations.length === 0) {
      if (status < 400 || type === undefined) return undefined
      // Compatibility endpoints also report a missing document in their own format.
      if (type === 'text/plain' && /^\/api\//.test(pathOf(request.target))) return undefined
      return type === 'application/problem+json' && isProblem(JSON.parse(body))
        ? undefined
        : `${status} ${type} is no problem`
    }
    const faults = operations.map((operation) =>
      faultOf(document, operation, { status, type, body }, isValid),
    )
    return faults.includes(undefined) ? undefined : faults[0]
  }
}

interface Told {
  status: number
  type: string | undefined
  body: string
}

function faultOf(
  document: OpenApiDocument,
  { responses = {} }: oas31.OperationObject,
  { status, type, body }: Told,
  isValid: (schema: unknown, value: unknown) => boolean,
): string | undefined {
  const answers = responses as Record<string, oas31.ResponseObject | oas31.ReferenceObject>
  const told = answers[status] ?? (status >= 400 ? answers.default : undefined)
  if (told === undefined) return `status ${status} is not documented`
  const described =
    '$ref' in told
      ? (document.components?.responses?.[told.$ref.split('/').at(-1) ?? ''] as oas31.ResponseObject)
      : told
  if (described.content === undefined)
    return body === '' ? undefined : `${status} has a body that is not documented`
  const content = type === undefined ? undefined : described.content[type]
  if (content === undefined) return `${status} with media type ${type} is not documented`
  if (!type?.includes('json')) return undefined
  try {
    return isValid(content.schema ?? {}, JSON.parse(body)) ? undefined : `${status} does not match its schema`
  } catch {
    return `${status} is no JSON`
  }
}

/** Makes the references of a part of the document absolute. */
const absolute = (schema: unknown): unknown =>
  JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"openapi#/'))

function operationMatchers(document: OpenApiDocument) {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) => {
    const escaped = path.replace(/[.*+?^$()[\]\\|]/g, '\\$&').replace(/\{\w+\}/g, '[^/]*')
    const pattern = new RegExp(`^${escaped}$`)
    return (['get', 'put', 'post', 'delete'] as const).flatMap((method) => {
      const operation = item[method]
      if (operation === undefined) return []
      const isOf = ({ method: asked, target, raw }: FuzzRequest): boolean =>
        raw === undefined && asked === method.toUpperCase() && pattern.test(pathOf(target))
      return [{ operation, isOf }]
    })
  })
}

/** The path as a server sees it, without dot segments. */
function pathOf(target: string): string {
  try {
    return new URL(`http://x${target}`).pathname
  } catch {
    return target
  }
}
