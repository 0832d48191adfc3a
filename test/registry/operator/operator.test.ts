import { asc } from 'drizzle-orm'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readRegistryConfig } from '../../../services/registry/src/config.ts'
import { approvedRules } from '../../../services/registry/src/db/queries/approval-rows.ts'
import { auditLog } from '../../../services/registry/src/db/schema.ts'
import {
  createOperator,
  type Operator,
  operatorVerbs,
} from '../../../services/registry/src/operator/operator.ts'
import { createOperatorApp } from '../../../services/registry/src/operator/operator-app.ts'
import { connectOperator } from '../../../services/registry/src/operator/operator-client.ts'
import { openOperatorSocket } from '../../../services/registry/src/operator/operator-socket.ts'
import type { OperatorContext } from '../../../services/registry/src/operator/verb.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { createTestRegistry, type TestRegistry } from '../../support/test-registry.ts'

let registry: TestRegistry
let context: OperatorContext
beforeAll(async () => {
  registry = await createTestRegistry()
  const { database, clock, deps } = registry
  context = {
    database,
    config: readRegistryConfig({}, {}),
    now: () => clock.now,
    changed: deps.changed,
    signer: async () => undefined,
  }
})
afterAll(() => registry.close())

const loggedActions = async () => {
  const rows = await registry.database.queries.select().from(auditLog).orderBy(asc(auditLog.id))
  expect(rows.every(({ actor, token }) => actor === 'operator' && token === null)).toBe(true)
  return rows.map(({ action }) => action)
}

/** All identity changes that an operator makes, over either interface. */
async function rule(operator: Operator): Promise<void> {
  await registry.reset()
  expect(await operator.createUser({ user: 'ann' })).toEqual({ changed: true })
  expect(await operator.createUser({ user: 'ann' })).toEqual({ changed: false })
  const { id } = await operator.createToken({
    user: 'ann',
    scopes: ['publish:*'],
    label: 'CI',
    expiresDays: 1,
  })
  expect((await operator.listTokens({ user: 'ann' })).tokens).toMatchObject([
    { id, user: 'ann', label: 'CI' },
  ])
  expect(await operator.revokeToken({ id })).toEqual({ changed: true })
  await operator.disableUser({ user: 'ann' })
  expect((await operator.listUsers()).users).toMatchObject([
    { name: 'ann', disabled_at: registry.clock.now.toISOString() },
  ])
  await operator.enableUser({ user: 'ann' })
  expect(await operator.listIdentities({ user: 'ann' })).toEqual({ identities: [] })

  await operator.createOrganization({ organization: 'acme' })
  await operator.addMember({ organization: 'acme', user: 'ann' })
  await operator.addPrefix({ organization: 'acme', prefix: 'acme' })
  expect(await operator.listOrganizations()).toEqual({
    organizations: [{ name: 'acme', members: ['ann'], prefixes: ['acme'] }],
  })
  await operator.removePrefix({ organization: 'acme', prefix: 'acme' })
  await operator.removeMember({ organization: 'acme', user: 'ann' })
  expect(await operator.removeMember({ organization: 'acme', user: 'ann' })).toEqual({ changed: false })

  await operator.approve({ app: 'bash' })
  await operator.approve({ app: 'bash', rule: 'publish.general-program' })
  expect((await approvedRules(registry.database.queries, 'bash')).sort()).toEqual([
    '*',
    'publish.general-program',
  ])
  expect((await operator.listApprovals()).approvals).toHaveLength(2)
  await operator.withdrawApproval({ app: 'bash' })

  const publisher = { issuer: 'https://gitlab.com', audience: 'a', subject: 'project_path:acme/*' }
  await operator.trustPublisher({ ...publisher, app: 'bash', user: 'ann' })
  const [trusted] = (await operator.listTrustedPublishers()).publishers
  expect(trusted).toMatchObject({ ...publisher, app: 'bash', user: 'ann' })
  await operator.distrustPublisher({ id: trusted?.id ?? '' })
  expect(await loggedActions()).toEqual([
    'user.create',
    'token.create',
    'token.revoke',
    'user.disable',
    'user.enable',
    'organisation.create',
    'organisation.add-member',
    'organisation.add-prefix',
    'organisation.remove-prefix',
    'organisation.remove-member',
    'approval.add',
    'approval.add',
    'approval.remove',
    'trust.add',
    'trust.remove',
  ])
}

/** All refusals with their messages, over either interface. */
async function refuse(operator: Operator): Promise<void> {
  await registry.reset()
  const publisher = { app: 'jq', user: 'ann', issuer: 'https://gitlab.com', audience: 'a', subject: 'x:y' }
  const refusals: [() => Promise<unknown>, string][] = [
    [() => operator.disableUser({ user: 'nobody' }), 'user.unknown'],
    [
      () => operator.unlinkIdentity({ issuer: 'https://id.example.org', subject: '1' }),
      'sign-in.unknown-identity',
    ],
    [() => operator.createUser({ user: 'Ann Lee' }), 'operator.bad-input'],
    [() => operator.createToken({ user: 'ann', scopes: [] }), 'operator.bad-input'],
    [() => operator.revokeToken({ id: 'none' }), 'token.unknown'],
    [() => operator.addMember({ organization: 'acme', user: 'ann' }), 'organisation.unknown'],
    [() => operator.approve({ app: 'bash', rule: 'not a rule' }), 'operator.bad-input'],
    [() => operator.trustPublisher(publisher), 'user.unknown'],
    [() => operator.trustPublisher({ ...publisher, issuer: 'https://evil.example.org' }), 'trust.invalid'],
  ]
  await expect(operator.revokeToken({ id: 'none' })).rejects.toMatchObject({
    message: 'No token has the id "none".',
    hint: expect.stringContaining('token list'),
  })
  for (const [refusal, code] of refusals)
    await expect(refusal()).rejects.toMatchObject({
      code,
      hint: expect.any(String),
    })
  expect(await loggedActions()).toEqual([])
}

describe('the operator', () => {
  test('works on the database directly', async () => {
    await rule(createOperator(context))
    await refuse(createOperator(context))
  })

  test('works through the socket of a running server', async () => {
    const app = createOperatorApp(context, { log: pino({ level: 'silent' }) })
    const socket = await openOperatorSocket(app, await temporaryFolder())
    try {
      await rule(connectOperator(socket.address))
      await refuse(connectOperator(socket.address))
    } finally {
      await socket.close()
    }
  })

  test('has verbs that declare their input and output', () => {
    for (const { input, output } of Object.values(operatorVerbs)) {
      expect(input.safeParse({ unknown: 1 }).success).toBe(false)
      expect(output.safeParse(null).success).toBe(false)
    }
  })
})

test('refuses a maximum age for an unsigned export', async () => {
  const folder = await temporaryFolder()
  for (const max_age_days of [7, null])
    await expect(createOperator(context).exportSite({ folder, max_age_days })).rejects.toMatchObject({
      code: 'export.no-key',
      exitStatus: 2,
    })
})
