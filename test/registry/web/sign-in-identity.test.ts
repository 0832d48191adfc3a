import { AuditPage } from '@cli-apps/core'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  listLinkedIdentities,
  unlinkAsOperator,
} from '../../../services/registry/src/auth/sign-in/operator-identities.ts'
import { setUserDisabled } from '../../../services/registry/src/auth/users.ts'
import { closedPort } from '../../support/file-server.ts'
import { asBrowser } from '../../support/page-registry.ts'
import { createVisitor, type PageVisitor, shownText, signedInVisitor } from '../../support/page-visitor.ts'
import { problemOf } from '../../support/problem-of.ts'
import { providerAt, type SignInIssuer, signInIssuer } from '../../support/sign-in-issuer.ts'
import { createTestRegistry, type TestRegistry } from '../../support/test-registry.ts'

const start = new Date('2026-01-02T03:04:05.678Z')
const everything = ['publish:*', 'yank:*', 'owners:*']

let registry: TestRegistry
beforeAll(async () => {
  registry = await createTestRegistry()
})
beforeEach(async () => {
  registry.clock.now = start
  await registry.reset()
})
afterEach(() => {
  registry.deps.signIn = undefined
})
afterAll(() => registry.close())

const later = (minutes: number): void => {
  registry.clock.now = new Date(start.getTime() + minutes * 60_000)
}

/** A registry whose people sign in at an issuer of the test. */
async function issuerOfPeople(change: Parameters<typeof providerAt>[1] = {}): Promise<SignInIssuer> {
  const issuer = await signInIssuer(start)
  registry.deps.signIn = providerAt(issuer.url, change)
  return issuer
}

/** Begins a sign-in and goes to the identity provider; returns the address to which that sends the browser back. */
async function goToIssuer(visitor: PageVisitor, query = ''): Promise<string> {
  const begun = await visitor.get(`/sign-in/openid${query}`)
  expect([begun.status, begun.headers.get('cache-control')]).toEqual([303, 'no-store'])
  const answer = await fetch(begun.headers.get('location') ?? '', { redirect: 'manual' })
  const { origin, pathname, search } = new URL(answer.headers.get('location') ?? '')
  expect(origin + pathname).toBe('http://localhost/sign-in/openid/callback')
  return pathname + search
}

const comeBack = async (visitor: PageVisitor, query?: string): Promise<Response> =>
  visitor.get(await goToIssuer(visitor, query))

/** Where a page leads to by itself. */
const leadsTo = (answer: Response): [number, string | null] => [answer.status, answer.headers.get('refresh')]

/** Creates an account with the identity of the issuer's person, and stays signed in. */
async function registered(name: string): Promise<PageVisitor> {
  const visitor = createVisitor(registry)
  await comeBack(visitor)
  const made = await visitor.send('/sign-in/identity', { name })
  expect([made.status, made.headers.get('location')]).toEqual([303, '../account?done=registered'])
  await visitor.get('/account')
  return visitor
}

async function pageOf(answer: Response | Promise<Response>): Promise<string> {
  return shownText(await (await answer).text())
}

async function countOf(table: 'users' | 'web_sessions' | 'pending_identities' | 'user_identities') {
  const result = await registry.database.queries.execute(
    sql`select count(*)::int as count from ${sql.identifier(table)}`,
  )
  const rows = result as unknown as { rows?: { count: number }[] } & { count: number }[]
  return (rows.rows ?? rows)[0]?.count
}

describe('a registry without an identity provider', () => {
  it('offers none, and has none of its addresses', async () => {
    const visitor = createVisitor(registry)
    expect(await pageOf(visitor.get('/sign-in'))).not.toContain('Sign in with')
    for (const path of ['/sign-in/openid', '/sign-in/openid/callback?code=x&state=y'])
      expect(await problemOf(await registry.get(path))).toMatchObject({
        status: 404,
        code: 'sign-in.not-configured',
      })
    const ann = await signedInVisitor(registry, 'ann', ...everything)
    expect(await pageOf(ann.get('/account'))).not.toContain('Identities')
  })
})

describe('signing in with an identity', () => {
  it('asks the identity provider with PKCE, a state and a nonce, and names the exact address to return to', async () => {
    const issuer = await issuerOfPeople()
    const visitor = createVisitor(registry)
    const page = await (await visitor.get('/sign-in?to=publish')).text()
    expect(page).toContain('href="./sign-in/openid?to=publish"')
    expect(shownText(page)).toContain('Sign in with Example ID')
    await goToIssuer(visitor)
    await goToIssuer(createVisitor(registry))
    const [one, two] = issuer.asking.map((asking) => Object.fromEntries(asking))
    expect(one).toEqual({
      tenant: '1',
      response_type: 'code',
      client_id: 'registry app',
      redirect_uri: 'http://localhost/sign-in/openid/callback',
      scope: 'openid profile',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
    expect(new Set([one?.state, one?.nonce, one?.code_challenge, two?.state, two?.nonce]).size).toBe(5)
  })

  it.each([
    ['http://localhost', 'sign-in', false],
    ['https://localhost', '__Host-sign-in', true],
  ])('keeps the sign-in in a short-lived cookie of the browser at %s', async (origin, name, isSecure) => {
    await issuerOfPeople()
    const begun = await createVisitor(registry, origin).get('/sign-in/openid')
    const cookie = begun.headers.get('set-cookie') ?? ''
    for (const part of [`${name}=`, 'HttpOnly', 'SameSite=Lax', 'Max-Age=600', 'Path=/'])
      expect(cookie).toContain(part)
    expect(cookie.includes('Secure')).toBe(isSecure)
  })

  it('lets a new person choose a name, and from then on opens the account', async () => {
    const issuer = await issuerOfPeople()
    const visitor = createVisitor(registry)
    const back = await comeBack(visitor)
    expect(leadsTo(back)).toEqual([200, '0; url=../../sign-in/identity'])
    expect(back.headers.get('set-cookie')).toContain('SameSite=Strict')
    expect(visitor.cookies.has('sign-in')).toBe(false)
    const choice = await (await visitor.get('/sign-in/identity')).text()
    expect(shownText(choice)).toContain('You are Ann at Example ID.')
    expect(choice).toMatch(/<label for="name">User name<\/label><input id="name"[^>]* value="ann"/)
    expect([await countOf('users'), await countOf('user_identities')]).toEqual([0, 0])
    const made = await visitor.send('/sign-in/identity', { name: 'ann' })
    expect(made.headers.get('location')).toBe('../account?done=registered')
    expect(visitor.cookies.has('identity')).toBe(false)
    const account = await pageOf(visitor.get('/account?done=registered'))
    for (const text of [
      'Your account is created.',
      'Signed in as ann',
      'Signed in with Example ID',
      ...everything,
    ])
      expect(account).toContain(text)

    issuer.person = { sub: 'person-1', preferred_username: 'renamed' }
    const again = createVisitor(registry)
    expect(leadsTo(await comeBack(again, '?to=publish'))).toEqual([200, '0; url=../../publish'])
    expect(await pageOf(again.get('/account'))).toContain('Signed in as ann')
  })

  it('gives the same kind of session as a token: with its lifetime, and never the rights of an operator', async () => {
    await issuerOfPeople()
    const visitor = await registered('ann')
    const secret = visitor.cookies.get('session') ?? ''
    const stored = await registry.database.queries.execute(sql`select * from web_sessions`)
    expect(JSON.stringify(stored)).not.toContain(secret)
    await visitor.get('/account/tokens')
    const admin = await visitor.send('/account/tokens', { change: 'create', admin: 'yes' })
    expect(await pageOf(admin)).toContain('does not cover admin')
    later(12 * 60)
    expect((await visitor.get('/account')).headers.get('location')).toBe('./sign-in?to=account')
  })

  it('signs out as before, and leaves no token behind', async () => {
    await issuerOfPeople()
    const visitor = await registered('ann')
    const cookie = `session=${visitor.cookies.get('session')}`
    expect((await visitor.send('/sign-out', {})).headers.get('location')).toBe('./sign-in?done=out')
    expect((await registry.get('/account', { ...asBrowser, cookie })).status).toBe(303)
    const tokens = await registry.database.queries.execute(
      sql`select id from tokens where revoked_at is null`,
    )
    expect(JSON.stringify(tokens)).not.toContain('sign-in-')
    const root = await registry.token('root', 'admin')
    const { items } = AuditPage.parse(await (await registry.send('GET /v1/audit', root)).json())
    expect(items.map(({ action, actor }) => `${actor} ${action}`).slice(1)).toEqual([
      'ann session.close',
      'ann session.open',
      'ann user.register',
    ])
  })

  it('lets a token that is created in the session outlast it, for at most 90 days', async () => {
    await issuerOfPeople()
    const visitor = await registered('ann')
    await visitor.get('/account/tokens')
    const page = await pageOf(
      visitor.send('/account/tokens', { change: 'create', publish: 'yes', apps: '*', days: '300' }),
    )
    const [token] = /cliapps_[\w-]+/.exec(page) ?? ['']
    later(90 * 24 * 60 - 1)
    expect((await registry.send('GET /v1/whoami', token)).status).toBe(200)
    later(90 * 24 * 60)
    expect(await problemOf(await registry.send('GET /v1/whoami', token))).toMatchObject({
      code: 'auth.expired-token',
    })
  })

  it.each([
    'https://evil.example',
    '//evil.example',
    '/sign-in/openid',
    '..//evil.example',
    'account/../../x',
  ])('leads to no other site, and to no other page than those of a person: %s', async (to) => {
    await issuerOfPeople()
    await registered('ann')
    const back = await comeBack(createVisitor(registry), `?to=${encodeURIComponent(to)}`)
    expect(leadsTo(back)).toEqual([200, '0; url=../../account'])
  })

  it('keeps the policy of the pages, in both languages', async () => {
    await issuerOfPeople()
    const visitor = createVisitor(registry)
    const back = await comeBack(visitor)
    const page = await visitor.get('/sign-in/identity?lang=zh')
    for (const answer of [back, page]) {
      expect(answer.headers.get('content-security-policy')).toContain("form-action 'self'")
      expect(answer.headers.get('cache-control')).toBe('no-store')
    }
    expect(await pageOf(page)).toContain('您在 Example ID 的身份是 Ann。')
    expect(await pageOf(visitor.get('/sign-in'))).toContain('使用 Example ID 登录')
  })
})

describe('an answer of the identity provider', () => {
  /** A refused sign-in says why, offers another one, and leaves nothing. */
  async function expectRefusal(answer: Response, status: number, reason: string): Promise<void> {
    const page = await pageOf(answer)
    expect([answer.status, page]).toEqual([status, expect.stringContaining(reason)])
    expect(page).toContain('You are not signed in.')
    expect(page).toContain('Sign in with Example ID')
    expect([await countOf('web_sessions'), await countOf('pending_identities')]).toEqual([0, 0])
  }

  it.each<[string, (back: URL, visitor: PageVisitor) => void]>([
    ['another state', (back) => back.searchParams.set('state', 'x'.repeat(43))],
    ['no state', (back) => back.searchParams.delete('state')],
    ['the cookie of another browser', (_, visitor) => visitor.cookies.clear()],
    ['a cookie that was changed', (_, visitor) => visitor.cookies.set('sign-in', changedCookie(visitor))],
    ['a cookie that is none', (_, visitor) => visitor.cookies.set('sign-in', 'nonsense')],
    ['more than ten minutes in between', () => later(10)],
  ])('is refused with %s, before anything is redeemed', async (_, change) => {
    const issuer = await issuerOfPeople()
    const visitor = createVisitor(registry)
    const back = new URL(await goToIssuer(visitor), 'http://localhost')
    change(back, visitor)
    const answer = await visitor.get(back.pathname + back.search)
    await expectRefusal(answer, 401, 'belongs to no sign-in that this browser began')
    expect(issuer.redeeming).toEqual([])
  })

  it.each<[string, Record<string, unknown>, string]>([
    ['of another sign-in', { nonce: 'another' }, 'it was issued for another sign-in'],
    ['without a nonce', { nonce: undefined }, 'it was issued for another sign-in'],
    ['for another audience', { aud: 'another client' }, 'unexpected "aud" claim value'],
    ['for several audiences without a client', { aud: ['registry app', 'another'] }, 'for another client'],
    ['of another client', { aud: ['registry app', 'another'], azp: 'another' }, 'for another client'],
    ['that has expired', { exp: start.getTime() / 1000 - 61 }, '"exp" claim timestamp check failed'],
    ['that never expires', { exp: undefined }, 'missing required "exp" claim'],
    ['without the time of issue', { iat: undefined }, '"iat" claim'],
    [
      'of the future',
      { iat: Math.floor(start.getTime() / 1000) + 300 },
      '"iat" claim timestamp check failed',
    ],
    ['of another issuer', { iss: 'https://other.example' }, 'unexpected "iss" claim value'],
    ['without a subject', { sub: undefined }, 'missing required "sub" claim'],
    ['with an unusual subject', { sub: 'a\u0000b' }, 'it is not an identity token'],
  ])('is refused with an identity token %s', async (_, claims, reason) => {
    const issuer = await issuerOfPeople()
    issuer.claims = claims
    const answer = await comeBack(createVisitor(registry))
    await expectRefusal(answer, 401, reason)
  })

  it('is refused with a token that the issuer did not sign', async () => {
    const issuer = await issuerOfPeople()
    const published = issuer.documents['/jwks']
    await issuer.rotate()
    issuer.documents['/jwks'] = published
    await expectRefusal(await comeBack(createVisitor(registry)), 401, 'no applicable key found')
  })

  it('is accepted once: the code neither a second time nor in another sign-in', async () => {
    await issuerOfPeople()
    const visitor = createVisitor(registry)
    const back = await goToIssuer(visitor)
    expect((await visitor.get(back)).status).toBe(200)
    const repeated = await visitor.get(back)
    expect([repeated.status, await pageOf(repeated)]).toEqual([401, expect.stringContaining('Start again')])

    const other = new URL(await goToIssuer(visitor), 'http://localhost')
    other.searchParams.set('code', new URL(back, 'http://localhost').searchParams.get('code') ?? '')
    const stolen = await visitor.get(other.pathname + other.search)
    expect([stolen.status, await pageOf(stolen)]).toEqual([
      401,
      expect.stringContaining('it was used before'),
    ])
  })

  it('shows that the person refused, or what else the identity provider reports', async () => {
    const issuer = await issuerOfPeople()
    issuer.person = undefined
    const visitor = createVisitor(registry)
    await expectRefusal(await comeBack(visitor), 403, 'The sign-in was refused at Example ID.')
    const back = new URL(await goToIssuer(visitor), 'http://localhost')
    back.searchParams.set('error', 'invalid_scope')
    back.searchParams.set('error_description', '<b>No</b> such scope')
    const answer = await visitor.get(back.pathname + back.search)
    await expectRefusal(answer, 403, 'did not sign you in: invalid_scope (<b>No</b> such scope).')
  })

  it('is refused from another issuer (RFC 9207)', async () => {
    const issuer = await issuerOfPeople()
    const visitor = createVisitor(registry)
    const back = await goToIssuer(visitor)
    await expectRefusal(await visitor.get(`${back}&iss=https://other.example`), 403, 'invalid_response')
    expect(issuer.redeeming).toEqual([])
  })

  it('counts as a failed attempt of the address, as a bad token does', async () => {
    await issuerOfPeople()
    const taken: string[] = []
    const { limiter } = registry.deps
    registry.deps.limiter = {
      ...limiter,
      take: (kind, key) => {
        taken.push(kind)
        return limiter.take(kind, key)
      },
    }
    await createVisitor(registry).get('/sign-in/openid/callback?code=x&state=y')
    registry.deps.limiter = limiter
    expect(taken).toEqual(['reads', 'failures'])
  })
})

describe('the identity provider', () => {
  const startAt = (visitor = createVisitor(registry)): Promise<Response> => visitor.get('/sign-in/openid')

  it('that does not answer is named on a page, before and after the sign-in there', async () => {
    registry.deps.signIn = providerAt(await closedPort())
    const down = await startAt()
    expect(down.headers.get('set-cookie')).toBeNull()
    expect([down.status, await pageOf(down)]).toEqual([503, expect.stringContaining('is not available')])

    const issuer = await issuerOfPeople()
    const visitor = createVisitor(registry)
    const back = await goToIssuer(visitor)
    delete issuer.actions['/token']
    const lost = await visitor.get(back)
    expect([lost.status, await pageOf(lost)]).toEqual([503, expect.stringContaining('is not available')])
    expect(await countOf('pending_identities')).toBe(0)
  })

  it.each<[string, Record<string, unknown>]>([
    ['without an authorization endpoint', { authorization_endpoint: undefined }],
    ['with one without TLS on another host', { authorization_endpoint: 'http://issuer.example/authorize' }],
    ['with one that is no web address', { authorization_endpoint: 'javascript:alert(1)' }],
    ['with credentials in the address', { authorization_endpoint: 'http://a:b@127.0.0.1/authorize' }],
    ['that names another issuer', { issuer: 'https://other.example' }],
    ['with keys without TLS on another host', { jwks_uri: 'http://10.0.0.1/jwks' }],
  ])('%s is refused', async (_, change) => {
    const issuer = await issuerOfPeople()
    const at = '/.well-known/openid-configuration'
    issuer.documents[at] = { ...(issuer.documents[at] as object), ...change }
    const answer = await startAt()
    expect([answer.status, answer.headers.get('location')]).toEqual([503, null])
  })

  it.each([
    ['without TLS on another host', 'http://10.0.0.1/token'],
    ['that redirects', ''],
  ])('with a token endpoint %s gets no code', async (_, token_endpoint) => {
    const issuer = await issuerOfPeople()
    const at = '/.well-known/openid-configuration'
    if (token_endpoint !== '') issuer.documents[at] = { ...(issuer.documents[at] as object), token_endpoint }
    else
      issuer.actions['/token'] = (_request, response) =>
        response.writeHead(307, { location: `${issuer.url}/elsewhere` }).end('{}')
    expect((await comeBack(createVisitor(registry))).status).toBe(503)
    expect([issuer.redeeming, issuer.asked.includes('/elsewhere')]).toEqual([[], false])
  })

  it.each<[string, string | undefined, string[] | undefined, RegExp | undefined]>([
    ['no secret', undefined, undefined, undefined],
    ['a secret in a header', 's&c+r=t', undefined, /^Basic /],
    ['a secret in the form, where it takes no other', 's p', ['client_secret_post'], undefined],
  ])('learns who asks by %s', async (_, clientSecret, methods, header) => {
    const issuer = await issuerOfPeople({ clientSecret })
    issuer.secret = clientSecret
    const at = '/.well-known/openid-configuration'
    const more = { token_endpoint_auth_methods_supported: methods }
    issuer.documents[at] = { ...(issuer.documents[at] as object), ...more }
    expect((await comeBack(createVisitor(registry))).status).toBe(200)
    const [{ headers, fields } = { headers: {}, fields: new URLSearchParams() }] = issuer.redeeming
    expect(headers.authorization ?? '').toMatch(header ?? /^$/)
    expect(fields.get('client_secret')).toBe(methods === undefined ? null : clientSecret)
    expect(fields.get('code_verifier')).toMatch(/^[\w-]{43}$/)
  })

  it('that does not know the client is a matter of the operator, and no page shows the secret', async () => {
    const issuer = await issuerOfPeople({ clientSecret: 'the wrong one' })
    issuer.secret = 'right'
    const answer = await comeBack(createVisitor(registry))
    const page = await pageOf(answer)
    expect(answer.status).toBe(503)
    expect(page).toContain('Example ID does not answer this registry: invalid_client.')
    expect(page).toContain('http://localhost/sign-in/openid/callback')
    expect(page).not.toContain('the wrong one')
  })
})

describe('the account of an identity', () => {
  it.each([
    ['that exists', 'bob'],
    ['of the registry itself', 'operator'],
    ['of the registry itself, also before it exists', 'catalog'],
  ])('never gets a name %s', async (_, name) => {
    await issuerOfPeople()
    await registry.token('bob', 'publish:*')
    const visitor = createVisitor(registry)
    await comeBack(visitor)
    const refused = await visitor.send('/sign-in/identity', { name })
    expect([refused.status, await pageOf(refused)]).toEqual([
      409,
      expect.stringContaining(`The name ${name} is taken or reserved.`),
    ])
    expect([await countOf('user_identities'), await countOf('web_sessions')]).toEqual([0, 0])
    expect((await visitor.send('/sign-in/identity', { name: 'free' })).status).toBe(303)
  })

  it('is not suggested a name that exists, and must have a valid one', async () => {
    await issuerOfPeople()
    await registry.token('ann', 'publish:*')
    const visitor = createVisitor(registry)
    await comeBack(visitor)
    expect(await (await visitor.get('/sign-in/identity')).text()).toMatch(/id="name"[^>]* value=""/)
    const refused = await visitor.send('/sign-in/identity', { name: 'Ann Smith' })
    expect([refused.status, await refused.text()]).toEqual([
      422,
      expect.stringContaining('value="Ann Smith"'),
    ])
    expect(await countOf('users')).toBe(1)
  })

  it('is chosen by the browser that signed in, once, and within ten minutes', async () => {
    await issuerOfPeople()
    const visitor = createVisitor(registry)
    await comeBack(visitor)
    const cookie = visitor.cookies.get('identity') ?? ''
    const foreign = await visitor.send(
      '/sign-in/identity',
      { name: 'ann' },
      { origin: 'https://evil.example' },
    )
    expect(foreign.status).toBe(403)
    expect((await createVisitor(registry).send('/sign-in/identity', { name: 'ann' })).status).toBe(401)
    expect((await visitor.send('/sign-in/identity', { name: 'ann' })).status).toBe(303)
    visitor.cookies.set('identity', cookie)
    const repeated = await visitor.send('/sign-in/identity', { name: 'ann-2' })
    expect([repeated.status, await pageOf(repeated)]).toEqual([
      401,
      expect.stringContaining('This sign-in has ended, or was completed before.'),
    ])

    const slow = createVisitor(registry)
    await comeBack(slow, '?link=yes')
    later(10)
    expect((await slow.get('/sign-in/identity')).status).toBe(401)
  })

  it('is created by two forms at the same time only once', async () => {
    await issuerOfPeople()
    const visitor = createVisitor(registry)
    await comeBack(visitor)
    const answers = await Promise.all(
      ['one', 'two'].map((name) => visitor.send('/sign-in/identity', { name })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 401])
    expect([await countOf('users'), await countOf('user_identities')]).toEqual([1, 1])
  })

  it('must exist where the operator closed registration', async () => {
    await issuerOfPeople({ isOpen: false })
    const visitor = createVisitor(registry)
    await comeBack(visitor)
    const page = await visitor.get('/sign-in/identity')
    const text = await page.text()
    expect(page.status).toBe(403)
    expect(shownText(text)).toContain('People cannot create accounts of this registry themselves.')
    expect(text).not.toContain('id="name"')
    expect((await visitor.send('/sign-in/identity', { name: 'ann' })).status).toBe(403)
    expect(await countOf('users')).toBe(0)

    const token = await registry.token('ann', ...everything)
    const signedIn = await visitor.send('/sign-in', { token, to: 'sign-in/identity' })
    expect(signedIn.headers.get('location')).toBe('./sign-in/identity')
    expect(await pageOf(visitor.get('/sign-in/identity'))).toContain('Link it to ann')
    const linked = await visitor.send('/account/identities', { change: 'link' })
    expect(linked.headers.get('location')).toBe('../account?done=link')
    expect(leadsTo(await comeBack(createVisitor(registry)))).toEqual([200, '0; url=../../account'])
  })

  it('is not opened for a disabled user', async () => {
    await issuerOfPeople()
    await registered('ann')
    await setUserDisabled(registry.database.queries, start, { user: 'ann', disabled: true })
    const visitor = createVisitor(registry)
    const answer = await comeBack(visitor)
    expect([answer.status, await pageOf(answer)]).toEqual([403, expect.stringContaining('ann is disabled')])
    expect(visitor.cookies.has('session')).toBe(false)
  })
})

describe('linking an identity', () => {
  async function link(visitor: PageVisitor): Promise<Response> {
    await comeBack(visitor, '?link=yes')
    await visitor.get('/sign-in/identity')
    return visitor.send('/account/identities', { change: 'link' })
  }

  it('lets the owner of an account sign in without the token, and lists the identity', async () => {
    const issuer = await issuerOfPeople()
    const ann = await signedInVisitor(registry, 'ann', ...everything)
    expect(await pageOf(ann.get('/account'))).toContain('Link an identity of Example ID')
    expect((await link(ann)).headers.get('location')).toBe('../account?done=link')
    expect(await pageOf(ann.get('/account'))).toContain('Ann Example ID · linked 2026-01-02')
    expect((await link(ann)).headers.get('location')).toBe('../account?done=same')
    const other = createVisitor(registry)
    await comeBack(other)
    expect(await pageOf(other.get('/account'))).toContain('Signed in as ann')

    issuer.person = { sub: 'person-2', preferred_username: 'Ann' }
    const another = createVisitor(registry)
    expect(leadsTo(await comeBack(another))).toEqual([200, '0; url=../../sign-in/identity'])
    expect(another.cookies.has('session')).toBe(false)
  })

  it('needs a confirmation in a session, by a form of the registry', async () => {
    await issuerOfPeople()
    const visitor = createVisitor(registry)
    await comeBack(visitor, '?link=yes')
    expect((await visitor.send('/account/identities', { change: 'link' })).status).toBe(401)
    const ann = await signedInVisitor(registry, 'ann', ...everything)
    await comeBack(ann, '?link=yes')
    expect(await countOf('user_identities')).toBe(0)
    const foreign = await ann.send(
      '/account/identities',
      { change: 'link' },
      { origin: 'https://evil.example' },
    )
    const keyless = await ann.send('/account/identities', { change: 'link', form: 'x' })
    expect([foreign.status, keyless.status, await countOf('user_identities')]).toEqual([403, 403, 0])
  })

  it('is refused to a token that may do less than the identity could', async () => {
    await issuerOfPeople()
    const ci = await signedInVisitor(registry, 'ann', 'publish:jq')
    const refused = await link(ci)
    expect([refused.status, await pageOf(refused)]).toEqual([
      403,
      expect.stringContaining(
        'An identity may do more than your token, which lacks publish:*, yank:*, owners:*.',
      ),
    ])
    expect(await countOf('user_identities')).toBe(0)
  })

  it('is refused for an identity of another account', async () => {
    await issuerOfPeople()
    await registered('ann')
    const bob = await signedInVisitor(registry, 'bob', ...everything)
    const refused = await link(bob)
    expect([refused.status, await pageOf(refused)]).toEqual([
      409,
      expect.stringContaining('This identity is linked to another account.'),
    ])
  })

  const unlink = (visitor: PageVisitor, issuer: SignInIssuer): Promise<Response> =>
    visitor.send('/account/identities', { change: 'unlink', issuer: issuer.url, subject: 'person-1' })

  it('can be undone by its owner alone, which ends the sessions of identities', async () => {
    const issuer = await issuerOfPeople()
    const ann = await signedInVisitor(registry, 'ann', ...everything)
    await link(ann)
    const thief = createVisitor(registry)
    await comeBack(thief)
    expect((await thief.get('/account')).status).toBe(200)
    const bob = await signedInVisitor(registry, 'bob', ...everything)
    expect((await unlink(bob, issuer)).headers.get('location')).toBe('../account?done=same')
    await ann.get('/account')
    expect((await unlink(ann, issuer)).headers.get('location')).toBe('../account?done=unlink')
    expect([(await ann.get('/account')).status, (await thief.get('/account')).status]).toEqual([200, 303])
    expect(leadsTo(await comeBack(thief))).toEqual([200, '0; url=../../sign-in/identity'])
    const root = await registry.token('root', 'admin')
    const log = await registry.send('GET /v1/audit?action=identity.unlink', root)
    expect(AuditPage.parse(await log.json()).items).toMatchObject([
      { actor: 'ann', details: { issuer: issuer.url, subject: 'person-1' } },
    ])
  })

  it('can be undone by the operator, also for the last one, which ends its sessions and keeps tokens', async () => {
    const issuer = await issuerOfPeople()
    const ann = await registered('ann')
    const token = await registry.token('ann', 'publish:*')
    const { queries } = registry.database
    const identity = { issuer: issuer.url, subject: 'person-1' }
    expect(await listLinkedIdentities(queries, 'bob')).toEqual([])
    const listed = { user: 'ann', ...identity, linked_at: start.toISOString() }
    expect(await listLinkedIdentities(queries)).toEqual([expect.objectContaining(listed)])
    await expect(
      unlinkAsOperator(queries, start, { ...identity, subject: 'person-2' }),
    ).rejects.toMatchObject({
      code: 'sign-in.unknown-identity',
    })
    expect((await ann.get('/account')).status).toBe(200)
    expect(await unlinkAsOperator(queries, start, identity)).toEqual({ changed: true })
    expect((await ann.get('/account')).status).toBe(303)
    expect(await countOf('user_identities')).toBe(0)
    expect((await registry.send('GET /v1/whoami', token)).status).toBe(200)
    const root = await registry.token('root', 'admin')
    const log = await registry.send('GET /v1/audit?action=identity.unlink', root)
    expect(AuditPage.parse(await log.json()).items).toMatchObject([
      { actor: 'operator', details: { user: 'ann', ...identity } },
    ])
  })

  it('cannot be undone for the last one in a session of an identity, which would lock its person out', async () => {
    const issuer = await issuerOfPeople()
    const ann = await registered('ann')
    const refused = await unlink(ann, issuer)
    expect([refused.status, await pageOf(refused)]).toEqual([
      403,
      expect.stringContaining('with the last identity of your account'),
    ])
    expect(await countOf('user_identities')).toBe(1)
  })
})

/** The same cookie with another page to open. */
function changedCookie({ cookies }: PageVisitor): string {
  const cookie = JSON.parse(Buffer.from(cookies.get('sign-in') ?? '', 'base64url').toString())
  return Buffer.from(JSON.stringify({ ...cookie, to: 'publish' })).toString('base64url')
}
