import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditLog } from '../../../services/registry/src/db/schema.ts'
import { manifestOf } from '../../support/manifest-of.ts'
import { problemOf } from '../../support/problem-of.ts'
import { createTestRegistry, type TestRegistry } from '../../support/test-registry.ts'

const issuer = 'https://ci.example.org'
const trusted = { issuer, audience: 'a', subject: 's' }
/** Every write to an app, and the reads reserved to its owners. */
const requests: [string, unknown?][] = [
  ['PUT /v1/apps/NAME/9.0.0', manifestOf({ version: '9.0.0' })],
  ['POST /v1/apps/NAME/3.6.2/yank', { reason: 'x' }],
  ['POST /v1/apps/NAME/3.6.2/unyank'],
  ['POST /v1/apps/NAME/3.6.2/deprecate', { message: 'x' }],
  ['PUT /v1/apps/NAME/tags/next', { version: '3.6.2' }],
  ['DELETE /v1/apps/NAME/tags/next'],
  ['POST /v1/apps/NAME/remove', { message: 'x' }],
  ['POST /v1/apps/NAME/restore'],
  ['PUT /v1/apps/NAME/owners/ann'],
  ['DELETE /v1/apps/NAME/owners/bob'],
  ['GET /v1/apps/NAME/audit'],
  ['GET /v1/apps/NAME/trusted-publishers'],
  ['POST /v1/apps/NAME/trusted-publishers', trusted],
  ['DELETE /v1/apps/NAME/trusted-publishers/x'],
]
const everything = ['publish:*', 'yank:*', 'owners:*']

let registry: TestRegistry
let logged: number
const countLog = async () => (await registry.database.queries.select().from(auditLog)).length
beforeAll(async () => {
  registry = await createTestRegistry(undefined, { issuers: [issuer] })
  const bob = await registry.token('bob', ...everything)
  await registry.publish(manifestOf(), bob)
  // Ann is a former owner.
  await registry.token('ann', ...everything)
  await registry.send('PUT /v1/apps/prettier/owners/ann', bob)
  await registry.send('DELETE /v1/apps/prettier/owners/ann', bob)
})
afterAll(() => registry.close())

const ask = (request: string, token: string | undefined, body: unknown, name = 'prettier') =>
  registry.send(request.replace('NAME', name), token, body)

describe.each(requests)('%s', (request, body) => {
  test('is refused to other users, former owners, tokens without the scope and expired tokens', async () => {
    const ann = await registry.token('ann', ...everything)
    const owner = await registry.token('bob', 'publish:prettier-*', 'yank:prettie', 'owners:prettier-x')
    logged = await countLog()
    expect(await problemOf(await ask(request, undefined, body))).toMatchObject({ status: 401 })
    expect(await problemOf(await ask(request, `cliapps_${'x'.repeat(43)}`, body))).toMatchObject({
      status: 401,
      code: 'auth.bad-token',
    })
    expect(await problemOf(await ask(request, ann, body))).toMatchObject({
      status: 403,
      code: 'auth.not-owner',
    })
    if (!request.startsWith('GET'))
      expect(await problemOf(await ask(request, owner, body))).toMatchObject({
        status: 403,
        code: 'auth.scope',
      })
    expect(await countLog()).toBe(logged)
  })

  test.each(['%00', '..%2f..', 'x'.repeat(5000), '%E0%A4%A', "'--", '__proto__', 'Prettier'])(
    'finds no app called %.20s',
    async (name) => {
      const admin = await registry.token('root', 'admin')
      const { status } = await problemOf(await ask(request, admin, body, name))
      expect([404, 422]).toContain(status)
    },
  )
})

test('a body that names another app is refused as a whole', async () => {
  const admin = await registry.token('root', 'admin')
  for (const [request, body] of requests) {
    if (body === undefined || request.includes('9.0.0')) continue
    for (const odd of [{}, [], null, 'text', { ...Object(body), more: 1 }])
      expect(await problemOf(await ask(request, admin, odd))).toMatchObject({
        status: 422,
        code: 'body.invalid',
      })
  }
})
