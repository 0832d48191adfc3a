import { NewToken, TokenList } from '@cli-apps/core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPageRegistry } from '../../support/page-registry.ts'
import { createVisitor, type PageVisitor, shownText, signedInVisitor } from '../../support/page-visitor.ts'

let registry: Awaited<ReturnType<typeof createPageRegistry>>
let ann: PageVisitor
beforeAll(async () => {
  registry = await createPageRegistry()
})
beforeEach(async () => {
  ann = await visitorWith('ann', 'publish:*', 'yank:*')
})
afterAll(() => registry.close())

const visitorWith = (user: string, ...scopes: string[]): Promise<PageVisitor> =>
  signedInVisitor(registry, user, ...scopes)

const secretIn = (html: string): string | undefined => /cliapps_[\w-]{43}/.exec(html)?.[0]
const keyIn = (html: string): string => /name="key" value="([\w-]+)"/.exec(html)?.[1] ?? ''
const tokensOf = async (token = registry.ann) =>
  TokenList.parse(await (await registry.send('GET /v1/tokens', token)).json()).tokens
const isGood = async (token: string): Promise<boolean> =>
  (await registry.send('GET /v1/whoami', token)).status === 200

describe('tokens', () => {
  it('are created with at most the scopes of the session, and shown once', async () => {
    const html = await (
      await ann.send('/account/tokens', {
        change: 'create',
        label: 'laptop <b>',
        publish: 'yes',
        yank: 'yes',
        apps: 'prettier',
        days: '30',
      })
    ).text()
    const secret = secretIn(html) ?? ''
    expect(await isGood(secret)).toBe(false)
    expect(shownText(html)).toContain('label must be plain text')
    const made = await (
      await ann.send('/account/tokens', {
        change: 'create',
        label: 'laptop',
        publish: 'yes',
        yank: 'yes',
        apps: 'prettier',
        days: '30',
      })
    ).text()
    const token = secretIn(made) ?? ''
    const whoami = (await (await registry.send('GET /v1/whoami', token)).json()) as Record<string, unknown>
    expect(whoami).toMatchObject({ user: 'ann', scopes: ['publish:prettier', 'yank:prettier'] })
    const list = await (await ann.get('/account/tokens')).text()
    expect(secretIn(list)).toBeUndefined()
    expect(shownText(list)).toContain('laptop active')
    expect(shownText(list)).toContain('this session')
  })

  it('are chosen by what they may do, as far as the session may do it', async () => {
    const html = await (await ann.get('/account/tokens')).text()
    const boxes = [...html.matchAll(/type="checkbox" name="(\w+)" value="yes"( checked)?/g)]
    expect(boxes.map(([, name, checked]) => [name, checked !== undefined])).toEqual([
      ['publish', true],
      ['yank', true],
    ])
    expect(html).toContain('<label for="apps">')
  })

  it('of a form that is sent twice are one, with a new secret', async () => {
    const key = keyIn(await (await ann.get('/account/tokens')).text())
    const fields = { change: 'create', label: 'twice', publish: 'yes', apps: 'prettier', key }
    const [first, second] = [
      secretIn(await (await ann.send('/account/tokens', fields)).text()) ?? '',
      secretIn(await (await ann.send('/account/tokens', fields)).text()) ?? '',
    ]
    expect([await isGood(first), await isGood(second)]).toEqual([false, true])
    expect((await tokensOf()).filter(({ label }) => label === 'twice')).toHaveLength(1)
  })

  it.each([
    [{ owners: 'yes', apps: '*' }, 403, 'does not cover owners:*'],
    [{ admin: 'yes' }, 403, 'does not cover admin'],
    [{ publish: 'yes', apps: 'Not:valid' }, 400, 'is not a valid scope'],
    [{ publish: 'yes', apps: ' ' }, 422, 'scopes'],
    [{ publish: 'yes', apps: '*', days: '-1' }, 422, 'expires_days'],
    [{ publish: 'yes', apps: '*', days: 'soon' }, 422, 'expires_days'],
  ])('are refused for %j, with what was typed', async (fields, status, reason) => {
    const answer = await ann.send('/account/tokens', { change: 'create', label: 'kept label', ...fields })
    expect(answer.status).toBe(status)
    const html = await answer.text()
    expect(shownText(html)).toContain(reason)
    expect(html).toContain('value="kept label"')
    expect(secretIn(html)).toBeUndefined()
  })

  it('are revoked, but not those of somebody else', async () => {
    const made = NewToken.parse(
      await (
        await registry.send('POST /v1/tokens', registry.ann, { scopes: ['yank:*'], label: 'old' })
      ).json(),
    )
    const bob = await visitorWith('bob', 'publish:*', 'yank:*')
    expect((await bob.send('/account/tokens', { change: 'revoke', id: made.id })).status).toBe(404)
    const foreign = await ann.send(
      '/account/tokens',
      { change: 'revoke', id: made.id },
      { origin: 'https://evil.example' },
    )
    expect([foreign.status, await isGood(made.token)]).toEqual([403, true])
    const answer = await ann.send('/account/tokens', { change: 'revoke', id: made.id })
    expect(answer.headers.get('location')).toBe('./tokens?done=revoke')
    expect(await isGood(made.token)).toBe(false)
    expect(shownText(await (await ann.get('/account/tokens?done=revoke')).text())).toContain(
      'The token is revoked.',
    )
  })

  it('end the session when it is theirs', async () => {
    const visitor = createVisitor(registry)
    const token = await registry.token('ann', 'publish:*')
    await visitor.signIn(token)
    await visitor.get('/account')
    const [id] = (await tokensOf(token)).flatMap((one) => (one.last_used_at === null ? [] : one.id))
    const { token: own } = (await (await registry.send('GET /v1/whoami', token)).json()) as {
      token: { id: string }
    }
    expect(id).toBeDefined()
    await visitor.send('/account/tokens', { change: 'revoke', id: own.id })
    expect((await visitor.get('/account/tokens')).headers.get('location')).toBe(
      '../sign-in?to=account%2Ftokens',
    )
  })
})

describe('the audit log', () => {
  it('shows owners what was done to their apps', async () => {
    await ann.get('/account/apps/prettier')
    await ann.send('/account/apps/prettier', { change: 'yank', version: '3.6.1', reason: 'Old & slow' })
    const page = await ann.get('/account/audit')
    expect(page.headers.get('cache-control')).toBe('no-store')
    const shown = shownText(await page.text())
    expect(shown).toContain('version.yank prettier 3.6.1')
    expect(shown).toContain('{"reason":"Old & slow"}')
    expect(shown).not.toContain('session.open')
  })

  it('shows nobody else what was done, and operators everything', async () => {
    const bob = await visitorWith('bob', 'publish:*')
    expect(shownText(await (await bob.get('/account/audit')).text())).toContain('You own no app yet')
    expect((await bob.get('/account/audit?app=prettier')).status).toBe(403)
    expect((await ann.get('/account/audit?app=jq')).status).toBe(403)
    const root = await visitorWith('root', 'admin')
    expect(shownText(await (await root.get('/account/audit')).text())).toContain('session.open')
    expect(shownText(await (await root.get('/account/audit?app=jq')).text())).not.toContain('session.open')
  })

  it('goes on page by page', async () => {
    const root = await visitorWith('root', 'admin')
    for (let count = 0; count < 30; count++) await registry.token('carl', 'publish:*')
    for (let count = 0; count < 30; count++) await registry.token('carl', 'yank:*')
    const seen: string[] = []
    for (let next = '/account/audit'; next !== ''; ) {
      const html = await (await root.get(next)).text()
      seen.push(shownText(html))
      const [, address = ''] = /rel="next" href="\.\.(\/account\/audit\?[^"]+)"/.exec(html) ?? []
      next = address.replaceAll('&amp;', '&')
    }
    expect(seen.length).toBeGreaterThan(1)
    expect(seen[0]).not.toContain('version.publish prettier 3.6.2')
    expect(seen.at(-1)).toContain('version.publish prettier 3.6.2')
  })
})

describe('the account', () => {
  it('is in Chinese, too, and remembers that', async () => {
    const chinese = await ann.get('/account?lang=zh')
    expect(chinese.headers.get('cache-control')).toBe('no-store')
    expect(await chinese.text()).toContain('<html lang="zh-CN">')
    for (const [path, text] of [
      ['/publish', '检查并预览'],
      ['/account/tokens', '创建令牌'],
      ['/account/audit', '审计日志'],
      ['/account/apps/prettier', '撤回版本'],
    ])
      expect(shownText(await (await ann.get(path ?? '')).text())).toContain(text)
  })

  it('loads nothing from elsewhere, and nothing inline', async () => {
    for (const path of [
      '/sign-in',
      '/account',
      '/publish',
      '/account/tokens',
      '/account/audit',
      '/account/apps/prettier',
    ]) {
      const answer = await (path === '/sign-in' ? createVisitor(registry) : ann).get(path)
      const html = await answer.text()
      expect([path, answer.status]).toEqual([path, 200])
      expect(html, path).not.toMatch(/javascript:|\son\w+=|\sstyle="|<style|<script(?! src=)/i)
      expect([...html.matchAll(/(?:href|src|action)="(\/[^"]*)"/g)], path).toEqual([])
      expect(answer.headers.get('content-security-policy')).toContain("form-action 'self'")
      expect(answer.headers.get('referrer-policy')).toBe('same-origin')
    }
  })
})
