import { expect, it } from 'vitest'
import { createFrontApp } from '../../../services/registry/src/http/front-app.ts'
import { problemOf } from '../../support/problem-of.ts'

const at = (path: string): Request => new Request(`http://registry.test${path}`)

it('is live but not ready until it is opened', async () => {
  const front = createFrontApp()
  expect((await front.fetch(at('/healthz'))).status).toBe(200)
  for (const path of ['/readyz', '/v1/index.json', '/', '/nothing']) {
    const answer = await front.fetch(at(path))
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
    expect((await problemOf(answer)).code).toBe('server.starting')
  }
  // A person sees a page that loads again by itself, in the language of the browser.
  for (const [language, title] of [
    ['en', 'The registry is starting'],
    ['zh-CN', '注册表正在启动'],
  ]) {
    const headers = { accept: 'text/html', 'accept-language': language ?? '' }
    const answer = await front.fetch(new Request(at('/apps/jq'), { headers }))
    expect([answer.status, answer.headers.get('refresh'), answer.headers.get('retry-after')]).toEqual([
      503,
      '2',
      '5',
    ])
    expect(await answer.text()).toContain(`<h1>${title}</h1>`)
  }
  front.open({ fetch: (request) => new Response(new URL(request.url).pathname) })
  for (const path of ['/healthz', '/readyz', '/v1/index.json'])
    expect(await (await front.fetch(at(path))).text()).toBe(path)
})
