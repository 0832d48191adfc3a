import { expect, onTestFinished, test } from 'vitest'
import { nearestApps } from '../../../../services/registry/src/apps/search/nearest-apps.ts'
import { manifestOf } from '../../../support/manifest-of.ts'
import { createTestRegistry } from '../../../support/test-registry.ts'

test('names made of surrogate pairs have no near names and cause no failure', async () => {
  const registry = await createTestRegistry()
  onTestFinished(registry.close)
  await registry.publish(manifestOf(), await registry.token('ann', 'publish:*'))
  expect(await nearestApps(registry.database.queries, '💩')).toEqual([])
  expect(await nearestApps(registry.database.queries, 'a💩')).toEqual([])
  expect(await nearestApps(registry.database.queries, 'prettie💩')).toEqual(['prettier'])
})
