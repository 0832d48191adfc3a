import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { AuditPage, NewToken } from '@cli-apps/core'
import { exportJWK, importJWK, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { trustAsOperator } from '../../../services/registry/src/auth/trusted-publishers.ts'
import { createUser, setUserDisabled } from '../../../services/registry/src/auth/users.ts'
import { closedPort } from '../../support/file-server.ts'
import { manifestOf } from '../../support/manifest-of.ts'
import { type Algorithm, audience, subject, type TestIssuer, testIssuer } from '../../support/oidc-issuer.ts'
import { problemOf } from '../../support/problem-of.ts'
import { createTestRegistry, type TestRegistry } from '../../support/test-registry.ts'

const start = new Date('2026-01-02T03:04:05.678Z')
const minute = 60_000

const issuers: string[] = []
let registry: TestRegistry
beforeAll(async () => {
  registry = await createTestRegistry(undefined, { issuers, cooldownMs: 0 })
})
beforeEach(async () => {
  registry.clock.now = start
  await registry.reset()
})
afterAll(() => registry.close())

const exchange = (id_token: string, app = 'prettier') =>
  registry.post('/v1/tokens/exchange', { app, id_token })

/** An issuer of the test, whose identity tokens let ann publish prettier. */
async function trustedIssuer(alg?: Algorithm): Promise<TestIssuer> {
  const issuer = await testIssuer(start, alg)
  issuers.splice(0, 1, issuer.url)
  const { queries } = registry.database
  await createUser(queries, start, 'ann')
  await trustAsOperator(queries, start, {
    app: 'prettier',
    user: 'ann',
    issuer: issuer.url,
    audience,
    subject,
    issuers,
  })
  return issuer
}

test.each<Algorithm>(['RS256', 'ES256', 'EdDSA'])(
  'an identity signed with %s becomes a token that publishes that app for a quarter of an hour',
  async (alg) => {
    const issuer = await trustedIssuer(alg)
    const answer = await exchange(await issuer.identity())
    expect(answer.status).toBe(201)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const made = NewToken.parse(await answer.json())
    expect(made).toMatchObject({ user: 'ann', scopes: ['publish:prettier'] })
    expect(made.expires_at).toBe(new Date(start.getTime() + 15 * minute).toISOString())
    const who = await (await registry.send('GET /v1/whoami', made.token)).json()
    expect(who).toMatchObject({ user: 'ann', token: { label: subject }, apps: [] })
    expect((await registry.publish(manifestOf(), made.token)).status).toBe(201)
    for (const manifest of [manifestOf({ name: 'eslint' }), manifestOf({ name: 'prettier-x' })])
      expect(await problemOf(await registry.publish(manifest, made.token))).toMatchObject({
        code: 'auth.scope',
      })
    const more = await registry.send('POST /v1/tokens', made.token, { scopes: ['publish:prettier'] })
    expect(await problemOf(more)).toMatchObject({ status: 403, code: 'auth.exchanged-token' })
    const admin = await registry.token('root', 'admin')
    const log = await registry.send('GET /v1/audit?action=token.exchange', admin)
    expect(AuditPage.parse(await log.json()).items).toMatchObject([
      { actor: 'ann', app: 'prettier', details: { id: made.id, issuer: issuer.url, subject } },
    ])
    registry.clock.now = new Date(start.getTime() + 15 * minute)
    expect(await problemOf(await registry.publish(manifestOf(), made.token))).toMatchObject({
      code: 'auth.expired-token',
    })
  },
)

test('an identity token is accepted once, even if it is sent many times concurrently', async () => {
  const issuer = await trustedIssuer()
  const idToken = await issuer.identity()
  const answers = await Promise.all(Array.from({ length: 5 }, () => exchange(idToken)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 401, 401, 401, 401])
  expect(await problemOf(await exchange(idToken))).toMatchObject({ code: 'auth.used-identity' })
  // A token without `jti` is identified by its signed part.
  const nameless = await issuer.identity({ jti: undefined })
  expect((await exchange(nameless)).status).toBe(201)
  expect(await problemOf(await exchange(nameless))).toMatchObject({ code: 'auth.used-identity' })
})

describe('an identity token sent again with its Idempotency-Key', () => {
  const send = (id_token: string, key: string | undefined, app = 'prettier') =>
    registry.app.request('/v1/tokens/exchange', {
      method: 'POST',
      body: JSON.stringify({ app, id_token }),
      headers: key === undefined ? {} : { 'Idempotency-Key': key },
    })
  const made = async (answer: Response | Promise<Response>) => NewToken.parse(await (await answer).json())
  const whoami = async (token: string) => (await registry.send('GET /v1/whoami', token)).status

  test('creates no second token, and returns a working secret that replaces the lost one', async () => {
    const idToken = await (await trustedIssuer()).identity()
    const lost = await made(send(idToken, 'one'))
    registry.clock.now = new Date(start.getTime() + minute)
    const again = await made(send(idToken, 'one'))
    expect({ ...again, token: '' }).toEqual({ ...lost, token: '' })
    expect([await whoami(lost.token), await whoami(again.token)]).toEqual([401, 200])
    const admin = await registry.token('root', 'admin')
    const log = await registry.send('GET /v1/audit?action=token.exchange', admin)
    expect(AuditPage.parse(await log.json()).items).toHaveLength(1)
  })

  test('creates one token even for concurrent requests, with up to as many keys', async () => {
    const idToken = await (await trustedIssuer()).identity()
    const keys = ['one', 'two', undefined, 'one', 'two', undefined]
    const answers = await Promise.all(keys.map((key) => send(idToken, key)))
    const good = answers.filter(({ status }) => status === 201)
    expect(new Set(await Promise.all(good.map(async (answer) => (await made(answer)).id))).size).toBe(1)
    expect(answers.filter(({ status }) => status === 401).length).toBe(keys.length - good.length)
  })

  test.each<[string, string | undefined, string | undefined]>([
    ['another key', 'one', 'two'],
    ['no key', 'one', undefined],
    ['a key, where it was sent without', undefined, 'one'],
  ])('is refused with %s', async (_what, first, second) => {
    const idToken = await (await trustedIssuer()).identity()
    const { token } = await made(send(idToken, first))
    expect(await problemOf(await send(idToken, second))).toMatchObject({ code: 'auth.used-identity' })
    expect(await whoami(token)).toBe(200)
  })

  test('never replaces a token in use, and never revives an ended one', async () => {
    const issuer = await trustedIssuer()
    const used = await issuer.identity()
    const { token } = await made(send(used, 'one'))
    expect(await whoami(token)).toBe(200)
    expect(await problemOf(await send(used, 'one'))).toMatchObject({ code: 'idempotency-key.used' })
    const late = await issuer.identity({ exp: start.getTime() / 1000 + 3600 })
    await made(send(late, 'two'))
    registry.clock.now = new Date(start.getTime() + 15 * minute)
    expect((await problemOf(await send(late, 'two'))).status).toBeOneOf([401, 409])
  })

  test('is checked again for trust', async () => {
    const idToken = await (await trustedIssuer()).identity()
    await made(send(idToken, 'one'))
    await setUserDisabled(registry.database.queries, start, { user: 'ann', disabled: true })
    expect((await send(idToken, 'one')).status).toBe(403)
  })
})

test('an identity token with other claims is refused', async () => {
  const issuer = await trustedIssuer()
  const seconds = Math.floor(start.getTime() / 1000)
  const bad: [JWTPayload, number, string][] = [
    [{ iss: 'https://evil.example.org' }, 401, 'auth.issuer'],
    [{ iss: `${issuer.url}/` }, 401, 'auth.issuer'],
    [{ iss: 'http://169.254.169.254/latest' }, 401, 'auth.issuer'],
    [{ iss: undefined }, 401, 'auth.bad-identity'],
    [{ aud: 'https://other.example.org' }, 403, 'auth.not-trusted'],
    [{ aud: undefined }, 401, 'auth.bad-identity'],
    [{ sub: undefined }, 401, 'auth.bad-identity'],
    [{ sub: '' }, 401, 'auth.bad-identity'],
    [{ sub: `${subject}\0` }, 401, 'auth.bad-identity'],
    [{ sub: 'repo:evil/tool:ref:refs/heads/main' }, 403, 'auth.not-trusted'],
    [{ sub: `${subject}x` }, 403, 'auth.not-trusted'],
    [{ sub: subject.slice(0, -1) }, 403, 'auth.not-trusted'],
    [{ exp: seconds - 61 }, 401, 'auth.bad-identity'],
    [{ exp: undefined }, 401, 'auth.bad-identity'],
    [{ iat: undefined }, 401, 'auth.bad-identity'],
    [{ iat: seconds - 3700, exp: seconds + 3600 }, 401, 'auth.bad-identity'],
    [{ nbf: seconds + 120 }, 401, 'auth.bad-identity'],
  ]
  for (const [claims, status, code] of bad)
    expect({ claims, ...(await problemOf(await exchange(await issuer.identity(claims)))) }).toMatchObject({
      claims,
      status,
      code,
    })
  // A slightly inaccurate clock is not the publisher's fault, and one of several audiences may be ours.
  const good = { exp: seconds - 30, iat: seconds - 600, nbf: seconds + 30, aud: ['x', audience] }
  expect((await exchange(await issuer.identity(good))).status).toBe(201)
})

test('an identity token is refused unless the issuer signed it', async () => {
  const issuer = await trustedIssuer()
  const good = await issuer.identity()
  const [header = '', payload = ''] = good.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const otherKey = await importJWK(await exportJWK(other.privateKey), 'RS256')
  const kid = issuer.keys[0]?.kid
  const pem = createPublicKey({ key: issuer.keys[0] ?? {}, format: 'jwk' }).export({
    type: 'spki',
    format: 'pem',
  })
  const forged = [
    `${header}.${payload}.`,
    `${header}.${payload}.${'A'.repeat(342)}`,
    `${header}.${Buffer.from(JSON.stringify({ ...claims, sub: 'x' })).toString('base64url')}.${good.split('.')[2]}`,
    new UnsecuredJWT(claims).encode(),
    await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(otherKey),
    await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'unknown' }).sign(otherKey),
    await new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid, jwk: await exportJWK(other.publicKey) })
      .sign(otherKey),
    await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid })
      .sign(new TextEncoder().encode(String(pem))),
    'not.a.token',
    '',
    'x'.repeat(20_000),
    `${header}.${payload}`,
  ]
  for (const idToken of forged)
    expect(await problemOf(await exchange(idToken))).toMatchObject({ status: 401, code: 'auth.bad-identity' })
  expect((await exchange(good)).status).toBe(201)
})

test('a new key of the issuer is found, and the old one is no longer accepted', async () => {
  const issuer = await trustedIssuer()
  expect((await exchange(await issuer.identity())).status).toBe(201)
  const old = await issuer.identity()
  const asked = issuer.asked.length
  await issuer.rotate('ES256')
  expect((await exchange(await issuer.identity())).status).toBe(201)
  expect(issuer.asked.slice(asked)).toEqual(['/jwks'])
  expect(await problemOf(await exchange(old))).toMatchObject({ code: 'auth.bad-identity' })
})

test('no issuer is contacted for an app that does not trust it, or if the operator does not allow it', async () => {
  const issuer = await trustedIssuer()
  const problem = await problemOf(await exchange(await issuer.identity(), 'eslint'))
  expect(problem).toMatchObject({ status: 403, code: 'auth.not-trusted' })
  const other = await testIssuer(start)
  expect(await problemOf(await exchange(await other.identity()))).toMatchObject({ code: 'auth.issuer' })
  expect([...issuer.asked, ...other.asked]).toEqual([])
  expect(
    await problemOf(await registry.post('/v1/tokens/exchange', { app: 'Bad Name', id_token: 'x' })),
  ).toMatchObject({ status: 422 })
})

test('an issuer that is down or sends invalid data is a 503, and is asked again the next time', async () => {
  const issuer = await trustedIssuer()
  const { documents } = issuer
  const configuration = documents['/.well-known/openid-configuration']
  const away = async () => {
    const problem = await problemOf(await exchange(await issuer.identity()))
    expect(problem).toMatchObject({ status: 503, code: 'oidc.issuer-away' })
    expect(problem.hint).toBeTruthy()
  }
  for (const value of [
    undefined,
    'no json',
    {},
    { issuer: 'https://evil.example.org', jwks_uri: `${issuer.url}/jwks` },
    { issuer: issuer.url, jwks_uri: 'https://evil.example.org/jwks' },
    { issuer: issuer.url, jwks_uri: 'file:///etc/passwd' },
    { issuer: issuer.url, jwks_uri: `${await closedPort()}/jwks` },
    { issuer: issuer.url, jwks_uri: `${issuer.url}/jwks`, padding: 'x'.repeat(600_000) },
  ]) {
    documents['/.well-known/openid-configuration'] = value
    await away()
  }
  documents['/.well-known/openid-configuration'] = configuration
  expect((await exchange(await issuer.identity())).status).toBe(201)
})

test('keys that cannot be read are a 503', async () => {
  const issuer = await trustedIssuer()
  const keys = issuer.documents['/jwks']
  for (const value of [undefined, 'no json', { keys: 'none' }]) {
    issuer.documents['/jwks'] = value
    expect(await problemOf(await exchange(await issuer.identity()))).toMatchObject({ status: 503 })
  }
  issuer.documents['/jwks'] = keys
  expect((await exchange(await issuer.identity())).status).toBe(201)
})

test("trust ends with its removal, its user, and that user's ownership", async () => {
  const issuer = await trustedIssuer()
  const { queries } = registry.database
  await setUserDisabled(queries, start, { user: 'ann', disabled: true })
  expect(await problemOf(await exchange(await issuer.identity()))).toMatchObject({
    code: 'auth.disabled-user',
  })
  await setUserDisabled(queries, start, { user: 'ann', disabled: false })
  await registry.publish(manifestOf(), await registry.token('bob', 'publish:*'))
  const { token } = NewToken.parse(await (await exchange(await issuer.identity())).json())
  expect(await problemOf(await registry.publish(manifestOf({ version: '4.0.0' }), token))).toMatchObject({
    code: 'auth.not-owner',
  })
})
