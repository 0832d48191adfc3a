import { expect, it, onTestFinished } from 'vitest'
import type { Queries } from '../../../services/registry/src/db/database.ts'
import { searchFiles } from '../../../services/registry/src/export/search/search-files.ts'
import { manifestOf } from '../../support/manifest-of.ts'
import { createTestRegistry } from '../../support/test-registry.ts'

it('asks the database as often for many apps as for few', async () => {
  const registry = await createTestRegistry()
  onTestFinished(() => registry.close())
  const token = await registry.token('ann', 'publish:*')
  const publish = async (name: string): Promise<void> => {
    // Its call starts another app, whose program is looked up.
    const call = { args: [], pipe: [{ name: 'not-there', args: [] }] }
    const recipes = [{ id: 'pipe', task: 'Send it on', call }]
    const manifest = { ...manifestOf({ recipes }), name, aliases: [] }
    expect((await registry.publish(manifest, token)).status).toBe(201)
  }
  /** How many files there are, and how often rows were selected. */
  const count = async (): Promise<[files: number, selects: number]> => {
    let selects = 0
    const queries = new Proxy(registry.database.queries, {
      get: (target, key) => {
        if (key === 'select') selects++
        return Reflect.get(target, key, target) as unknown
      },
    }) as Queries
    let files = 0
    for await (const _ of searchFiles(queries)) files++
    return [files, selects]
  }
  await publish('first-tool')
  const [files, selects] = await count()
  for (const name of ['other-thing', 'query-box', 'zip-maker']) await publish(name)
  const later = await count()
  expect(later[0]).toBeGreaterThanOrEqual(files + 3)
  expect(later[1]).toBe(selects)
})
