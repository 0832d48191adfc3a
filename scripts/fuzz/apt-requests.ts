import * as fc from 'fast-check'
import type { OpenApiDocument } from '../../services/registry/src/openapi/openapi-document.ts'
import { encoded } from './encoded.ts'
import type { Described, FuzzRequest, Known } from './fuzz-request.ts'

/** The parts of a plausible request. */
interface Apt {
  /** Path and query parameters by name. */
  values?: Readonly<Record<string, string>>
  body?: unknown
}

/** Requests that should succeed because they refer to existing things, which a schema alone rarely produces. */
export function aptRequests(
  document: OpenApiDocument,
  known: Known,
  { path, method, operation }: Described,
): fc.Arbitrary<FuzzRequest> {
  const id = operation.operationId ?? path
  const needsToken = (operation.security ?? []).length > 0
  return fc
    .tuple(aptOf(document, known, id), fc.constantFrom(...known.tokens))
    .map(([{ values = {}, body }, token]) => {
      const query = (operation.parameters ?? []).flatMap((parameter) => {
        if (!('name' in parameter) || parameter.in !== 'query' || parameter.required !== true) return []
        return [`${parameter.name}=${encoded(values[parameter.name] ?? '')}`]
      })
      const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encoded(values[name] ?? 'x'))
      return {
        operation: id,
        method: method.toUpperCase(),
        target: [filled, ...query].join(query.length === 0 ? '' : '?').replace(/\?(.*)\?/, '?$1&'),
        headers: [
          ['Accept', 'application/json, text/event-stream'] as const,
          ...(needsToken ? [['Authorization', `Bearer ${token}`] as const] : []),
          ...(body === undefined ? [] : [['Content-Type', 'application/json'] as const]),
        ],
        body: body === undefined ? undefined : Buffer.from(JSON.stringify(body)),
        raw: undefined,
      }
    })
}

function aptOf({ paths = {}, components }: OpenApiDocument, known: Known, id: string): fc.Arbitrary<Apt> {
  const { apps, owners, tokenIds, identities } = known
  const app = fc.constantFrom(...apps)
  const usual = app.map(({ name, version }): Record<string, string> => {
    const slug = `cli-app-${name}`
    const fixed = { path: 'SKILL.md', file: 'SKILL.md', hash: '0'.repeat(64), q: name, tag: 'next' }
    return { ...fixed, name, version, app: name, slug, skill: slug, range: 'latest', code: 'app.unknown' }
  })
  const saying = (body: unknown): fc.Arbitrary<Apt> => usual.map((values) => ({ values, body }))
  const naming = (name: string, texts: readonly string[]): fc.Arbitrary<Apt> =>
    fc
      .tuple(usual, fc.constantFrom(...texts))
      .map(([values, text]) => ({ values: { ...values, [name]: text } }))

  switch (id) {
    case 'publishVersion':
      return publishes(apps)
    case 'validateManifest':
      return app.map(({ manifest }) => ({ body: manifest }))
    case 'yankVersion':
      return saying({ reason: 'It deletes files.' })
    case 'deprecateVersion':
      return fc.constantFrom('Use the next one.', null).chain((message) => saying({ message }))
    case 'removeApp':
      return saying({ message: 'It is no more.' })
    case 'tagVersion':
      return usual.map((values) => ({ values, body: { version: values.version } }))
    case 'addOwner':
    case 'removeOwner':
      return naming('owner', owners)
    case 'trustPublisher':
      return fc.constantFrom(...identities).chain(({ publisher }) => saying(publisher))
    case 'exchangeIdentity':
      return fc
        .tuple(app, fc.constantFrom(...identities))
        .map(([{ name }, { token }]) => ({ body: { app: name, id_token: token } }))
    case 'createToken':
      return saying({ scopes: ['publish:prettier'], label: 'fuzz', expires_days: 1 })
    case 'revokeToken':
      return naming('id', tokenIds)
    case 'distrustPublisher':
      return naming('id', ['1', '2', '3'])
    case 'resolveApps':
      return app.map(({ name }) => ({
        body: { apps: { [name]: '*' }, host: { platform: 'linux-x64', tools: [] } },
      }))
    case 'callMcp':
      return app.map(({ name }) => ({
        body: {
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'get_app', arguments: { name } },
        },
      }))
    case 'getSkillReference':
      return naming('file', ['commands.md'])
    case 'getOperationPage':
      return naming(
        'id',
        Object.values(paths).map((item) => item.get?.operationId ?? 'getApp'),
      )
    case 'getSchemaPage':
      return naming('name', Object.keys(components?.schemas ?? {}))
    default:
      return usual.map((values) => ({ values }))
  }
}

/** Publishes of new apps, and of corrected entries of known ones. */
const publishes = (apps: Known['apps']): fc.Arbitrary<Apt> =>
  fc
    .tuple(
      fc.constantFrom(...apps),
      fc.stringMatching(/^[a-z]{3,9}-[a-z]{3,9}$/),
      fc.integer({ min: 0, max: 40 }),
    )
    .map(([{ name: old, version: base, manifest }, fresh, count]) => {
      const name = count === 0 ? fresh : old
      const version = count === 0 ? base : `${base.replace(/\+.*/, '')}+${count}`
      const own = count === 0 ? { aliases: [] } : {}
      return { values: { name, version }, body: { ...(manifest as object), ...own, name, version } }
    })
