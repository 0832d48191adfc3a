import { AuditPage, HistoryPage } from '@cli-apps/core'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { manifestOf } from '../../support/manifest-of.ts'
import { problemOf } from '../../support/problem-of.ts'
import { createTestRegistry, type TestRegistry } from '../../support/test-registry.ts'

let registry: TestRegistry
let ann: string
let admin: string
const issuer = 'https://ci.example.org'
beforeAll(async () => {
  registry = await createTestRegistry(undefined, { issuers: [issuer] })
  ann = await registry.token('ann', 'publish:*', 'yank:*', 'owners:*')
  admin = await registry.token('root', 'admin')
  await registry.publish(manifestOf(), ann)
  await registry.send('POST /v1/apps/prettier/3.6.2/yank', ann, { reason: 'x' })
  await registry.send('POST /v1/apps/prettier/3.6.2/unyank', ann)
  await registry.send('PUT /v1/apps/prettier/tags/next', ann, { version: '3.6.2' })
  await registry.send('PUT /v1/apps/prettier/owners/root', ann)
  const publisher = { issuer, audience: 'a', subject: 'repo:acme/secret-plan' }
  await registry.send('POST /v1/apps/prettier/trusted-publishers', ann, publisher)
  await registry.send('POST /v1/apps/prettier/remove', admin, { message: 'Gone' })
  await registry.publish(manifestOf({ name: 'eslint' }), ann)
})
afterAll(() => registry.close())

const history = async (path: string) => HistoryPage.parse(await (await registry.get(path)).json())
const audit = async (path: string, token: string) =>
  AuditPage.parse(await (await registry.send(`GET ${path}`, token)).json())
const actions = (page: { items: { action: string }[] }) => page.items.map(({ action }) => action)

describe('the history of an app', () => {
  test('is public, newest first, without tokens and identities', async () => {
    const answer = await registry.get('/v1/apps/prettier/history')
    const text = await answer.text()
    expect(actions(HistoryPage.parse(JSON.parse(text)))).toEqual([
      'app.remove',
      'owner.add',
      'tag.set',
      'version.unyank',
      'version.yank',
      'version.publish',
    ])
    expect(text).not.toContain('"token"')
    expect(text).not.toContain('secret-plan')
  })

  test('is paginated without gaps or repetitions while changes are made', async () => {
    const all = (await history('/v1/apps/prettier/history')).items.map(({ id }) => id)
    const seen: number[] = []
    let cursor: string | null = null
    do {
      const page: HistoryPage = await history(
        `/v1/apps/prettier/history?limit=2${cursor === null ? '' : `&cursor=${cursor}`}`,
      )
      seen.push(...page.items.map(({ id }) => id))
      cursor = page.next_cursor
      await registry.send('POST /v1/apps/prettier/3.6.2/deprecate', admin, {
        message: `Number ${seen.length}`,
      })
    } while (cursor !== null)
    expect(seen).toEqual(all)
  })

  test.each([
    ['/v1/apps/nope/history', 404, 'app.unknown'],
    ['/v1/apps/%00/history', 404, 'app.unknown'],
    [`/v1/apps/${'x'.repeat(5000)}/history`, 404, 'app.unknown'],
    ['/v1/apps/prettier/history?limit=0', 400, 'query.invalid'],
    ['/v1/apps/prettier/history?cursor=nope', 400, 'query.bad-cursor'],
    ['/v1/apps/prettier/history?actor=ann', 400, 'query.invalid'],
  ])('%.60s is refused', async (path, status, code) => {
    expect(await problemOf(await registry.get(path))).toMatchObject({ status, code })
  })
})

describe('the audit log', () => {
  test('of an app shows its owners also which token was used and which identity it trusts', async () => {
    const { items } = await audit('/v1/apps/prettier/audit?limit=100', ann)
    expect(items.every(({ app, token }) => app === 'prettier' && token !== null)).toBe(true)
    expect(items.map(({ action }) => action)).toContain('trust.add')
    const eve = await registry.token('eve', 'publish:*', 'owners:*')
    expect(await problemOf(await registry.send('GET /v1/apps/prettier/audit', eve))).toMatchObject({
      status: 403,
      code: 'auth.not-owner',
    })
    expect(await problemOf(await registry.get('/v1/apps/prettier/audit'))).toMatchObject({ status: 401 })
    expect(actions(await audit('/v1/apps/prettier/audit?limit=1', admin))).toHaveLength(1)
  })

  test('of the whole registry is for operators, and can be filtered', async () => {
    expect(await problemOf(await registry.send('GET /v1/audit', ann))).toMatchObject({
      status: 403,
      code: 'auth.admin',
    })
    expect(
      actions(await audit('/v1/audit?action=token.create&actor=operator', admin)).length,
    ).toBeGreaterThan(1)
    const published = await audit('/v1/audit?action=version.publish&actor=ann', admin)
    expect(published.items.map(({ app }) => app)).toEqual(['eslint', 'prettier'])
    expect((await audit('/v1/audit?app=eslint', admin)).items).toHaveLength(1)
    expect(await problemOf(await registry.send('GET /v1/audit?app=%00', admin))).toMatchObject({
      status: 400,
    })
  })

  test('cannot be changed by anybody', async () => {
    const { queries } = registry.database
    for (const statement of ['update audit_log set actor = 1', 'delete from audit_log', 'truncate audit_log'])
      await expect(queries.execute(sql.raw(statement))).rejects.toThrow()
  })
})
