import type { AppDocument, TrustedPublisherList } from '@cli-apps/core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createIdentityVerifier } from '../../../services/registry/src/auth/oidc/verify-identity.ts'
import { createPageRegistry, pageText } from '../../support/page-registry.ts'
import { createVisitor, type PageVisitor, shownText, signedInVisitor } from '../../support/page-visitor.ts'

const page = '/account/apps/prettier'

let registry: Awaited<ReturnType<typeof createPageRegistry>>
let ann: PageVisitor
beforeAll(async () => {
  registry = await createPageRegistry()
  await registry.token('bob', 'publish:*')
})
beforeEach(async () => {
  ann = await visitorWith('ann', 'publish:*', 'yank:*', 'owners:*')
})
afterAll(() => registry.close())

const visitorWith = (user: string, ...scopes: string[]): Promise<PageVisitor> =>
  signedInVisitor(registry, user, ...scopes)

const document = async () => (await (await registry.get('/v1/apps/prettier.json')).json()) as AppDocument
const versionOf = async (version: string) =>
  (await document()).versions.find((one) => one.version === version)

/** Sends a change, and returns what the page says of it. */
async function change(fields: Record<string, string>, by = ann): Promise<string> {
  const answer = await by.send(page, fields)
  if (answer.status !== 303) return `${answer.status} ${shownText(await answer.text())}`
  const to = new URL(answer.headers.get('location') ?? '', `http://localhost${page}`)
  return shownText(await (await by.get(to.pathname + to.search)).text())
}

describe('the page of an owner', () => {
  it('yanks a version with a reason, and takes that back', async () => {
    const reason = 'Breaks "files" & more'
    expect(await change({ change: 'yank', version: '3.6.1', reason })).toContain('The version is yanked.')
    expect((await versionOf('3.6.1'))?.yanked).toEqual({ reason })
    expect(shownText(await pageText(registry, '/apps/prettier/versions'))).toContain(reason)
    expect(await change({ change: 'unyank', version: '3.6.1' })).toContain('The yank is removed.')
    expect((await versionOf('3.6.1'))?.yanked).toBeNull()
    expect(await change({ change: 'unyank', version: '3.6.1' })).toContain('nothing was changed')
  })

  it('deprecates a version, and no longer with an empty message', async () => {
    await change({ change: 'deprecate', version: '3.6.2', message: 'Use 4' })
    expect((await versionOf('3.6.2'))?.deprecated).toEqual({ message: 'Use 4' })
    await change({ change: 'deprecate', version: '3.6.2', message: '' })
    expect((await versionOf('3.6.2'))?.deprecated).toBeNull()
  })

  it('sets and deletes tags', async () => {
    await change({ change: 'tag', tag: 'next', version: '3.6.1' })
    expect((await document()).dist_tags.next).toBe('3.6.1')
    await change({ change: 'untag', tag: 'next' })
    expect((await document()).dist_tags).toEqual({ latest: '3.6.2' })
  })

  it('adds and removes owners, but not the last one', async () => {
    await change({ change: 'add-owner', owner: 'bob' })
    expect((await document()).owners).toEqual(['ann', 'bob'])
    await change({ change: 'remove-owner', owner: 'bob' })
    expect(await change({ change: 'remove-owner', owner: 'ann' })).toMatch(/^409 .*ann is the last owner/)
    expect((await document()).owners).toEqual(['ann'])
  })

  it('adds and removes trusted publishers of the services that the registry accepts', async () => {
    expect(shownText(await (await ann.get(page)).text())).toContain('accepts no CI service')
    const issuer = 'https://ci.example'
    registry.deps.identities = createIdentityVerifier({ issuers: [issuer] })
    const fields = { change: 'trust', issuer, audience: 'https://apps.example', subject: 'repo:acme/tool:*' }
    expect(await change({ ...fields, subject: '*' })).toMatch(/^422 .*trusted publisher is not valid/)
    expect(await change(fields)).toMatch(/The publisher is trusted\..*repo:acme\/tool:\*.*publishes as ann/)
    const trusted = await registry.send('GET /v1/apps/prettier/trusted-publishers', registry.ann)
    const [publisher] = ((await trusted.json()) as TrustedPublisherList).publishers
    expect(publisher).toMatchObject({ issuer, subject: 'repo:acme/tool:*', user: 'ann' })
    const html = await (await ann.get(page)).text()
    expect(html).toContain(`name="id" value="${publisher?.id}"`)
    expect(html).toContain('value="http://localhost"')
    expect(await change({ change: 'distrust', id: publisher?.id ?? '' })).toMatch(
      /not trusted any more.*None yet/,
    )
  })

  it('removes the app only when its name is typed, and restores it', async () => {
    const fields = { change: 'remove', message: 'Not maintained', replacement: 'jq' }
    expect(await change({ ...fields, confirm: 'jq' })).toMatch(/^400 .*The name that you typed/)
    expect((await document()).removed).toBeNull()
    expect(await change({ ...fields, confirm: 'prettier' })).toContain('The app is removed.')
    expect((await document()).removed).toMatchObject({ message: 'Not maintained', replacement: 'jq' })
    await change({ change: 'restore' })
    expect((await document()).removed).toBeNull()
  })

  it('writes the audit log with the token of the session, as the API does', async () => {
    const { items } = (await (
      await registry.send('GET /v1/apps/prettier/audit?limit=1', registry.ann)
    ).json()) as { items: Record<string, unknown>[] }
    expect(items[0]).toMatchObject({ action: 'app.restore', actor: 'ann' })
    expect(items[0]?.token).toMatch(/^[\w-]{36}$/)
  })
})

describe('a change that is refused', () => {
  it.each([
    [{ change: 'yank', version: '3.6.1', reason: '' }, 422, 'reason'],
    [{ change: 'yank', version: '9.9.9', reason: 'x' }, 404, 'has no version'],
    [{ change: 'tag', tag: '1.0.0', version: '3.6.1' }, 400, 'is not a valid tag'],
    [{ change: 'add-owner', owner: '<b>eve</b>' }, 404, 'No user or organization'],
    [{ change: 'remove', message: 'x', confirm: 'prettier', replacement: 'nothing' }, 422, 'cannot replace'],
    [{ change: 'explode' }, 422, 'change'],
    [{}, 422, 'change'],
  ] as const)('says why, beside what was typed: %j', async (fields, status, reason) => {
    const answer = await ann.send(page, fields as Record<string, string>)
    expect(answer.status).toBe(status)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const html = await answer.text()
    expect(shownText(html)).toContain(reason)
    expect(html).not.toContain('<b>eve')
    for (const [name, value] of Object.entries(fields))
      if (['reason', 'owner', 'replacement'].includes(name) && value !== '')
        expect(html).toContain(
          `name="${name}" value="${value.replaceAll('<', '&lt;').replaceAll('>', '&gt;')}"`,
        )
    expect((await versionOf('3.6.1'))?.yanked).toBeNull()
  })

  it('needs the scope: the page has no form, and a form from elsewhere changes nothing', async () => {
    const narrow = await visitorWith('ann', 'publish:prettier')
    const html = await (await narrow.get(page)).text()
    expect(shownText(html)).toContain('Your token lacks the scope yank:prettier.')
    expect(html).not.toContain('value="yank"')
    expect(html).toContain('value="tag"')
    expect(await change({ change: 'yank', version: '3.6.1', reason: 'x' }, narrow)).toMatch(
      /^403 .*This token lacks the scope yank:prettier/,
    )
    expect((await versionOf('3.6.1'))?.yanked).toBeNull()
  })

  it('needs an owner', async () => {
    const bob = await visitorWith('bob', 'publish:*', 'yank:*')
    expect((await bob.get(page)).status).toBe(403)
    expect(await change({ change: 'yank', version: '3.6.1', reason: 'x' }, bob)).toMatch(
      /^403 .*does not own/,
    )
    expect((await versionOf('3.6.1'))?.yanked).toBeNull()
    expect((await bob.get('/account/apps/not-there')).status).toBe(404)
  })

  it('needs a form of this session, sent from here', async () => {
    const fields = { change: 'yank', version: '3.6.1', reason: 'Kept words' }
    const foreign = await ann.send(page, fields, { origin: 'https://evil.example' })
    expect(foreign.status).toBe(403)
    expect(await change({ ...fields, form: 'x' })).toMatch(/^403 .*another session/)
    const nobody = createVisitor(registry)
    const signedOut = await nobody.send(page, fields)
    expect(signedOut.status).toBe(401)
    expect(await signedOut.text()).toContain('Kept words')
    expect((await versionOf('3.6.1'))?.yanked).toBeNull()
  })

  it('of a token that was revoked ends the session, and keeps what was typed', async () => {
    const token = await registry.token('ann', 'yank:*')
    const visitor = createVisitor(registry)
    await visitor.signIn(token)
    await visitor.get(page)
    const { token: own } = (await (await registry.send('GET /v1/whoami', token)).json()) as {
      token: { id: string }
    }
    await registry.send(`DELETE /v1/tokens/${own.id}`, token)
    const answer = await visitor.send(page, { change: 'yank', version: '3.6.1', reason: 'Kept words' })
    expect(answer.status).toBe(401)
    expect(await answer.text()).toContain('Kept words')
    expect((await versionOf('3.6.1'))?.yanked).toBeNull()
  })
})
