import { ManifestVerdict } from '@cli-apps/core'
import { judgeManifest } from '@cli-apps/core/publish-rules'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refreshOutdatedApps } from '../../../services/registry/src/apps/refresh-app.ts'
import { appNames, approvals, apps } from '../../../services/registry/src/db/schema.ts'
import { manifestOf } from '../../support/manifest-of.ts'
import { problemOf } from '../../support/problem-of.ts'
import { createTestRegistry, type TestRegistry } from '../../support/test-registry.ts'

let registry: TestRegistry
beforeAll(async () => {
  registry = await createTestRegistry()
})
beforeEach(() => registry.reset())
afterAll(() => registry.close())

async function verdictOf(manifest: unknown, token?: string): Promise<ManifestVerdict> {
  const response = await registry.app.request('/v1/validate', {
    method: 'POST',
    body: JSON.stringify(manifest),
    ...(token !== undefined && { headers: { Authorization: `Bearer ${token}` } }),
  })
  expect(response.status).toBe(200)
  return ManifestVerdict.parse(await response.json())
}
const rulesOf = ({ issues = [] }: { issues?: { rule?: string | undefined }[] | undefined }) =>
  issues.map(({ rule }) => rule)
const approve = (app: string, rule: string) =>
  registry.database.queries.insert(approvals).values({ app, rule, approvedAt: registry.clock.now })

describe('a name similar to another', () => {
  let ann: string
  let eve: string
  beforeEach(async () => {
    ann = await registry.token('ann', 'publish:*')
    eve = await registry.token('eve', 'publish:*')
    await registry.publish(manifestOf({ aliases: ['opinionated'] }), ann)
  })

  test.each(['pretier', 'pret-tier', 'prettler', 'prettire', 'op1nionated'])(
    '%s needs the operator: 403, and validate says so beforehand',
    async (name) => {
      const manifest = manifestOf({ name })
      const problem = await problemOf(await registry.publish(manifest, eve))
      expect(problem).toMatchObject({ status: 403, code: 'publish.similar-name', issues: [{ path: 'name' }] })
      expect(problem.hint).toContain(`cli-apps-registry approve ${name}`)
      expect((await verdictOf(manifest)).issues).toEqual(problem.issues)
    },
  )

  test('is allowed for the owners of the other app, for admins, and after an approval', async () => {
    const manifest = manifestOf({ name: 'pretier' })
    expect((await verdictOf(manifest, ann)).valid).toBe(true)
    expect((await verdictOf(manifest, await registry.token('root', 'admin'))).valid).toBe(true)
    expect((await verdictOf(manifest, eve)).valid).toBe(false)
    await approve('pretier', 'publish.similar-name')
    expect((await verdictOf(manifest)).valid).toBe(true)
    expect((await registry.publish(manifest, eve)).status).toBe(201)
  })

  test('stays approved, and does not affect the existing app', async () => {
    await approve('pretier', '*')
    await registry.publish(manifestOf({ name: 'pretier' }), eve)
    await registry.database.queries.delete(approvals)
    for (const [name, token] of [
      ['pretier', eve],
      ['prettier', ann],
    ] as const)
      expect((await registry.publish(manifestOf({ name, version: '4.0.0' }), token)).status).toBe(201)
  })

  test('is found after the start even among names stored by an older release', async () => {
    const { queries } = registry.database
    await queries.update(appNames).set({ marks: [] })
    await queries.update(apps).set({ derivedFormat: 0 }).where(eq(apps.name, 'prettier'))
    expect((await verdictOf(manifestOf({ name: 'pretier' }))).valid).toBe(true)
    await refreshOutdatedApps(queries)
    expect(rulesOf(await verdictOf(manifestOf({ name: 'pretier' })))).toEqual(['publish.similar-name'])
  })
})

describe('the status of a refusal', () => {
  test('is 422 if the author has anything to fix', async () => {
    const token = await registry.token('ann', 'publish:*')
    const manifest = manifestOf({ name: 'npm', homepage: 'https://localhost/', aliases: ['a\u200bb'] })
    const problem = await problemOf(await registry.publish(manifest, token))
    expect(problem).toMatchObject({ status: 422, code: 'manifest.invalid' })
    expect(rulesOf(problem)).toEqual([
      'publish.reserved-name',
      'publish.private-url',
      'publish.unseen-character',
    ])
    const fitting = manifestOf({ name: 'npm', homepage: 'https://localhost/' })
    expect(await problemOf(await registry.publish(fitting, token))).toMatchObject({
      status: 422,
      code: 'publish.refused',
    })
  })

  test('is 409 if a name is taken, which no approval changes', async () => {
    await registry.publish(manifestOf({ aliases: ['pretty'] }), await registry.token('ann', 'publish:*'))
    await approve('other', '*')
    const manifest = manifestOf({ name: 'other', aliases: ['Pretty'] })
    for (const token of [await registry.token('eve', 'publish:*'), await registry.token('root', 'admin')]) {
      const problem = await problemOf(await registry.publish(manifest, token))
      expect(problem).toMatchObject({ status: 409, code: 'publish.name-taken' })
      expect((await verdictOf(manifest, token)).issues).toEqual(problem.issues)
    }
  })

  test("of a git source depends on the registry's policy", async () => {
    const install = [{ method: 'pip', git: 'https://example.org/a', commit: 'a'.repeat(40) }]
    const token = await registry.token('ann', 'publish:*')
    registry.deps.policy.allowGit = false
    expect(rulesOf(await verdictOf(manifestOf({ install })))).toEqual(['publish.git-source'])
    expect((await registry.publish(manifestOf({ install }), token)).status).toBe(422)
    registry.deps.policy.allowGit = true
    expect((await registry.publish(manifestOf({ install }), token)).status).toBe(201)
  })
})

describe('validate', () => {
  test('reports a version that exists with other content, and accepts the same content again', async () => {
    const ann = await registry.token('ann', 'publish:*')
    await registry.publish(manifestOf({}), ann)
    expect(await verdictOf(manifestOf({}), ann)).toMatchObject({ valid: true, issues: [] })
    const other = manifestOf({ summary: 'Something else' })
    const issue = { path: 'version', rule: 'version.exists', hint: expect.stringContaining('+1') }
    expect(await verdictOf(other, ann)).toMatchObject({ valid: false, issues: [issue] })
    expect(await verdictOf(other)).toMatchObject({ valid: false, issues: [issue] })
    expect(await problemOf(await registry.publish(other, ann))).toMatchObject({ code: 'version.exists' })
  })

  test('reports an app of somebody else to the user of a token, and to nobody else', async () => {
    await registry.publish(manifestOf({}), await registry.token('ann', 'publish:*'))
    const next = manifestOf({ version: '99.0.0' })
    expect(await verdictOf(next, await registry.token('eve', 'publish:*'))).toMatchObject({
      issues: [
        { path: 'name', rule: 'auth.not-owner', message: expect.stringContaining('eve does not own') },
      ],
    })
    expect(rulesOf(await verdictOf(next))).toEqual([])
    expect(rulesOf(await verdictOf(next, await registry.token('root', 'admin')))).toEqual([])
  })

  test('answers exactly as the publish rules do, apart from names', async () => {
    for (const change of [
      {},
      { name: 'Bad Name', category: 3 },
      { entry_point: 'bash', homepage: 'https://[::1]:99/' },
      { tags: ['<tool_call>', 'ghp_q7Rz2LmX9vKp4TnB8wYc6HdJ3sFgA5eU1iOo'] },
      { commands: { name: 'a\u202e', usage: ['x'.repeat(30_000)] } },
      { 'k\u200bey': null },
    ]) {
      const manifest = manifestOf(change)
      const alone = judgeManifest(manifest, { policy: { allowGit: true }, approved: [] })
      expect((await verdictOf(manifest)).issues).toEqual(alone.issues)
    }
  })

  test('refuses an invalid token, and requires none', async () => {
    const response = await registry.app.request('/v1/validate', {
      method: 'POST',
      body: '{}',
      headers: { Authorization: 'Bearer cliapps_nope' },
    })
    expect((await problemOf(response)).status).toBe(401)
    expect((await verdictOf(manifestOf())).valid).toBe(true)
  })
})
