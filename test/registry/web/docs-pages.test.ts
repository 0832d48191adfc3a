import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { manifestOf } from '../../support/manifest-of.ts'
import { problemOf } from '../../support/problem-of.ts'
import { createTestRegistry, type TestRegistry } from '../../support/test-registry.ts'

let registry: TestRegistry
beforeAll(async () => {
  registry = await createTestRegistry()
  const token = await registry.token('ann', 'publish:*')
  await registry.publish(
    manifestOf({ display_name: `R&D "quoted" 'tool'`, summary: 'Says 1 < 2 & 3 > 2' }),
    token,
  )
})
afterAll(() => registry.close())

const page = async (path: string): Promise<string> => {
  const answer = await registry.get(path)
  expect(answer.status, path).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
  return answer.text()
}

describe('pages', () => {
  test('show text of manifests escaped', async () => {
    const html = await page('/')
    expect(html).toContain('One app')
    expect(html).toContain('R&amp;D &quot;quoted&quot; &#39;tool&#39;')
    expect(html).toContain('Says 1 &lt; 2 &amp; 3 &gt; 2')
  })

  test('show what a client needs to know about an operation', async () => {
    const html = await page('/docs/operations/publishVersion')
    for (const part of [
      'Authorization: Bearer',
      '-X PUT',
      'schemas/AppManifest',
      'schemas/PublishReceipt',
      '409',
    ])
      expect(html).toContain(part)
  })

  test('update their count after a publish', async () => {
    await page('/')
    await registry.publish(manifestOf({ name: 'gron' }), await registry.token('ann', 'publish:*'))
    expect(await page('/')).toContain('2 apps')
  })

  test('exist for every kind of problem, and are the response to a missing page', async () => {
    expect(await page('/problems/app.not-found')).toContain('app.not-found')
    for (const path of ['/problems/%3Cscript%3E', '/docs/operations/none', '/docs/schemas/__proto__'])
      expect(await problemOf(await registry.get(path))).toMatchObject({ status: 404, code: 'page.unknown' })
  })
})
