import { expect, it, onTestFinished } from 'vitest'
import { getListPlace } from '../../../../../services/registry/src/apps/read/get-app-page.ts'
import { countWithFacets } from '../../../../../services/registry/src/db/queries/apps/listed-apps.ts'
import { pageTexts } from '../../../../../services/registry/src/web/texts/page-texts.ts'
import { manifestOf } from '../../../../support/manifest-of.ts'
import { createTestRegistry } from '../../../../support/test-registry.ts'

it('counts listed apps up to a limit, and neither older versions nor removed apps', async () => {
  const registry = await createTestRegistry()
  onTestFinished(() => registry.close())
  const { queries } = registry.database
  const ann = await registry.token('ann', 'publish:*', 'yank:*')
  for (const name of ['first-tool', 'other-thing', 'query-box', 'zip-maker'])
    for (const version of ['1.0.0', '2.0.0']) {
      // The newest version of one app is in another category.
      const category = name === 'zip-maker' && version === '2.0.0' ? 'data' : 'dev'
      const manifest = { ...manifestOf({ version, category }), name, aliases: [] }
      expect((await registry.publish(manifest, ann)).status).toBe(201)
    }
  await registry.send('POST /v1/apps/query-box/remove', ann, { message: 'gone' })
  expect(await countWithFacets(queries, [], 10)).toBe(3)
  expect(await countWithFacets(queries, ['category:dev'], 10)).toBe(2)
  expect(await countWithFacets(queries, ['category:data'], 10)).toBe(1)
  expect(await countWithFacets(queries, ['category:dev', 'method:npm'], 1)).toBe(1)
  expect(await countWithFacets(queries, ['category:games'], 10)).toBe(0)
  const place = await getListPlace(queries, { category: 'dev', sort: 'name', limit: 1 })
  expect(place).toMatchObject({ passed: 0, total: 2, over: undefined })
})

it('says of a long list only that it is longer', () => {
  expect(pageTexts.en.browse.range(21, 40, undefined, 1000)).toBe('21 to 40 of more than 1,000')
  expect(pageTexts.zh.browse.range(21, 40, undefined, 1000)).toBe('第 21–40 个，共 1,000 个以上')
  expect(pageTexts.en.browse.range(1, 20, 50)).toBe('1 to 20 of 50')
  expect(pageTexts.en.browse.range(1, 20, undefined)).toBe('1 to 20')
})
