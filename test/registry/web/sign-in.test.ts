import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asBrowser, createPageRegistry, pageText } from '../../support/page-registry.ts'
import { createVisitor, shownText } from '../../support/page-visitor.ts'
import { problemOf } from '../../support/problem-of.ts'
import { createTestRegistry, openEmbeddedDatabase } from '../../support/test-registry.ts'

let registry: Awaited<ReturnType<typeof createPageRegistry>>
beforeAll(async () => {
  registry = await createPageRegistry()
})
afterAll(() => registry.close())

const hours = (count: number): void => {
  registry.clock.now = new Date(registry.clock.now.getTime() + count * 3_600_000)
}

async function signedIn(...scopes: string[]) {
  const token = await registry.token('ann', ...(scopes.length === 0 ? ['publish:*'] : scopes))
  const visitor = createVisitor(registry)
  expect((await visitor.signIn(token)).status).toBe(303)
  return { visitor, token }
}

describe('signing in', () => {
  it('keeps a session that scripts cannot read, and opens the account', async () => {
    const visitor = createVisitor(registry)
    const answer = await visitor.signIn(registry.ann)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, './account'])
    const cookie = answer.headers.get('set-cookie') ?? ''
    for (const part of ['HttpOnly', 'SameSite=Strict', 'Path=/', 'Max-Age=43200'])
      expect(cookie).toContain(part)
    expect(cookie).not.toContain('Secure')
    const page = await visitor.get('/account')
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.headers.get('vary')).toContain('Cookie')
    const text = shownText(await page.text())
    expect(text).toContain('Signed in as ann')
    expect(text).toContain('publish:* yank:* owners:*')
    expect(text).toContain('prettier')
  })

  it('keeps neither the token nor the secret of the session', async () => {
    const { visitor, token } = await signedIn()
    const secret = visitor.cookies.get('session') ?? ''
    expect(secret).toMatch(/^[\w-]{43}$/)
    const found = await registry.database.queries.execute(sql`select * from web_sessions`)
    expect(JSON.stringify(found)).not.toContain(secret)
    expect(JSON.stringify([...visitor.cookies])).not.toContain(token)
  })

  it.each([
    ['a public address with https', 'https://localhost', {}],
    [
      'a proxy that ends https, as browsers see it',
      'http://localhost',
      { origin: 'https://localhost', 'sec-fetch-site': 'same-origin' },
    ],
  ] as const)('binds the cookie to the host behind %s', async (_, site, headers) => {
    const visitor = createVisitor(registry, site)
    const answer = await visitor.send('/sign-in', { token: registry.ann }, headers)
    expect(answer.headers.get('set-cookie')).toMatch(/^__Host-session=.*Secure/)
    expect((await visitor.get('/account')).status).toBe(200)
  })

  it('ignores a cookie without the prefix where there is https', async () => {
    const { visitor } = await signedIn()
    const cookie = `session=${visitor.cookies.get('session')}`
    const answer = await registry.app.request('https://localhost/account', {
      headers: { ...asBrowser, cookie },
    })
    expect(answer.status).toBe(303)
  })

  it('refuses a token that is not valid, and shows it nowhere', async () => {
    const visitor = createVisitor(registry)
    const answer = await visitor.signIn('cliapps_not-a-token')
    expect(answer.status).toBe(401)
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const html = await answer.text()
    expect(shownText(html)).toContain('The token is not known to this registry.')
    expect(html).not.toContain('not-a-token')
  })

  it('leads back to the page that was asked for, and never to another site', async () => {
    const visitor = createVisitor(registry)
    const asked = await visitor.get('/account?x=1')
    expect(asked.headers.get('location')).toBe('./sign-in?to=account%3Fx%3D1')
    expect(await (await visitor.get('/sign-in?to=publish')).text()).toContain('value="publish"')
    for (const [to, then] of [
      ['publish', './publish'],
      ['account/apps/jq', './account/apps/jq'],
      ['//evil.example', './account'],
      ['https://evil.example', './account'],
      ['account//evil.example', './account'],
      ['account/../../evil', './account'],
      ['\\evil', './account'],
    ])
      expect([
        to,
        (await visitor.send('/sign-in', { token: registry.ann, to: to ?? '' })).headers.get('location'),
      ]).toEqual([to, then])
  })

  it('refuses forms of other sites, and of nobody knows where', async () => {
    const visitor = createVisitor(registry)
    const others: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    ]
    for (const headers of others)
      expect((await visitor.send('/sign-in', { token: registry.ann }, headers)).status).toBe(403)
    const body = new URLSearchParams({ token: registry.ann })
    const silent = await registry.app.request('/sign-in', { method: 'POST', body })
    expect((await problemOf(silent)).code).toBe('origin.foreign')
  })

  it('accepts nothing but a form', async () => {
    const answer = await registry.app.request('/sign-in', {
      method: 'POST',
      body: JSON.stringify({ token: registry.ann }),
      headers: { 'content-type': 'application/json' },
    })
    expect((await problemOf(answer)).code).toBe('form.invalid')
  })

  it('is limited like every attempt with a bad token', async () => {
    const limited = await createTestRegistry(openEmbeddedDatabase, {
      rateLimits: { reads: 100, writes: 100, failures: 2 },
    })
    const visitor = createVisitor(limited)
    const token = await limited.token('ann', 'publish:*')
    for (const status of [401, 401, 429]) expect((await visitor.signIn('cliapps_wrong')).status).toBe(status)
    expect((await visitor.signIn(token)).status).toBe(429)
    const bearer = await limited.get('/v1/whoami', { Authorization: `Bearer ${token}` })
    expect(bearer.status).toBe(429)
    limited.clock.now = new Date(limited.clock.now.getTime() + 60_000)
    expect((await visitor.signIn(token)).status).toBe(303)
    await limited.close()
  })
})

describe('a session', () => {
  it('ends for the server at the sign-out, too', async () => {
    const { visitor } = await signedIn()
    const cookie = `session=${visitor.cookies.get('session')}`
    const out = await visitor.send('/sign-out', {})
    expect([out.status, out.headers.get('location')]).toEqual([303, './sign-in?done=out'])
    expect(visitor.cookies.has('session')).toBe(false)
    expect((await registry.get('/account', { ...asBrowser, cookie })).status).toBe(303)
    expect(shownText(await pageText(registry, '/sign-in?done=out'))).toContain('You are signed out.')
  })

  it('does not end by a form of another site', async () => {
    const { visitor } = await signedIn()
    const out = await visitor.send('/sign-out', {}, { origin: 'https://evil.example' })
    expect(out.status).toBe(403)
    expect((await visitor.get('/account')).status).toBe(200)
  })

  it('ends after twelve hours, and is then deleted', async () => {
    const { visitor } = await signedIn()
    hours(11.9)
    expect((await visitor.get('/account')).status).toBe(200)
    hours(0.2)
    expect((await visitor.get('/account')).status).toBe(303)
    await signedIn()
    const rows = (await registry.database.queries.execute(
      sql`select count(*)::int as count from web_sessions where expires_at <= ${registry.clock.now.toISOString()}`,
    )) as unknown as { rows: { count: number }[] }
    expect((rows.rows ?? rows)[0]).toEqual({ count: 0 })
  })

  it('ends with its token: revoked, expired, or of a disabled user', async () => {
    const { visitor, token } = await signedIn()
    const { id } = (
      (await (await registry.send('GET /v1/whoami', token)).json()) as { token: { id: string } }
    ).token
    expect((await registry.send(`DELETE /v1/tokens/${id}`, token)).status).toBe(200)
    expect((await visitor.get('/account')).headers.get('location')).toBe('./sign-in?to=account')
    expect(visitor.cookies.has('session')).toBe(false)
  })

  it('is another one after each sign-in, and the old one ends', async () => {
    const { visitor, token } = await signedIn()
    const cookie = `session=${visitor.cookies.get('session')}`
    await visitor.signIn(token)
    expect(cookie).not.toBe(`session=${visitor.cookies.get('session')}`)
    expect((await registry.get('/account', { ...asBrowser, cookie })).status).toBe(303)
  })

  it('is in the audit log, with its token', async () => {
    const { visitor } = await signedIn()
    await visitor.send('/sign-out', {})
    const admin = await registry.token('root', 'admin')
    const { items } = (await (await registry.send('GET /v1/audit?limit=5', admin)).json()) as {
      items: { action: string; actor: string; token: string | null }[]
    }
    const own = items.filter(({ action }) => action.startsWith('session.'))
    expect(own.slice(0, 2).map(({ action, actor }) => [action, actor])).toEqual([
      ['session.close', 'ann'],
      ['session.open', 'ann'],
    ])
    expect(own[0]?.token).toBe(own[1]?.token)
  })

  it('cannot be used as a token of the API, nor changes a public page', async () => {
    const { visitor } = await signedIn()
    const secret = visitor.cookies.get('session') ?? ''
    expect((await registry.get('/v1/whoami', { Authorization: `Bearer ${secret}` })).status).toBe(401)
    expect((await registry.get('/v1/whoami', { cookie: `session=${secret}` })).status).toBe(401)
    for (const address of ['/', '/apps', '/apps/prettier', '/apps/prettier/versions', '/statistics']) {
      const [anyone, ann] = [await registry.get(address, asBrowser), await visitor.get(address)]
      expect([address, ann.headers.get('etag')]).toEqual([address, anyone.headers.get('etag')])
      expect(ann.headers.get('cache-control')).toBe('public, max-age=60, must-revalidate')
      expect(ann.headers.get('set-cookie')).toBeNull()
      expect(await ann.text()).toBe(await anyone.text())
    }
  })
})
